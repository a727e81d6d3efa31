/* Shared by the tests of container.h in C: checks, memory as input and output, a container. */
#ifndef CONTAINER_C_SUPPORT_H
#define CONTAINER_C_SUPPORT_H

#define _GNU_SOURCE
#include <fcntl.h>
#include <hedgerow/container.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int failures;
#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                                     \
    }                                                                 \
  } while (0)

static hedgerow_container_error error;
/* The call must return this status, and it must set an error sentence exactly if it fails. */
#define EXPECT(wanted, call)                                                                   \
  do {                                                                                         \
    memset(&error, 0x55, sizeof error);                                                        \
    hedgerow_container_status got_ = (call);                                                   \
    if (got_ != (wanted) || error.status != got_ || (error.text[0] == 0) != (got_ == 0)) {     \
      fprintf(stderr, "%s:%d: %s: %d, \"%s\"\n", __FILE__, __LINE__, #call, got_, error.text); \
      failures++;                                                                              \
    }                                                                                          \
  } while (0)
#define OK(call) EXPECT(HEDGEROW_CONTAINER_OK, call)
#define FAILS(name, call) EXPECT(HEDGEROW_CONTAINER_##name, call)

/* Memory as input and output. */

typedef struct Buffer {
  unsigned char* data;
  size_t bytes, room, at;
  size_t most;     /* bytes per call at most; 0: no limit */
  size_t fails_at; /* the call fails at this offset; SIZE_MAX: never */
  int64_t failure; /* the return value of that call */
} Buffer;

static inline Buffer buffer_of(const void* data, size_t bytes) {
  Buffer b = {malloc(bytes + 1), bytes, bytes, 0, 0, SIZE_MAX, -1};
  if (bytes) memcpy(b.data, data, bytes);
  return b;
}

static inline int64_t read_buffer(void* user, void* data, size_t bytes) {
  Buffer* b = user;
  if (b->at >= b->fails_at) return b->failure;
  size_t n = b->bytes - b->at < bytes ? b->bytes - b->at : bytes;
  if (b->most && n > b->most) n = b->most;
  memcpy(data, b->data + b->at, n);
  b->at += n;
  return (int64_t)n;
}

static inline int64_t read_buffer_at(void* user, uint64_t offset, void* data, size_t bytes) {
  Buffer* b = user;
  if (offset >= b->fails_at) return b->failure;
  if (offset >= b->bytes) return 0;
  size_t n = b->bytes - offset < bytes ? b->bytes - offset : bytes;
  if (b->most && n > b->most) n = b->most;
  memcpy(data, b->data + offset, n);
  return (int64_t)n;
}

static inline int64_t write_buffer(void* user, const void* data, size_t bytes) {
  Buffer* b = user;
  if (b->bytes >= b->fails_at) return b->failure;
  size_t n = b->most && bytes > b->most ? b->most : bytes;
  if (b->bytes + n > b->room) b->data = realloc(b->data, b->room = 2 * (b->bytes + n));
  memcpy(b->data + b->bytes, data, n);
  b->bytes += n;
  return (int64_t)n;
}

static inline hedgerow_container_input input_of(Buffer* b) {
  hedgerow_container_input in = {sizeof in, -1, read_buffer, read_buffer_at, b->bytes, b};
  return in;
}

static inline hedgerow_container_output output_of(Buffer* b) {
  hedgerow_container_output out = {sizeof out, -1, write_buffer, b};
  return out;
}

static inline hedgerow_container_input input_of_fd(int fd) {
  hedgerow_container_input in = {sizeof in, fd, NULL, NULL, 0, NULL};
  return in;
}

static inline hedgerow_container_output output_to_fd(int fd) {
  hedgerow_container_output out = {sizeof out, fd, NULL, NULL};
  return out;
}

static inline int file_of(const void* data, size_t bytes) {
  int fd = memfd_create("container_c_test", MFD_CLOEXEC);
  CHECK(pwrite(fd, data, bytes, 0) == (ssize_t)bytes);
  return fd;
}

/* A container and its keys, which most cases use. */

enum { kPlainBytes = 3 * 65536 + 1234 };
static unsigned char plain[kPlainBytes];
static hedgerow_container_credentials *key, *other_key;

static inline hedgerow_container_options small_options(void) {
  hedgerow_container_options o;
  memset(&o, 0, sizeof o);
  o.size = sizeof o;
  o.segment_bytes = 65536;
  o.kdf_passes = 1; /* the minimum, to keep the test fast */
  o.kdf_memory_kib = 8;
  return o;
}

static inline Buffer sealed_with(const hedgerow_container_credentials* credentials,
                                 const hedgerow_container_options* options) {
  Buffer in = buffer_of(plain, sizeof plain), out = buffer_of("", 0);
  hedgerow_container_input i = input_of(&in);
  hedgerow_container_output o = output_of(&out);
  OK(hedgerow_container_encrypt(&i, &o, credentials, options, &error));
  free(in.data);
  return out;
}

static inline Buffer sealed(void) {
  hedgerow_container_options options = small_options();
  return sealed_with(key, &options);
}

static inline hedgerow_container_status open_buffer(
    Buffer* container, Buffer* out, const hedgerow_container_credentials* credentials) {
  hedgerow_container_input i = input_of(container);
  hedgerow_container_output o = output_of(out);
  container->at = 0;
  return hedgerow_container_decrypt(&i, &o, credentials, NULL, &error);
}

static inline void expect_plain(const Buffer* out) {
  CHECK(out->bytes == sizeof plain && memcmp(out->data, plain, sizeof plain) == 0);
}

/* Into a new file of this name, which is there also when the container is damaged. */
static inline hedgerow_container_status salvage_to(
    const char* path, const hedgerow_container_input* in,
    const hedgerow_container_credentials* credentials, hedgerow_container_gap_found found,
    void* user, hedgerow_container_damage* damage, hedgerow_container_error* e) {
  hedgerow_container_file* file = NULL;
  hedgerow_container_error ignored;
  hedgerow_container_info info = {.size = sizeof info};
  hedgerow_container_status status = hedgerow_container_file_new(&file, AT_FDCWD, path, NULL, 0, e);
  if (status != HEDGEROW_CONTAINER_OK) return status;
  status = hedgerow_container_salvage(in, hedgerow_container_file_fd(file), credentials, NULL,
                                      found, user, &info, damage, e);
  if (status == HEDGEROW_CONTAINER_OK || info.version != 0)
    CHECK(hedgerow_container_file_commit(file, &ignored) == HEDGEROW_CONTAINER_OK);
  hedgerow_container_file_free(file);
  return status;
}

static inline hedgerow_container_credentials* random_key(void) {
  unsigned char bytes[HEDGEROW_CONTAINER_KEY_BYTES];
  hedgerow_container_credentials* list = NULL;
  OK(hedgerow_container_make_key(bytes, &error));
  OK(hedgerow_container_credentials_new(&list, &error));
  OK(hedgerow_container_add_key(list, bytes, sizeof bytes, NULL, &error));
  return list;
}

static inline void set_plain(void) {
  for (size_t i = 0; i < sizeof plain; i++) plain[i] = (unsigned char)(i * 31 + (i >> 8));
}

static inline void set_up(void) {
  set_plain();
  key = random_key();
  other_key = random_key();
}

static inline int tear_down(const char* name) {
  hedgerow_container_credentials_free(key);
  hedgerow_container_credentials_free(other_key);
  if (failures == 0) printf("%s: all is well\n", name);
  return failures != 0;
}

#endif
