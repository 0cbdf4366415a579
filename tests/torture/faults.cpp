// A library for LD_PRELOAD in which the n-th call of one kind fails, once, or so many times in a
// row.
//
//     NOUGHTS_FAULT=write:17 NOUGHTS_FAULT_NOTE=FILE LD_PRELOAD=libfaults.so noughts ...
//     NOUGHTS_FAULT=malloc:17:2 ...     the 17th and the 18th
//
// And a machine that is not as usual:
//
//     NOUGHTS_CLOCK=1     each question for the time of day is answered by another day
//     NOUGHTS_NO_PROC=1   there is no /proc
//
// Kinds: the names below, and malloc for every call that takes memory. Calls are counted from when
// the program has set its signals, which is when it can say anything. FILE appears if the call
// came.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

std::atomic<bool> begun{false};
std::atomic<long> calls{0};
long first = 0;
long last = 0;
char chosen[32] = "";

void begin() {
  if (begun) return;
  const char* wish = std::getenv("NOUGHTS_FAULT");
  if (wish == nullptr) return;
  long times = 1;
  if (std::sscanf(wish, "%31[^:]:%ld:%ld", chosen, &first, &times) < 2) return;
  last = first + times - 1;
  begun = true;
}

bool fails(const char* kind) {
  if (!begun || std::strcmp(kind, chosen) != 0) return false;
  const long call = ++calls;
  if (call < first || call > last) return false;
  if (const char* note = std::getenv("NOUGHTS_FAULT_NOTE"); note != nullptr) {
    const long file = ::syscall(SYS_openat, AT_FDCWD, note, O_WRONLY | O_CREAT, 0600);
    if (file >= 0) ::syscall(SYS_close, file);
  }
  return true;
}

bool hidden(const char* path) {
  static const bool no_proc = std::getenv("NOUGHTS_NO_PROC") != nullptr;
  if (!no_proc || std::strncmp(path, "/proc", 5) != 0) return false;
  errno = ENOENT;
  return true;
}

// Somewhere between 1970 and 2100, another one each time.
std::time_t some_day() {
  static std::atomic<unsigned> asked{0};
  return static_cast<std::time_t>((++asked * 2654435761U) % 4102444800U);
}

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// NAME of `kind` with these parameters: fails with `number` in errno and gives `bad`.
#define NOUGHTS_FAULT_IN(kind, type, name, parameters, arguments, number, bad) \
  type name parameters {                                                       \
    static const auto real = next<type(*) parameters>(#name);                  \
    if (!fails(kind)) return real arguments;                                   \
    errno = number;                                                            \
    return bad;                                                                \
  }

// The project hides what it defines, and these are there to be found.
#pragma GCC visibility push(default)
extern "C" {

// ---- memory -----------------------------------------------------------------
// dlsym takes memory itself, so these go to glibc by its own names.

void* __libc_malloc(std::size_t size);                           // NOLINT: the name is glibc's
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __libc_realloc(void* old, std::size_t size);               // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT

void* malloc(std::size_t size) noexcept {
  if (!fails("malloc")) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!fails("malloc")) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* old, std::size_t size) noexcept {
  if (!fails("malloc")) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  if (!fails("malloc")) return __libc_memalign(alignment, size);
  errno = ENOMEM;
  return nullptr;
}
void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  if (!fails("mmap")) {
    return reinterpret_cast<void*>(::syscall(SYS_mmap, at, size, protection, flags, file, offset));
  }
  errno = ENOMEM;
  return MAP_FAILED;
}

// ---- when it begins -----------------------------------------------------------

__sighandler_t signal(int number, __sighandler_t handler) noexcept {
  static const auto real = next<__sighandler_t (*)(int, __sighandler_t)>("signal");
  const auto before = real(number, handler);
  if (number == SIGXFSZ) begin();
  return before;
}

// ---- files --------------------------------------------------------------------

int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  if (hidden(path)) return -1;
  if (!fails("open")) return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  errno = EMFILE;
  return -1;
}
int rename(const char* from, const char* to) noexcept {
  if (!fails("rename")) return static_cast<int>(::syscall(SYS_rename, from, to));
  errno = EIO;
  return -1;
}
// What is closed is closed, whatever it says.
int close(int file) {
  const bool failing = fails("close");
  const int result = static_cast<int>(::syscall(SYS_close, file));
  if (!failing) return result;
  errno = EIO;
  return -1;
}
NOUGHTS_FAULT_IN("write", ssize_t, write, (int file, const void* bytes, std::size_t size),
                 (file, bytes, size), ENOSPC, -1)
NOUGHTS_FAULT_IN("write", ssize_t, writev, (int file, const iovec* parts, int count),
                 (file, parts, count), ENOSPC, -1)
NOUGHTS_FAULT_IN("read", ssize_t, read, (int file, void* bytes, std::size_t size),
                 (file, bytes, size), EIO, -1)
NOUGHTS_FAULT_IN("read", ssize_t, readv, (int file, const iovec* parts, int count),
                 (file, parts, count), EIO, -1)
NOUGHTS_FAULT_IN("pread", ssize_t, pread, (int file, void* bytes, std::size_t size, off_t offset),
                 (file, bytes, size, offset), EIO, -1)
NOUGHTS_FAULT_IN("pwrite", ssize_t, pwrite,
                 (int file, const void* bytes, std::size_t size, off_t offset),
                 (file, bytes, size, offset), ENOSPC, -1)
NOUGHTS_FAULT_IN("fsync", int, fsync, (int file), (file), EIO, -1)
NOUGHTS_FAULT_IN("ftruncate", int, ftruncate, (int file, off_t size) noexcept, (file, size), EFBIG,
                 -1)
NOUGHTS_FAULT_IN("mkdir", int, mkdir, (const char* path, mode_t mode) noexcept, (path, mode),
                 EACCES, -1)
NOUGHTS_FAULT_IN("unlink", int, unlink, (const char* path) noexcept, (path), EIO, -1)
NOUGHTS_FAULT_IN("opendir", DIR*, opendir, (const char* path), (path), EMFILE, nullptr)
NOUGHTS_FAULT_IN("readdir", dirent*, readdir, (DIR * folder), (folder), EIO, nullptr)
NOUGHTS_FAULT_IN("stat", int, stat, (const char* path, struct stat* found) noexcept, (path, found),
                 EACCES, -1)
NOUGHTS_FAULT_IN("stat", int, lstat, (const char* path, struct stat* found) noexcept, (path, found),
                 EACCES, -1)
NOUGHTS_FAULT_IN("stat", int, fstat, (int file, struct stat* found) noexcept, (file, found), EIO,
                 -1)

FILE* fopen(const char* path, const char* how) {
  static const auto real = next<FILE* (*)(const char*, const char*)>("fopen");
  return hidden(path) ? nullptr : real(path, how);
}
FILE* fopen64(const char* path, const char* how) { return fopen(path, how); }
ssize_t readlink(const char* path, char* text, std::size_t size) noexcept {
  return hidden(path) ? -1 : ::syscall(SYS_readlink, path, text, size);
}

// ---- the clock ----------------------------------------------------------------------

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  static const bool jumps = std::getenv("NOUGHTS_CLOCK") != nullptr;
  const long done = ::syscall(SYS_clock_gettime, clock, now);
  if (jumps && clock == CLOCK_REALTIME) now->tv_sec = some_day();
  return static_cast<int>(done);
}
std::time_t time(std::time_t* stored) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (stored != nullptr) *stored = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(timeval* stored, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *stored = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

// ---- other programs and threads -------------------------------------------------

NOUGHTS_FAULT_IN("pipe", int, pipe2, (int* ends, int flags) noexcept, (ends, flags), EMFILE, -1)
NOUGHTS_FAULT_IN("pipe", int, pipe, (int* ends) noexcept, (ends), EMFILE, -1)
NOUGHTS_FAULT_IN("fork", pid_t, fork, () noexcept, (), EAGAIN, -1)
NOUGHTS_FAULT_IN("poll", int, poll, (pollfd * files, nfds_t count, int time), (files, count, time),
                 EINTR, -1)
NOUGHTS_FAULT_IN("waitpid", pid_t, waitpid, (pid_t pid, int* status, int options),
                 (pid, status, options), EINTR, -1)
NOUGHTS_FAULT_IN("thread", int, pthread_create,
                 (pthread_t * thread, const pthread_attr_t* how, void* (*run)(void*), void* with),
                 (thread, how, run, with), EAGAIN, EAGAIN)

// ---- connections ------------------------------------------------------------------

NOUGHTS_FAULT_IN("socket", int, socket, (int family, int type, int protocol) noexcept,
                 (family, type, protocol), EMFILE, -1)
NOUGHTS_FAULT_IN("setsockopt", int, setsockopt,
                 (int file, int level, int name, const void* value, socklen_t size) noexcept,
                 (file, level, name, value, size), EINVAL, -1)
NOUGHTS_FAULT_IN("bind", int, bind, (int file, const sockaddr* at, socklen_t size) noexcept,
                 (file, at, size), EADDRINUSE, -1)
NOUGHTS_FAULT_IN("listen", int, listen, (int file, int most) noexcept, (file, most), EADDRINUSE, -1)
NOUGHTS_FAULT_IN("accept", int, accept, (int file, sockaddr* from, socklen_t* size),
                 (file, from, size), EMFILE, -1)
NOUGHTS_FAULT_IN("accept", int, accept4, (int file, sockaddr* from, socklen_t* size, int flags),
                 (file, from, size, flags), EMFILE, -1)
NOUGHTS_FAULT_IN("receive", ssize_t, recv, (int file, void* bytes, std::size_t size, int flags),
                 (file, bytes, size, flags), ECONNRESET, -1)
NOUGHTS_FAULT_IN("receive", ssize_t, recvmsg, (int file, msghdr* message, int flags),
                 (file, message, flags), ECONNRESET, -1)
NOUGHTS_FAULT_IN("send", ssize_t, send, (int file, const void* bytes, std::size_t size, int flags),
                 (file, bytes, size, flags), EPIPE, -1)
NOUGHTS_FAULT_IN("send", ssize_t, sendmsg, (int file, const msghdr* message, int flags),
                 (file, message, flags), EPIPE, -1)
NOUGHTS_FAULT_IN("epoll_create", int, epoll_create1, (int flags) noexcept, (flags), EMFILE, -1)
NOUGHTS_FAULT_IN("epoll_ctl", int, epoll_ctl,
                 (int file, int what, int other, epoll_event* event) noexcept,
                 (file, what, other, event), ENOMEM, -1)
NOUGHTS_FAULT_IN("epoll_wait", int, epoll_wait, (int file, epoll_event* events, int most, int time),
                 (file, events, most, time), EINTR, -1)
NOUGHTS_FAULT_IN("eventfd", int, eventfd, (unsigned count, int flags) noexcept, (count, flags),
                 EMFILE, -1)
NOUGHTS_FAULT_IN("timerfd", int, timerfd_create, (clockid_t clock, int flags) noexcept,
                 (clock, flags), EMFILE, -1)

}  // extern "C"
#pragma GCC visibility pop
