#include "noughts/store/random_access.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

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

class Mapped final : public RandomAccess {
 public:
  explicit Mapped(MappedFile file) : file_(std::move(file)) {}
  std::uint64_t size() const override { return file_.bytes().size(); }
  Result<Piece> read(std::uint64_t offset, std::uint64_t size) const override {
    return Piece{file_.bytes().subspan(offset, size)};
  }
  void drop(std::uint64_t offset, std::uint64_t size) const override {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    // Pages that hold a neighbour's bytes too are read again when they are needed.
    const std::uint64_t begin = offset / page * page;
    void* at = const_cast<std::uint8_t*>(file_.bytes().data()) + begin;
    ::madvise(at, offset + size - begin, MADV_DONTNEED);  // only a wish
  }

 private:
  MappedFile file_;
};

}  // namespace

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  return std::shared_ptr<const RandomAccess>(std::make_shared<Mapped>(std::move(*file)));
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
