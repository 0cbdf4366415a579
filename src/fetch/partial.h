// A file on its way from elsewhere: NAME.partial, which grows by pieces that are right and becomes
// NAME when it is whole. A process that is killed leaves what it had; the next one goes on there.
#pragma once

#include "noughts/store/file.h"

namespace noughts::fetch {

class Partial {
 public:
  // What an earlier process left stays.
  static Result<Partial> open(const store::Path& path);
  Partial(Partial&& other) noexcept;
  Partial& operator=(Partial&&) = delete;
  ~Partial();

  // What is there.
  std::uint64_t size() const { return size_; }
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> to) const;
  Result<void> cut(std::uint64_t size);
  Result<void> append(store::Bytes bytes);
  // Syncs and renames. The folder is synced when its list is written.
  Result<void> finish();

 private:
  Partial(store::Path path, int fd, std::uint64_t size)
      : path_(std::move(path)), fd_(fd), size_(size) {}

  store::Path path_;  // of the whole file
  int fd_;
  std::uint64_t size_;
};

// Where it lies until it is whole.
store::Path partial_path(const store::Path& path);

}  // namespace noughts::fetch
