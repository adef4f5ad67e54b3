// A library to preload (LD_PRELOAD) that makes one call of the program fail: a thread, a fork, a
// file that is opened, written, synced or renamed, a connection, or an allocation. A site is a kind
// of call and the stack it is made from; run_faults.py first lists the sites of a command and then
// runs it once for each. ROOKERY_FAULT_LIST names the file for the list; ROOKERY_FAULT is the site
// to fail, once. Addresses must not be randomised (setarch -R), so that stacks are comparable.
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {

constexpr int kFrames = 14;
std::atomic<bool> active{false};
std::atomic<bool> failed{false};
std::uint64_t target = 0;
int list = -1;
pid_t owner = 0;
std::atomic<std::uint64_t> seen[1 << 16];
thread_local bool inside = false;

bool is_new(std::uint64_t site) {
  for (std::size_t at = site % std::size(seen);; at = (at + 1) % std::size(seen)) {
    std::uint64_t empty = 0;
    if (seen[at].compare_exchange_strong(empty, site)) return true;
    if (seen[at] == site) return false;
  }
}

/// True if this call is the one that has to fail.
bool fails(const char* kind) {
  if (!active || inside || getpid() != owner) return false;
  inside = true;
  void* frames[kFrames];
  const int n = backtrace(frames, kFrames);
  std::uint64_t site = 0xCBF29CE484222325u;
  const auto mix = [&](std::uint64_t v) { site = (site ^ v) * 0x100000001B3u ^ site >> 29; };
  for (const char* c = kind; *c; ++c) mix(static_cast<unsigned char>(*c));
  for (int i = 2; i < n; ++i) mix(reinterpret_cast<std::uint64_t>(frames[i]));
  site |= 1;
  bool fail = false;
  if (list >= 0 && is_new(site)) {
    char line[64];
    const int size =
        snprintf(line, sizeof line, "%s %llx\n", kind, static_cast<unsigned long long>(site));
    (void)!syscall(SYS_write, list, line, static_cast<std::size_t>(size));
  }
  if (site == target && !failed.exchange(true)) fail = true;
  inside = false;
  return fail;
}

template <class F>
F next(const char* name) {
  inside = true;
  const F function = reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
  inside = false;
  return function;
}

[[gnu::constructor]] void begin() {
  if (strcmp(program_invocation_short_name, "setarch") == 0) return;  // only on the way
  void* frames[4];
  backtrace(frames, 4);  // loads what it needs, which allocates
  owner = getpid();
  if (const char* name = getenv("ROOKERY_FAULT_LIST"))
    list = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (const char* site = getenv("ROOKERY_FAULT")) target = strtoull(site, nullptr, 16);
  unsetenv("LD_PRELOAD");  // the program's children are not its concern
  active = list >= 0 || target != 0;
}

}  // namespace

extern "C" {

void* malloc(size_t size) {
  if (fails("malloc")) return errno = ENOMEM, nullptr;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  if (fails("malloc")) return errno = ENOMEM, nullptr;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  if (fails("malloc")) return errno = ENOMEM, nullptr;
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  if (fails("malloc")) return errno = ENOMEM, nullptr;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, size_t alignment, size_t size) {
  if (fails("malloc")) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  static const auto call = next<decltype(&pthread_create)>("pthread_create");
  if (fails("thread")) return EAGAIN;
  return call(thread, attributes, run, argument);
}
pid_t fork() {
  static const auto call = next<decltype(&fork)>("fork");
  if (fails("fork")) return errno = EAGAIN, -1;
  return call();
}
#define ROOKERY_OPEN(name)                                                \
  int name(const char* path, int flags, ...) {                            \
    static const auto call = next<int (*)(const char*, int, ...)>(#name); \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    const int mode = va_arg(rest, int);                                   \
    va_end(rest);                                                         \
    if (fails("open")) return errno = EMFILE, -1;                         \
    return call(path, flags, mode);                                       \
  }
ROOKERY_OPEN(open)
ROOKERY_OPEN(open64)
FILE* fopen(const char* path, const char* mode) {
  static const auto call = next<decltype(&fopen)>("fopen");
  if (fails("open")) return errno = EMFILE, nullptr;
  return call(path, mode);
}
int pipe2(int ends[2], int flags) {
  static const auto call = next<decltype(&pipe2)>("pipe2");
  if (fails("open")) return errno = EMFILE, -1;
  return call(ends, flags);
}
int socket(int domain, int type, int protocol) {
  static const auto call = next<decltype(&socket)>("socket");
  if (fails("open")) return errno = EMFILE, -1;
  return call(domain, type, protocol);
}
ssize_t write(int file, const void* data, size_t size) {
  static const auto call = next<decltype(&write)>("write");
  if (fails("write")) return errno = ENOSPC, -1;
  return call(file, data, size);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  static const auto call = next<decltype(&pwrite64)>("pwrite64");
  if (fails("write")) return errno = ENOSPC, -1;
  return call(file, data, size, at);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  static const auto call = next<decltype(&fwrite)>("fwrite");
  if (fails("write")) return errno = ENOSPC, 0;
  return call(data, size, count, file);
}
int fsync(int file) {
  static const auto call = next<decltype(&fsync)>("fsync");
  if (fails("sync")) return errno = EIO, -1;
  return call(file);
}
int fdatasync(int file) {
  static const auto call = next<decltype(&fdatasync)>("fdatasync");
  if (fails("sync")) return errno = EIO, -1;
  return call(file);
}
int rename(const char* from, const char* to) {
  static const auto call = next<decltype(&rename)>("rename");
  if (fails("rename")) return errno = EIO, -1;
  return call(from, to);
}
int connect(int file, const struct sockaddr* address, socklen_t size) {
  static const auto call = next<decltype(&connect)>("connect");
  if (fails("connect")) return errno = ECONNREFUSED, -1;
  return call(file, address, size);
}

}  // extern "C"
