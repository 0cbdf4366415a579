// A library for LD_PRELOAD in which the n-th call of one kind fails, once.
//
//     NOUGHTS_FAULT=write:17 NOUGHTS_FAULT_NOTE=FILE LD_PRELOAD=libfaults.so noughts ...
//
// Kinds: write, pread, fsync, rename, open, mmap, malloc. Calls are counted from when the program
// has set its signals, which is when it can say anything. FILE appears if the call came.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum Kind { kWrite, kRead, kSync, kRename, kOpen, kMap, kMemory, kNone };
constexpr const char* kNames[] = {"write", "pread", "fsync", "rename", "open", "mmap", "malloc"};

std::atomic<bool> begun{false};
std::atomic<long> left{0};
Kind chosen = kNone;

void begin() {
  if (begun) return;
  const char* wish = std::getenv("NOUGHTS_FAULT");
  if (wish == nullptr) return;
  for (int kind = 0; kind < kNone; ++kind) {
    const std::size_t length = std::strlen(kNames[kind]);
    if (std::strncmp(wish, kNames[kind], length) != 0 || wish[length] != ':') continue;
    chosen = static_cast<Kind>(kind);
    left = std::atol(wish + length + 1);
  }
  begun = true;
}

bool fails(Kind kind) {
  if (!begun || kind != chosen || --left != 0) return false;
  if (const char* note = std::getenv("NOUGHTS_FAULT_NOTE"); note != nullptr) {
    const long file = ::syscall(SYS_openat, AT_FDCWD, note, O_WRONLY | O_CREAT, 0600);
    if (file >= 0) ::syscall(SYS_close, file);
  }
  return true;
}

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t size);  // NOLINT: the name is glibc's

void* malloc(std::size_t size) noexcept {
  if (!fails(kMemory)) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

__sighandler_t signal(int number, __sighandler_t handler) noexcept {
  static const auto real = next<__sighandler_t (*)(int, __sighandler_t)>("signal");
  const auto before = real(number, handler);
  if (number == SIGXFSZ) begin();
  return before;
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  if (!fails(kWrite)) return ::syscall(SYS_write, file, bytes, size);
  errno = ENOSPC;
  return -1;
}

ssize_t pread(int file, void* bytes, std::size_t size, off_t offset) {
  if (!fails(kRead)) return ::syscall(SYS_pread64, file, bytes, size, offset);
  errno = EIO;
  return -1;
}

int fsync(int file) {
  if (!fails(kSync)) return static_cast<int>(::syscall(SYS_fsync, file));
  errno = EIO;
  return -1;
}

int rename(const char* from, const char* to) noexcept {
  if (!fails(kRename)) return static_cast<int>(::syscall(SYS_rename, from, to));
  errno = EIO;
  return -1;
}

int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  if (!fails(kOpen)) return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  errno = EMFILE;
  return -1;
}

void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  if (!fails(kMap)) {
    return reinterpret_cast<void*>(::syscall(SYS_mmap, at, size, protection, flags, file, offset));
  }
  errno = ENOMEM;
  return MAP_FAILED;
}

}  // extern "C"
