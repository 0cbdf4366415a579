#include "noughts/store/random_access.h"

#include <fmt/format.h>

#include <vector>

namespace noughts::store {
namespace {

class InMemory final : public RandomAccess {
 public:
  explicit InMemory(Bytes bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<Piece> read(std::uint64_t offset, std::uint64_t size) const override {
    return Piece{bytes_.subspan(offset, size)};
  }

 private:
  Bytes bytes_;
};

class OnDisk final : public RandomAccess {
 public:
  explicit OnDisk(PlainFile file) : file_(std::move(file)) {}
  std::uint64_t size() const override { return file_.size(); }
  Result<Piece> read(std::uint64_t offset, std::uint64_t size) const override {
    const auto held = std::make_shared<std::vector<std::uint8_t>>(size);
    if (auto done = file_.read(offset, *held); !done) return done.error();
    return Piece{*held, held};
  }
  void drop(std::uint64_t offset, std::uint64_t size) const override { file_.drop(offset, size); }

 private:
  PlainFile file_;
};

}  // namespace

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path) {
  auto file = PlainFile::open(path);
  if (!file) return file.error();
  return std::shared_ptr<const RandomAccess>(std::make_shared<OnDisk>(*std::move(file)));
}

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path, std::uint64_t size) {
  auto file = open_random(path);
  if (file && (*file)->size() != size) {
    return Error{ErrorCode::kUnfinished,
                 fmt::format("{} has {} bytes, not {}", path.string(), (*file)->size(), size)};
  }
  return file;
}

std::shared_ptr<const RandomAccess> over_memory(Bytes bytes) {
  return std::make_shared<InMemory>(bytes);
}

}  // namespace noughts::store
