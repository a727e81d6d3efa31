/* Functions that glibc 2.28 does not have, for programs that are linked to its symbols (old_glibc.py). Each definition
 * is hidden, so that it serves only the file that it is linked into. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#pragma GCC visibility push(hidden)

/* glibc 2.33 made these functions. Before, they were inlined calls of the functions below. */
#ifdef __x86_64__
#define STAT_VERSION 1
#else
#define STAT_VERSION 0 /* aarch64 */
#endif
#pragma GCC visibility push(default)
int __xstat(int version, const char* path, struct stat* out);
int __lxstat(int version, const char* path, struct stat* out);
int __fxstat(int version, int fd, struct stat* out);
int __fxstatat(int version, int fd, const char* path, struct stat* out, int flags);
#pragma GCC visibility pop
#define SAME(name) __attribute__((alias(name))) /* struct stat64 is struct stat */
int stat(const char* path, struct stat* out) { return __xstat(STAT_VERSION, path, out); }
int lstat(const char* path, struct stat* out) { return __lxstat(STAT_VERSION, path, out); }
int fstat(int fd, struct stat* out) { return __fxstat(STAT_VERSION, fd, out); }
int fstatat(int fd, const char* path, struct stat* out, int flags) {
  return __fxstatat(STAT_VERSION, fd, path, out, flags);
}
int stat64(const char* path, struct stat64* out) SAME("stat");
int lstat64(const char* path, struct stat64* out) SAME("lstat");
int fstat64(int fd, struct stat64* out) SAME("fstat");
int fstatat64(int fd, const char* path, struct stat64* out, int flags) SAME("fstatat");

/* glibc 2.36. std::random_device calls it. */
uint32_t arc4random(void) {
  uint32_t r;
  if (getrandom(&r, sizeof r, 0) != sizeof r) abort(); /* never, for so few bytes */
  return r;
}

/* glibc 2.32. 0 is always correct: the C++ library then counts references by atomic operations. */
char __libc_single_threaded = 0;

/* glibc 2.30. std::condition_variable waits by it until a time of the monotonic clock. Before, it waited until a time
 * of the real-time clock. If somebody sets that clock, the wait is shorter or longer; the caller then looks at its
 * own. */
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* deadline) {
  const long second = 1000000000;
  struct timespec now, real;
  if (clock_gettime(clock, &now) || clock_gettime(CLOCK_REALTIME, &real)) return EINVAL;
  long nanoseconds = real.tv_nsec + deadline->tv_nsec - now.tv_nsec; /* -1 s to 2 s */
  real.tv_sec += deadline->tv_sec - now.tv_sec - 1 + (nanoseconds + second) / second;
  real.tv_nsec = (nanoseconds + second) % second;
  return pthread_cond_timedwait(condition, mutex, &real);
}

/* glibc 2.35. By this, libgcc finds the tables for exceptions of the code at an address. */
struct search {
  uintptr_t address;
  struct dl_find_object* result;
};

static int covers(struct dl_phdr_info* file, size_t size, void* data) {
  const struct search* wanted = data;
  const ElfW(Phdr)* tables = NULL;
  int found = 0;
  (void)size;
  for (size_t i = 0; i < file->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &file->dlpi_phdr[i];
    if (part->p_type == PT_GNU_EH_FRAME) tables = part;
    found |= part->p_type == PT_LOAD &&
             wanted->address - (file->dlpi_addr + part->p_vaddr) < part->p_memsz;
  }
  if (!found || tables == NULL) return 0;
  wanted->result->dlfo_eh_frame = (void*)(file->dlpi_addr + tables->p_vaddr);
  return 1;
}

int _dl_find_object(void* address, struct dl_find_object* result) {
  struct search wanted = {(uintptr_t)address, result};
  return dl_iterate_phdr(covers, &wanted) ? 0 : -1;
}
