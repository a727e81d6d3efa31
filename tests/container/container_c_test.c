/* Tests container.h from plain C11 with every call, every kind of credential, every mode, and
 * callbacks that process only a few bytes per call. The program links only libhedgerow-container
 * and returns 0 on success.
 *
 * It turned red when the pump did not wait for the end of the output. */
#include "container/container_c_support.h"

static void round_trips(void) {
  const size_t pieces[] = {0, 1000, 65537};
  for (size_t i = 0; i < 3; i++) {
    hedgerow_container_options options = small_options();
    Buffer in = buffer_of(plain, sizeof plain), container = buffer_of("", 0),
           out = buffer_of("", 0);
    in.most = container.most = out.most = pieces[i];
    hedgerow_container_input from = input_of(&in);
    hedgerow_container_output to = output_of(&container);
    OK(hedgerow_container_encrypt(&from, &to, key, &options, &error));
    OK(open_buffer(&container, &out, key));
    expect_plain(&out);
    free(in.data), free(container.data), free(out.data);
  }
  Buffer none = buffer_of("", 0), container = buffer_of("", 0), out = buffer_of("", 0);
  hedgerow_container_input from = input_of(&none);
  hedgerow_container_output to = output_of(&container);
  OK(hedgerow_container_encrypt(&from, &to, key, NULL, &error));
  OK(open_buffer(&container, &out, key));
  CHECK(out.bytes == 0);
  free(none.data), free(container.data), free(out.data);
}

static void descriptors(void) {
  int in = file_of(plain, sizeof plain), container = file_of("", 0), out = file_of("", 0);
  hedgerow_container_options options = small_options();
  hedgerow_container_input from = input_of_fd(in);
  hedgerow_container_output to = output_to_fd(container);
  OK(hedgerow_container_encrypt(&from, &to, key, &options, &error));
  /* after the bytes that it wrote */
  CHECK(lseek(container, 0, SEEK_CUR) == lseek(container, 0, SEEK_END));
  lseek(container, 0, SEEK_SET);
  from = input_of_fd(container), to = output_to_fd(out);
  OK(hedgerow_container_decrypt(&from, &to, key, NULL, &error));
  Buffer got = {.data = mmap(NULL, sizeof plain, PROT_READ, MAP_SHARED, out, 0),
                .bytes = (size_t)lseek(out, 0, SEEK_END)};
  expect_plain(&got);
  /* Writing to a pipe without a reader is an error and must not end this process. */
  int ends[2];
  CHECK(pipe(ends) == 0);
  close(ends[0]), lseek(container, 0, SEEK_SET);
  to = output_to_fd(ends[1]);
  FAILS(IO, hedgerow_container_decrypt(&from, &to, key, NULL, &error));
  from = input_of_fd(-1);
  FAILS(IO, hedgerow_container_decrypt(&from, &to, key, NULL, &error));
  munmap(got.data, sizeof plain), close(in), close(container), close(out), close(ends[1]);
}

static void armor(void) {
  hedgerow_container_options options = small_options();
  options.flags = HEDGEROW_CONTAINER_ARMORED;
  Buffer text = sealed_with(key, &options), out = buffer_of("", 0);
  CHECK(memcmp(text.data, "-----BEGIN HEDGEROW CONTAINER-----", 34) == 0);
  OK(open_buffer(&text, &out, key));
  expect_plain(&out);
  free(text.data), free(out.data);
}

/* Every mode distinguishes a changed byte from a cut. The authentic data before it is written. */
static void damaged(Buffer* container, Buffer* out, size_t tag_bytes) {
  unsigned char* byte = container->data + 12288 + 65536 + tag_bytes + 77;
  out->bytes = 0;
  *byte ^= 4;
  FAILS(TAMPERED, open_buffer(container, out, key));
  CHECK(out->bytes == 65536);
  *byte ^= 4;
  container->bytes = 12288 + 2 * (65536 + tag_bytes), out->bytes = 0;
  FAILS(TRUNCATED, open_buffer(container, out, key));
  CHECK(out->bytes == 65536);
}

/* Every AEAD of every cipher with blocks of at least 128 bits. */
static void modes(void) {
  size_t made = 0;
  for (size_t i = 0; i < hedgerow_algorithm_count(); i++) {
    hedgerow_algorithm_info algorithm = {.size = sizeof algorithm};
    CHECK(hedgerow_algorithm_at(i, &algorithm) == HEDGEROW_OK);
    if (algorithm.kind != HEDGEROW_AEAD) continue;
    hedgerow_container_options options = small_options();
    options.cipher = algorithm.cipher;
    options.mode = algorithm.mode;
    if (algorithm.block_bytes < 16) {
      Buffer in = buffer_of("x", 1), out = buffer_of("", 0);
      hedgerow_container_input from = input_of(&in);
      hedgerow_container_output to = output_of(&out);
      FAILS(CIPHER, hedgerow_container_encrypt(&from, &to, key, &options, &error));
      CHECK(out.bytes == 0);
      free(in.data), free(out.data);
      continue;
    }
    Buffer container = sealed_with(key, &options), out = buffer_of("", 0);
    OK(open_buffer(&container, &out, key));
    expect_plain(&out);
    hedgerow_container_info info = {.size = sizeof info};
    hedgerow_container_input from = input_of(&container);
    container.at = 0;
    OK(hedgerow_container_inspect(&from, &info, &error));
    CHECK(strcmp(info.cipher, algorithm.cipher) == 0 && strcmp(info.mode, algorithm.mode) == 0);
    damaged(&container, &out, info.tag_bytes);
    free(container.data), free(out.data), made++;
  }
  CHECK(made >= 50);
}

static void credentials_of_every_kind(void) {
  hedgerow_container_credentials *all, *one;
  unsigned char secret[32], public_key[32];
  char text[HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES];
  hedgerow_container_options options = small_options();
  OK(hedgerow_container_make_identity(secret, public_key, &error));
  OK(hedgerow_container_public_text(public_key, text, &error));
  CHECK(strlen(text) == sizeof text - 1 && strncmp(text, "hedgerow-public-", 16) == 0);
  OK(hedgerow_container_credentials_new(&all, &error));
  OK(hedgerow_container_add_passphrase(all, "viburnum", 8, "office", &error));
  OK(hedgerow_container_add_text(all, text, "mail", &error));
  CHECK(hedgerow_container_credentials_count(all) == 2);
  Buffer container = sealed_with(all, &options), out = buffer_of("", 0);
  FAILS(CREDENTIAL, open_buffer(&container, &out, key));
  /* opened by the passphrase, because a public key only encrypts */
  OK(open_buffer(&container, &out, all));
  expect_plain(&out);
  out.bytes = 0;
  OK(hedgerow_container_credentials_new(&one, &error));
  OK(hedgerow_container_add_identity(one, secret, sizeof secret, NULL, &error));
  OK(open_buffer(&container, &out, one));
  expect_plain(&out);
  hedgerow_container_info info = {.size = sizeof info};
  hedgerow_container_input in = input_of(&container);
  container.at = 0;
  OK(hedgerow_container_verify(&in, one, NULL, &info, &error));
  CHECK(strcmp(info.opened_with, "mail") == 0 && info.plaintext_bytes == sizeof plain);
  CHECK(info.copies_whole == 1);
  container.at = 0;
  OK(hedgerow_container_inspect(&in, &info, &error));
  CHECK(info.slot_count == 2 && info.slots[0].kind == HEDGEROW_CONTAINER_SLOT_PASSPHRASE);
  CHECK(info.slots[1].kind == HEDGEROW_CONTAINER_SLOT_RECIPIENT && info.slots[1].label[0] == 0);
  CHECK(info.kdf_passes == 1 && info.kdf_memory_kib == 8 && info.version == 2);
  hedgerow_container_credentials_free(one);
  hedgerow_container_credentials_free(all);
  free(container.data), free(out.data);
}

/* A container is incomplete if its source fails, and the call reports an error if its sink
 * fails. */
static int calls, cancel_at;
static uint64_t last_done;
static int progress(void* user, uint64_t done, uint64_t total) {
  CHECK(user == &calls && done > last_done &&
        (total >= done || total == HEDGEROW_CONTAINER_UNKNOWN));
  last_done = done;
  return ++calls == cancel_at;
}

static void progress_and_cancel(void) {
  hedgerow_container_options options = small_options();
  options.progress = progress;
  options.user = &calls;
  Buffer container = sealed_with(key, &options), out = buffer_of("", 0);
  CHECK(calls > 0 && last_done == sizeof plain);
  calls = 0, last_done = 0, cancel_at = 1;
  container.most = 1000; /* so that the work is far from finished */
  hedgerow_container_input in = input_of(&container);
  hedgerow_container_output to = output_of(&out);
  FAILS(CANCELLED, hedgerow_container_decrypt(&in, &to, key, &options, &error));
  CHECK(calls == 1);
  calls = 0, container.at = 0;
  FAILS(WRONG_KEY, hedgerow_container_decrypt(&in, &to, other_key, &options, &error));
  CHECK(calls == 0);
  free(container.data), free(out.data);
}

static hedgerow_container_gap gaps[9];
static size_t gap_count;
static void note_gap(void* user, const hedgerow_container_gap* gap) {
  CHECK(user == gaps && gap_count < 9);
  gaps[gap_count++] = *gap;
}

/* Authentic segments are written at their place, all other bytes are zero, and the call reports
 * them. */
static void salvages(const char* folder) {
  char out[300];
  snprintf(out, sizeof out, "%s/salvaged", folder);
  Buffer container = sealed();
  hedgerow_container_input in = input_of(&container);
  hedgerow_container_damage damage = {.size = sizeof damage};
  OK(hedgerow_container_salvage(&in, -1, key, NULL, note_gap, gaps, NULL, &damage, &error));
  CHECK(gap_count == 0 && damage.gap_count == 0 && damage.end_authentic == 1);
  CHECK(damage.plaintext_bytes == sizeof plain && damage.extra_bytes == 0);
  container.data[12288 + 65568 + 5] ^= 1, container.at = 0;
  FAILS(TAMPERED, salvage_to(out, &in, key, note_gap, gaps, &damage, &error));
  CHECK(gap_count == 1 && gaps[0].first_segment == 1 && gaps[0].segments == 1);
  CHECK(gaps[0].offset == 65536 && gaps[0].bytes == 65536 && damage.missing_bytes == 65536);
  int fd = open(out, O_RDONLY);
  unsigned char got[sizeof plain + 1];
  CHECK(read(fd, got, sizeof got) == (ssize_t)sizeof plain);
  memset(plain + 65536, 0, 65536);
  CHECK(memcmp(got, plain, sizeof plain) == 0);
  set_plain();
  close(fd), container.at = 0;
  FAILS(EXISTS, salvage_to(out, &in, key, NULL, NULL, NULL, &error));
  CHECK(unlink(out) == 0);
  container.bytes = 12288 + 65568, container.at = 0;
  FAILS(TRUNCATED, salvage_to(out, &in, key, NULL, NULL, &damage, &error));
  CHECK(damage.end_authentic == 0 && damage.plaintext_bytes == 65536 && unlink(out) == 0);
  free(container.data);
}

static void random_access_by_descriptor(const Buffer* container) {
  unsigned char got[100];
  size_t n = 0;
  hedgerow_container_reader* reader = NULL;
  int fd = file_of(container->data, container->bytes);
  hedgerow_container_input in = input_of_fd(fd);
  FAILS(TAMPERED, hedgerow_container_verify(&in, key, NULL, NULL, &error));
  OK(hedgerow_container_reader_open(&reader, &in, key, NULL, &error));
  OK(hedgerow_container_reader_read(reader, 150000, got, sizeof got, &n, &error));
  CHECK(n == sizeof got && memcmp(got, plain + 150000, n) == 0);
  hedgerow_container_reader_free(reader);
  close(fd);
}

static void random_access(void) {
  Buffer container = sealed();
  unsigned char got[70000];
  size_t n = 99;
  hedgerow_container_reader* reader = NULL;
  hedgerow_container_input in = input_of(&container);
  container.most = 777;
  OK(hedgerow_container_reader_open(&reader, &in, key, NULL, &error));
  CHECK(hedgerow_container_reader_bytes(reader) == sizeof plain);
  const uint64_t offsets[] = {0, 1, 65535, 65536, 100000, sizeof plain - 1};
  for (size_t i = 0; i < 6; i++) {
    const size_t left = sizeof plain - offsets[i];
    OK(hedgerow_container_reader_read(reader, offsets[i], got, sizeof got, &n, &error));
    CHECK(n == (left < sizeof got ? left : sizeof got) && memcmp(got, plain + offsets[i], n) == 0);
  }
  const uint64_t behind[] = {sizeof plain, sizeof plain + 1, UINT64_MAX};
  for (size_t i = 0; i < 3; i++, n = 99) {
    OK(hedgerow_container_reader_read(reader, behind[i], got, sizeof got, &n, &error));
    CHECK(n == 0);
  }
  OK(hedgerow_container_reader_read(reader, 0, NULL, 0, &n, &error));
  FAILS(ARGUMENT, hedgerow_container_reader_read(reader, 0, NULL, 1, &n, &error));
  hedgerow_container_info info = {.size = sizeof info};
  OK(hedgerow_container_reader_info(reader, &info, &error));
  CHECK(info.plaintext_bytes == sizeof plain && strcmp(info.cipher, "kalyna-256-256") == 0);
  /* Data that is not authentic is not returned, together with the data before it in the same call. */
  container.data[12288 + 65568 + 5] ^= 1;
  memset(got, 0x77, sizeof got);
  FAILS(TAMPERED, hedgerow_container_reader_read(reader, 60000, got, sizeof got, &n, &error));
  for (size_t i = 0; i < sizeof got; i++) CHECK(got[i] == 0);
  container.fails_at = 12288 + 2 * 65568;
  FAILS(CALLBACK, hedgerow_container_reader_read(reader, 140000, got, 10, &n, &error));
  hedgerow_container_reader_free(reader);
  random_access_by_descriptor(&container);
  free(container.data);
}

static void rekeys(const char* out) {
  hedgerow_container_options options = small_options();
  hedgerow_container_credentials* more;
  OK(hedgerow_container_credentials_new(&more, &error));
  OK(hedgerow_container_add_passphrase(more, "opulus", 6, "new", &error));
  OK(hedgerow_container_add_passphrase(more, "lantana", 7, "newer", &error));
  hedgerow_container_change change = {sizeof change, more, NULL, 0};
  hedgerow_container_info info = {.size = sizeof info};
  OK(hedgerow_container_rekey(out, key, &change, &options, &info, &error));
  CHECK(info.slot_count == 3 && strcmp(info.slots[1].label, "new") == 0);
  FAILS(ARGUMENT, hedgerow_container_rekey(out, key, &change, &options, &info, &error));
  const char* labels[] = {"nobody", "newer"};
  hedgerow_container_change removal = {sizeof removal, NULL, labels, 1};
  FAILS(ARGUMENT, hedgerow_container_rekey(out, key, &removal, NULL, NULL, &error));
  CHECK(strstr(error.text, "nobody") && strstr(error.text, "new"));
  labels[0] = "new", removal.remove_count = 2;
  FAILS(ARGUMENT, hedgerow_container_reencrypt(
                      out, key, &(hedgerow_container_change){sizeof removal, NULL, NULL, 0}, NULL,
                      NULL, &error));
  OK(hedgerow_container_reencrypt(out, key, &removal, NULL, &info, &error));
  CHECK(info.slot_count == 1);
  FAILS(CREDENTIAL, hedgerow_container_slots(out, more, NULL, &info, &error));
  OK(hedgerow_container_slots(out, key, NULL, &info, &error));
  CHECK(info.slot_count == 1 && strcmp(info.slots[0].label, "key file") == 0);
  hedgerow_container_credentials_free(more);
}

static void files(const char* folder) {
  char in[300], out[300], back[300];
  snprintf(in, sizeof in, "%s/plain", folder);
  snprintf(out, sizeof out, "%s/out.hedgerow", folder);
  snprintf(back, sizeof back, "%s/back", folder);
  int fd = open(in, O_CREAT | O_WRONLY, 0600);
  CHECK(write(fd, plain, sizeof plain) == (ssize_t)sizeof plain);
  close(fd);
  hedgerow_container_options options = small_options();
  OK(hedgerow_container_encrypt_file(in, out, key, &options, &error));
  FAILS(EXISTS, hedgerow_container_encrypt_file(in, out, key, &options, &error));
  FAILS(SAME_FILE, hedgerow_container_encrypt_file(in, in, key, &options, &error));
  FAILS(IO, hedgerow_container_encrypt_file("/nonexistent", back, key, &options, &error));
  FAILS(WRONG_KEY, hedgerow_container_decrypt_file(out, back, other_key, NULL, &error));
  CHECK(access(back, F_OK) != 0); /* no partial file */
  options.flags = HEDGEROW_CONTAINER_OVERWRITE;
  OK(hedgerow_container_encrypt_file(in, out, key, &options, &error));
  OK(hedgerow_container_decrypt_file(out, back, key, NULL, &error));
  struct stat status;
  CHECK(stat(back, &status) == 0 && status.st_size == sizeof plain);

  rekeys(out);
}

/* Sets one field of the options and checks the text of the error. */
static void texts(void) {
  const char* unknown = hedgerow_container_status_text((hedgerow_container_status)999);
  int known = 0;
  for (int status = 0; status < 500; status++)
    known +=
        strcmp(hedgerow_container_status_text((hedgerow_container_status)status), unknown) != 0;
  CHECK(known == 33);
  CHECK(strcmp(hedgerow_container_version(), hedgerow_version()) == 0);
}

int main(void) {
  char folder[] = "/var/tmp/hedgerow_container_XXXXXX", command[400];
  if (!mkdtemp(folder)) return 1;
  set_up();
  signal(SIGPIPE, SIG_DFL);
  round_trips();
  descriptors();
  armor();
  modes();
  credentials_of_every_kind();
  progress_and_cancel();
  random_access();
  salvages(folder);
  files(folder);
  texts();
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return tear_down("container.h");
}
