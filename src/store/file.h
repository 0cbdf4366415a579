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
// A plain file and nothing else: what lies in a folder of tables may be anything, and a pipe would
// never end.
Result<std::string> read_plain_file(const Path& path);

Result<void> make_folder(const Path& path);
// Bytes that this user may still write in the folder's file system.
Result<std::uint64_t> free_space(const Path& folder);

// A plain file open for reading. It may be cut short meanwhile by anybody: then reading fails.
// (A mapped one would end the program by SIGBUS.)
class PlainFile {
 public:
  static Result<PlainFile> open(const Path& path);
  PlainFile(PlainFile&& other) noexcept;
  PlainFile& operator=(PlainFile&&) = delete;
  ~PlainFile();
  // When it was opened.
  std::uint64_t size() const { return size_; }
  // Fills `to`; kUnfinished if the file is shorter. Safe to call from several threads.
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> to) const;
  // To its end. Once, by one thread.
  Result<std::string> read_all() const;
  // The system need not keep these bytes in memory.
  void drop(std::uint64_t offset, std::uint64_t size) const;

 private:
  PlainFile(Path path, int fd) : path_(std::move(path)), fd_(fd) {}

  Path path_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace noughts::store
