// Files that exist whole or not at all, and errors that say what to do.
//
// A file is written under NAME.xxxxxx.part (part_file.h), synced, and only then renamed to
// NAME; the folder is synced after the rename. Whoever sees NAME sees all of it, whatever
// moment the machine stopped.
//
// A symbolic link is followed: the file that it names is replaced, the link stays.
// What is no plain file (a device, a pipe, /dev/stdout) is written to as it is,
// never renamed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "noughts/core/result.h"

namespace noughts::store {

using Path = std::filesystem::path;
using Bytes = std::span<const std::uint8_t>;

// What errno means for the file: full disk (ENOSPC, EDQUOT, EFBIG), missing, interrupted,
// other; with the system's reason.
Error system_error(const Path& path, std::string_view what, int code);

// A file under construction. Destroyed before commit(), it leaves nothing.
class NewFile {
 public:
  static Result<NewFile> create(const Path& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  Result<void> append(Bytes bytes);
  std::uint64_t size() const { return size_; }
  // Syncs, renames, syncs the folder.
  Result<void> commit();

 private:
  // `part` is empty where the path itself is written to.
  NewFile(Path path, Path part, int fd) : path_(std::move(path)), part_(std::move(part)), fd_(fd) {}
  Result<void> flush();

  Path path_;
  Path part_;
  int fd_;
  std::uint64_t size_ = 0;
  std::string buffer_;
};

// A small file at once.
Result<void> write_file(const Path& path, std::string_view content);
// A plain file or whatever else can be read to its end. kMissing if it is not there.
Result<std::string> read_file(const Path& path);

Result<void> make_folder(const Path& path);
// Bytes that this user may still write in the folder's file system.
Result<std::uint64_t> free_space(const Path& folder);

// A file mapped for reading.
class MappedFile {
 public:
  static Result<MappedFile> open(const Path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();
  Bytes bytes() const { return {data_, size_}; }

 private:
  MappedFile(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  const std::uint8_t* data_;
  std::size_t size_;
};

}  // namespace noughts::store
