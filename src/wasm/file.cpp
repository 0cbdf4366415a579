// store/file.h and store/random_access.h in a page: files are what a web host has, and are only
// read. The page fetches them (web/src/site/host.ts) and says in a sentence what went wrong.
#include "noughts/store/file.h"

#include <emscripten.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <map>
#include <vector>

#include "noughts/store/random_access.h"

// Fetches a file, or with size >= 0 that many bytes of it from offset on. The bytes, or the
// sentence, are left at *to, which the caller frees. 0: bytes, 1: there is no such file,
// 2: another fault.
EM_JS(int, noughts_fetch,
      (const char* address, double offset, double size, std::uint8_t** to, std::uint32_t* length), {
        const name = UTF8ToString(address);
        const read = size < 0 ? Module.host.whole(name) : Module.host.range(name, offset, size);
        const bytes = read.bytes || new TextEncoder().encode(read.why);
        const room = _malloc(bytes.length || 1);
        HEAPU8.set(bytes, room);
        HEAPU32[to >> 2] = room;
        HEAPU32[length >> 2] = bytes.length;
        return read.bytes ? 0 : read.missing ? 1 : 2;
      });

// There is no file system below: whoever asks it whether a file is there hears no, not what
// emscripten says without one.
extern "C" int stat(const char*, struct stat*) {
  errno = ENOENT;
  return -1;
}

namespace noughts::store {
namespace {

constexpr double kWhole = -1;

Result<std::vector<std::uint8_t>> fetch(const std::string& address, double offset, double size) {
  std::uint8_t* at = nullptr;
  std::uint32_t length = 0;
  const int fault = noughts_fetch(address.c_str(), offset, size, &at, &length);
  std::vector<std::uint8_t> bytes(at, at + length);
  std::free(at);
  if (fault == 0) return bytes;
  const std::string why(bytes.begin(), bytes.end());
  return Error{fault == 1 ? ErrorCode::kMissing : ErrorCode::kSystem, why};
}

class WebFile final : public RandomAccess {
 public:
  WebFile(std::string address, std::uint64_t size) : address_(std::move(address)), size_(size) {}
  std::uint64_t size() const override { return size_; }
  Result<Piece> read(std::uint64_t offset, std::uint64_t size) const override {
    auto bytes = fetch(address_, static_cast<double>(offset), static_cast<double>(size));
    if (!bytes) return bytes.error();
    const auto held = std::make_shared<const std::vector<std::uint8_t>>(std::move(*bytes));
    return Piece{*held, held};
  }

 private:
  std::string address_;
  std::uint64_t size_;
};

}  // namespace

// A small file is asked for once: the list of a folder is read for each game that it may be of.
Result<std::string> read_file(const Path& path) {
  static std::map<std::string, std::string> seen;
  const std::string address = path.string();
  if (const auto known = seen.find(address); known != seen.end()) return known->second;
  auto bytes = fetch(address, 0, kWhole);
  if (!bytes) return bytes.error();
  return seen[address] = std::string(bytes->begin(), bytes->end());
}

Result<std::string> read_plain_file(const Path& path) { return read_file(path); }

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path, std::uint64_t size) {
  return std::shared_ptr<const RandomAccess>(std::make_shared<WebFile>(path.string(), size));
}

Result<std::shared_ptr<const RandomAccess>> open_random(const Path& path) {
  return Error{ErrorCode::kWrongVersion,
               fmt::format("{} is not published: noughts tables publish lays out tables for a page",
                           path.string())};
}

}  // namespace noughts::store
