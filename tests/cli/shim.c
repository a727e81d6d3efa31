/* A library for LD_PRELOAD that makes calls of the C library fail. HEDGEROW_TEST_FAIL lists the
 * calls with their errors, for example "renameat2=22,linkat=1,tmpfile=95,getrandom=38". Special
 * names are:
 * - tmpfile: openat with O_TMPFILE
 * - random: opening /dev/urandom and /dev/random
 * - fstatat: fstatat in a directory given by a descriptor
 * - CALL@N, for example getrandom@2: the call from its N-th time on
 *
 * Other variables simulate another user who interferes, or another system:
 * - HEDGEROW_TEST_OWNER: mkdirat gives the new directory to this user.
 * - HEDGEROW_TEST_LOOSE: mkdirat gives all permissions to all users.
 * - HEDGEROW_TEST_FIFO: after fstatat has checked this file, a FIFO replaces it.
 * - HEDGEROW_TEST_LINK: after fstatat has checked this directory, a link to HEDGEROW_TEST_TARGET
 *   replaces it.
 * - HEDGEROW_TEST_SYSTEM: fstatfs reports this type of file system.
 * - HEDGEROW_TEST_SECRET: if memory that contains this text is freed, a message appears on
 *   standard error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Returns the error for the `count`-th call of `call`, or 0. */
static int error_of(const char* call, int count) {
  const char* list = getenv("HEDGEROW_TEST_FAIL");
  const size_t length = strlen(call);
  for (const char* at = list; at && (at = strstr(at, call)); at += length) {
    char* rest = (char*)at + length;
    if (at != list && at[-1] != ',') continue;
    const long first = *rest == '@' ? strtol(rest + 1, &rest, 10) : 1;
    if (*rest == '=') return count >= first ? atoi(rest + 1) : 0;
  }
  return 0;
}

#define FAIL_IF_TOLD(call)                     \
  do {                                         \
    static int count;                          \
    const int error = error_of(call, ++count); \
    if (error) return errno = error, -1;       \
  } while (0)

static int open_file(int directory, const char* path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) FAIL_IF_TOLD("tmpfile");
  if (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0) FAIL_IF_TOLD("random");
  return (int)syscall(SYS_openat, directory, path, flags, mode);
}

int openat(int directory, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return open_file(directory, path, flags, mode);
}

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat64(int directory, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return open_file(directory, path, flags | O_LARGEFILE, mode);
}

int renameat2(int from_directory, const char* from, int to_directory, const char* to,
              unsigned flags) {
  FAIL_IF_TOLD("renameat2");
  return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

int renameat(int from_directory, const char* from, int to_directory, const char* to) {
  FAIL_IF_TOLD("renameat");
  return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, 0);
}

int linkat(int from_directory, const char* from, int to_directory, const char* to, int flags) {
  FAIL_IF_TOLD("linkat");
  return (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags);
}

#ifdef SYS_newfstatat
int fstatat(int directory, const char* path, struct stat* status, int flags) {
  if (directory != AT_FDCWD) FAIL_IF_TOLD("fstatat");
  const int failed = (int)syscall(SYS_newfstatat, directory, path, status, flags);
  const char* file = getenv("HEDGEROW_TEST_FIFO");
  if (file && strcmp(file, path) == 0 &&
      (unlinkat(directory, path, 0) != 0 || mkfifoat(directory, path, 0600) != 0))
    return -1;
  const char* name = getenv("HEDGEROW_TEST_LINK");
  if (name && strcmp(name, path) == 0 &&
      (unlinkat(directory, path, AT_REMOVEDIR) != 0 ||
       symlinkat(getenv("HEDGEROW_TEST_TARGET"), directory, path) != 0))
    return -1;
  return failed;
}
#endif

int fstatfs(int fd, struct statfs* system) {
  const int failed = (int)syscall(SYS_fstatfs, fd, system);
  const char* type = getenv("HEDGEROW_TEST_SYSTEM");
  if (!failed && type) system->f_type = strtol(type, NULL, 0);
  return failed;
}

ssize_t getrandom(void* data, size_t bytes, unsigned flags) {
  FAIL_IF_TOLD("getrandom");
  return syscall(SYS_getrandom, data, bytes, flags);
}

int fsync(int fd) {
  FAIL_IF_TOLD("fsync");
  return (int)syscall(SYS_fsync, fd);
}

int syncfs(int fd) {
  FAIL_IF_TOLD("syncfs");
  return (int)syscall(SYS_syncfs, fd);
}

int mkdirat(int directory, const char* path, mode_t mode) {
  const char* owner = getenv("HEDGEROW_TEST_OWNER");
  const int made = (int)syscall(SYS_mkdirat, directory, path, mode);
  if (made == 0 && getenv("HEDGEROW_TEST_LOOSE") && fchmodat(directory, path, 0777, 0) != 0)
    return -1;
  if (made == 0 && owner && fchownat(directory, path, (uid_t)atoi(owner), (gid_t)-1, 0) != 0)
    return -1;
  return made;
}

extern void __libc_free(void* data);

void free(void* data) {
  static const char kTold[] = "freed with the secret in it\n";
  const char* secret = getenv("HEDGEROW_TEST_SECRET");
  if (data && secret && memmem(data, malloc_usable_size(data), secret, strlen(secret)) &&
      write(2, kTold, sizeof kTold - 1) < 0)
    _exit(99);
  __libc_free(data);
}
