// Who may write in a folder: one process alone, or several together that each write files
// of their own.
//
// The lock is the system's (flock on the file `lock`), not the file: it ends with its
// process, however that ends, and a file `lock` that is left over means nothing. On a
// folder that machines share it holds from machine to machine where the file system passes
// locks on, as NFS does unless it is mounted with nolock; the lock of a machine that is gone
// ends when the server misses it (NFS: after 90 seconds). Nothing that was written is
// lost where locks do not hold: files appear whole under their names (file.h).
#pragma once

#include "noughts/store/file.h"

namespace noughts::store {

enum class Holder { kAlone, kTogether };

class FolderLock {
 public:
  // Fails at once, with who began last, if others hold it in a way that does not allow it.
  static Result<FolderLock> take(const Path& folder, Holder holder = Holder::kAlone);
  FolderLock(FolderLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace noughts::store
