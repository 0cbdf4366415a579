// Files of a folder of this machine.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "noughts/fetch/origin.h"

namespace noughts::fetch {
namespace {

constexpr std::uint64_t kFolderBuffer = 1 << 20;

class FolderOrigin final : public Origin {
 public:
  FolderOrigin(store::Path folder, const CancelToken& cancel)
      : folder_(std::move(folder)), cancel_(cancel) {}

  Result<std::string> read(const std::string& name, std::uint64_t most) override {
    auto file = store::PlainFile::open(folder_ / name);
    if (!file) return file.error();
    if (file->size() > most) {
      return Error{ErrorCode::kCorrupt, fmt::format("{} has {} bytes, more than any list of tables",
                                                    (folder_ / name).string(), file->size())};
    }
    return file->read_all();
  }

  Result<void> read(const std::string& name, std::uint64_t offset, std::uint64_t size,
                    const Take& take) override {
    auto file = store::PlainFile::open(folder_ / name);
    if (!file) return file.error();
    if (file->size() != size) {
      return Error{ErrorCode::kCorrupt, fmt::format("{} has {} bytes, not {} as its list says",
                                                    (folder_ / name).string(), file->size(), size)};
    }
    std::vector<std::uint8_t> buffer;
    while (offset < size) {
      if (cancel_.cancelled()) return cancelled_error();
      buffer.resize(std::min(kFolderBuffer, size - offset));
      if (auto done = file->read(offset, buffer); !done) return done;
      if (auto done = take(buffer); !done) return done;
      offset += buffer.size();
    }
    return {};
  }

 private:
  store::Path folder_;
  const CancelToken& cancel_;
};

}  // namespace

std::unique_ptr<Origin> open_folder(store::Path folder, const CancelToken& cancel) {
  return std::make_unique<FolderOrigin>(std::move(folder), cancel);
}

}  // namespace noughts::fetch
