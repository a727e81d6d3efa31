/* Tests container.h from plain C11 with callbacks that fail, sources that end early, and options
 * and arguments that are not allowed. Each failure gives a status and a sentence, and never
 * looks like a complete result.
 *
 * The program turned red when at_end of the job was left out (a failed read then gave a complete
 * container, and a salvaged file), and when salvage called an output that it could not examine a
 * wrong argument. */
#include "container/container_c_support.h"

static void failing_callbacks(void) {
  hedgerow_container_options options = small_options();
  const size_t places[] = {0, 1, 65536, 131072, kPlainBytes};
  for (size_t i = 0; i < 5; i++) {
    Buffer in = buffer_of(plain, sizeof plain), container = buffer_of("", 0),
           out = buffer_of("", 0);
    in.fails_at = places[i];
    hedgerow_container_input from = input_of(&in);
    hedgerow_container_output to = output_of(&container);
    FAILS(CALLBACK, hedgerow_container_encrypt(&from, &to, key, &options, &error));
    CHECK(open_buffer(&container, &out, key) != HEDGEROW_CONTAINER_OK);
    CHECK(out.bytes < sizeof plain);
    /* A descriptor receives the data that was written before the failure, but it must not look
     * like a complete container. */
    int file = file_of("", 0);
    in.at = 0;
    to = output_to_fd(file);
    FAILS(CALLBACK, hedgerow_container_encrypt(&from, &to, key, &options, &error));
    from = input_of_fd(file);
    lseek(file, 0, SEEK_SET);
    CHECK(hedgerow_container_verify(&from, key, NULL, NULL, &error) / 100 == 1);
    close(file);
    free(in.data), free(container.data), free(out.data);
  }
  Buffer container = sealed();
  for (size_t i = 0; i < 4; i++)
    for (int64_t failure = -1; failure <= 0; failure++) {
      Buffer out = buffer_of("", 0);
      out.most = 1000;
      out.fails_at = places[i];
      out.failure = failure;
      FAILS(CALLBACK, open_buffer(&container, &out, key));
      free(out.data);
    }
  Buffer out = buffer_of("", 0);
  container.fails_at = 100000;
  container.failure = INT64_MAX; /* more than the caller asked for */
  FAILS(CALLBACK, open_buffer(&container, &out, key));
  CHECK(out.bytes < sizeof plain);
  free(container.data), free(out.data);
}

/* An input that a callback cut short is not a damaged container, so salvage must not leave an
 * output. A descriptor that cannot be examined is a failure of the system and not a wrong argument. */
static void failing_salvage(const char* folder) {
  char path[300];
  snprintf(path, sizeof path, "%s/salvaged", folder);
  const size_t places[] = {0, 5000, 12288, 12288 + 65568, 12288 + 2 * 65568};
  hedgerow_container_damage damage = {.size = 3};
  Buffer container = sealed();
  hedgerow_container_input in = input_of(&container);
  FAILS(ARGUMENT, salvage_to(path, &in, key, NULL, NULL, &damage, &error));
  FAILS(ARGUMENT, salvage_to(path, NULL, key, NULL, NULL, NULL, &error));
  FAILS(ARGUMENT, salvage_to(path, &in, NULL, NULL, NULL, NULL, &error));
  FAILS(IO, hedgerow_container_salvage(&in, INT32_MAX, key, NULL, NULL, NULL, NULL, NULL, &error));
  container.at = 0;
  FAILS(WRONG_KEY, salvage_to(path, &in, other_key, NULL, NULL, NULL, &error));
  for (size_t i = 0; i < 5; i++) {
    container.fails_at = places[i], container.at = 0;
    FAILS(CALLBACK, salvage_to(path, &in, key, NULL, NULL, NULL, &error));
    CHECK(access(path, F_OK) != 0);
  }
  free(container.data);
}

static void truncated_sources(void) {
  Buffer container = sealed();
  const size_t whole = container.bytes;
  const size_t cuts[] = {0, 7, 143, 144, 5000, 12287, 12288, 12300, 12288 + 65568, whole - 1};
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
    Buffer out = buffer_of("", 0);
    container.bytes = cuts[i];
    hedgerow_container_status status = open_buffer(&container, &out, key);
    CHECK(status >= 101 && status < 200 && error.status == status && error.text[0]);
    CHECK(out.bytes < sizeof plain);
    hedgerow_container_reader* reader = NULL;
    hedgerow_container_input in = input_of(&container);
    CHECK(hedgerow_container_reader_open(&reader, &in, key, NULL, &error) / 100 == 1);
    CHECK(reader == NULL);
    free(out.data);
  }
  container.bytes = whole;
  Buffer out = buffer_of("", 0);
  write_buffer(&container, "more", 4);
  CHECK(open_buffer(&container, &out, key) / 100 == 1);
  free(container.data), free(out.data);
}

static void key_files(const char* folder) {
  char path[300], identity[300];
  unsigned char public_key[32];
  hedgerow_container_credentials* list;
  snprintf(path, sizeof path, "%s/a.key", folder);
  snprintf(identity, sizeof identity, "%s/identity", folder);
  OK(hedgerow_container_make_key_file(path, &error));
  FAILS(EXISTS, hedgerow_container_make_key_file(path, &error));
  OK(hedgerow_container_make_identity_file(identity, public_key, &error));
  OK(hedgerow_container_credentials_new(&list, &error));
  OK(hedgerow_container_add_file(list, path, NULL, &error));
  OK(hedgerow_container_add_file(list, identity, "me", &error));
  FAILS(IO, hedgerow_container_add_file(list, "/nonexistent", NULL, &error));
  FAILS(KEY_TEXT, hedgerow_container_add_file(list, "/dev/null", NULL, &error));
  FAILS(KEY_TEXT, hedgerow_container_add_text(list, "hedgerow-public-mistyped", NULL, &error));
  FAILS(KEY_TEXT, hedgerow_container_add_text(list, "hunter2", NULL, &error));
  CHECK(!strstr(error.text, "hunter2")); /* the text may be a secret */
  FAILS(ARGUMENT, hedgerow_container_add_key(list, plain, 63, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_add_passphrase(list, "", 0, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_add_passphrase(list, plain, 1025, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_add_key(list, plain, 64, "", &error));
  FAILS(ARGUMENT, hedgerow_container_add_key(list, plain, 64, "a\nb", &error));
  FAILS(ARGUMENT, hedgerow_container_add_recipient(list, plain, 31, NULL, &error));
  CHECK(hedgerow_container_credentials_count(list) == 2);
  hedgerow_container_credentials_free(list);
}

/* The access of others to a key file is reported, and a device has none. */
static void exposures(const char* folder) {
  static const struct {
    mode_t mode;
    hedgerow_container_exposure exposure;
  } lines[] = {{0600, HEDGEROW_CONTAINER_EXPOSED_TO_NONE}, {0640, HEDGEROW_CONTAINER_READABLE},
               {0604, HEDGEROW_CONTAINER_READABLE},        {0620, HEDGEROW_CONTAINER_WRITABLE},
               {0602, HEDGEROW_CONTAINER_WRITABLE},        {0666, HEDGEROW_CONTAINER_WRITABLE}};
  hedgerow_container_credentials* list;
  hedgerow_container_exposure exposure;
  unsigned char text[200];
  char path[300];
  size_t got;
  snprintf(path, sizeof path, "%s/exposed.key", folder);
  OK(hedgerow_container_make_key_file(path, &error));
  OK(hedgerow_container_credentials_new(&list, &error));
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    CHECK(chmod(path, lines[i].mode) == 0);
    exposure = (hedgerow_container_exposure)9;
    OK(hedgerow_container_read_secret_file(path, "key file", text, sizeof text, &got, &exposure,
                                           &error));
    CHECK(exposure == lines[i].exposure);
    exposure = (hedgerow_container_exposure)9;
    OK(hedgerow_container_add_file_of(list, HEDGEROW_CONTAINER_KEY_FILE, path, NULL, &exposure,
                                      &error));
    CHECK(exposure == lines[i].exposure);
  }
  OK(hedgerow_container_read_secret_file("/dev/null", "key file", text, sizeof text, &got,
                                         &exposure, &error));
  CHECK(got == 0 && exposure == HEDGEROW_CONTAINER_EXPOSED_TO_NONE);
  CHECK(!strcmp(hedgerow_container_exposure_text(HEDGEROW_CONTAINER_EXPOSED_TO_NONE), ""));
  CHECK(strstr(hedgerow_container_exposure_text(HEDGEROW_CONTAINER_READABLE), "read it"));
  CHECK(strstr(hedgerow_container_exposure_text(HEDGEROW_CONTAINER_WRITABLE), "change it"));
  hedgerow_container_credentials_free(list);
}

static void expect_option(hedgerow_container_status wanted, hedgerow_container_options options) {
  Buffer in = buffer_of("x", 1), out = buffer_of("", 0);
  hedgerow_container_input from = input_of(&in);
  hedgerow_container_output to = output_of(&out);
  EXPECT(wanted, hedgerow_container_encrypt(&from, &to, key, &options, &error));
  CHECK(out.bytes == 0);
  free(in.data), free(out.data);
}

/* Sets one invalid field of the options at a time. */
static void bad_options(void) {
  hedgerow_container_options o = small_options();
  const size_t sizes[] = {8, 1u << 20};
  for (size_t i = 0; i < 2; i++) o.size = sizes[i], expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.flags = 1u << 31;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.threads = 257;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.cipher = "rot13";
  expect_option(HEDGEROW_CONTAINER_CIPHER, o);
  o = small_options(), o.mode = "cbc";
  expect_option(HEDGEROW_CONTAINER_MODE, o);
  o = small_options(), o.segment_bytes = 65537;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.segment_bytes = 8u << 20;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.kdf_passes = 17;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.kdf_passes = 0;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
  o = small_options(), o.layout = 3;
  expect_option(HEDGEROW_CONTAINER_ARGUMENT, o);
}

/* The sentence of a refused call names the argument that is NULL. */
#define NEEDS(name, call)                                                 \
  do {                                                                    \
    FAILS(ARGUMENT, call);                                                \
    if (strncmp(error.text, name " is NULL", strlen(name " is NULL"))) {  \
      fprintf(stderr, "%s:%d: \"%s\"\n", __FILE__, __LINE__, error.text); \
      failures++;                                                         \
    }                                                                     \
  } while (0)

static void null_credentials(void) {
  hedgerow_container_credentials* list;
  hedgerow_container_credential credential = {.size = sizeof credential};
  char text[HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES];
  unsigned char bytes[64];
  size_t got;
  OK(hedgerow_container_credentials_new(&list, &error));
  NEEDS("credentials", hedgerow_container_credentials_new(NULL, &error));
  NEEDS("credentials", hedgerow_container_add_key(NULL, plain, 64, NULL, &error));
  NEEDS("key", hedgerow_container_add_key(list, NULL, 64, NULL, &error));
  NEEDS("passphrase", hedgerow_container_add_passphrase(list, NULL, 1, NULL, &error));
  NEEDS("secret_key", hedgerow_container_add_identity(list, NULL, 32, NULL, &error));
  NEEDS("public_key", hedgerow_container_add_recipient(list, NULL, 32, NULL, &error));
  NEEDS("text", hedgerow_container_add_text(list, NULL, NULL, &error));
  NEEDS("credentials", hedgerow_container_add_from(list, NULL, 0, NULL, &error));
  NEEDS("path", hedgerow_container_add_file(list, NULL, NULL, &error));
  NEEDS("credential", hedgerow_container_credentials_at(key, 0, NULL, &error));
  NEEDS("credentials", hedgerow_container_credentials_at(NULL, 0, &credential, &error));
  NEEDS("path", hedgerow_container_read_secret_file(NULL, "x", bytes, 64, &got, NULL, &error));
  NEEDS("kind", hedgerow_container_read_secret_file("x", NULL, bytes, 64, &got, NULL, &error));
  NEEDS("data", hedgerow_container_read_secret_file("x", "x", NULL, 64, &got, NULL, &error));
  NEEDS("got_bytes", hedgerow_container_read_secret_file("x", "x", bytes, 64, NULL, NULL, &error));
  NEEDS("key", hedgerow_container_make_key(NULL, &error));
  NEEDS("secret_key", hedgerow_container_make_identity(NULL, bytes, &error));
  NEEDS("public_key", hedgerow_container_make_identity(bytes, NULL, &error));
  NEEDS("public_key", hedgerow_container_public_text(NULL, text, &error));
  NEEDS("text", hedgerow_container_public_text(bytes, NULL, &error));
  NEEDS("text", hedgerow_container_public_key(NULL, bytes, &error));
  NEEDS("public_key", hedgerow_container_public_key("x", NULL, &error));
  NEEDS("path", hedgerow_container_make_key_file(NULL, &error));
  NEEDS("path", hedgerow_container_make_identity_file(NULL, bytes, &error));
  NEEDS("public_key", hedgerow_container_make_identity_file("/nonexistent/x", NULL, &error));
  NEEDS("public_key", hedgerow_container_write_identity_file(-1, NULL, &error));
  CHECK(hedgerow_container_credentials_count(list) == 0);
  hedgerow_container_credentials_free(list);
}

static void choices(void) {
  uint32_t passes, kib;
  OK(hedgerow_container_kdf_cost("interactive", &passes, &kib, &error));
  CHECK(passes == 2 && kib == 32 << 10);
  OK(hedgerow_container_kdf_cost("sensitive", &passes, &kib, &error));
  CHECK(passes == 4 && kib == 256 << 10);
  NEEDS("cipher", hedgerow_container_algorithm(NULL, NULL, NULL, &error));
  NEEDS("name", hedgerow_container_kdf_cost(NULL, &passes, &kib, &error));
  NEEDS("passes", hedgerow_container_kdf_cost("default", NULL, &kib, &error));
  NEEDS("memory_kib", hedgerow_container_kdf_cost("default", &passes, NULL, &error));
  NEEDS("text", hedgerow_container_parse_kdf_limit(NULL, &passes, &kib, &error));
  NEEDS("passes", hedgerow_container_parse_kdf_limit("1x1M", NULL, &kib, &error));
  NEEDS("memory_kib", hedgerow_container_parse_kdf_limit("1x1M", &passes, NULL, &error));
}

static void null_segments(void) {
  hedgerow_container_options o = small_options();
  hedgerow_container_segments *made, *other;
  hedgerow_container_info info = {.size = sizeof info};
  const void* preamble;
  unsigned char out[80];
  uint64_t n;
  size_t got;
  OK(hedgerow_container_segments_make(&made, key, &o, &error));
  OK(hedgerow_container_segments_info(made, &info, &error));
  preamble = hedgerow_container_segments_preamble(made);
  NEEDS("segments", hedgerow_container_segments_make(NULL, key, &o, &error));
  NEEDS("credentials", hedgerow_container_segments_make(&other, NULL, &o, &error));
  NEEDS("segments",
        hedgerow_container_segments_unlock(NULL, preamble, info.body_offset, key, &o, &error));
  NEEDS("credentials",
        hedgerow_container_segments_unlock(&other, preamble, info.body_offset, NULL, &o, &error));
  NEEDS("preamble",
        hedgerow_container_segments_unlock(&other, NULL, info.body_offset, key, &o, &error));
  NEEDS("segments", hedgerow_container_segments_info(NULL, &info, &error));
  NEEDS("info", hedgerow_container_segments_info(made, NULL, &error));
  CHECK(hedgerow_container_segments_preamble(NULL) == NULL);
  NEEDS("segments",
        hedgerow_container_layout(preamble, info.body_offset, 1 << 20, NULL, &n, &error));
  NEEDS("plaintext_bytes",
        hedgerow_container_layout(preamble, info.body_offset, 1 << 20, &n, NULL, &error));
  NEEDS("segments", hedgerow_container_segments_seal(NULL, 0, 1, plain, 1, out, 80, 1, &error));
  NEEDS("data", hedgerow_container_segments_seal(made, 0, 1, NULL, 1, out, 80, 1, &error));
  NEEDS("out", hedgerow_container_segments_seal(made, 0, 1, plain, 1, NULL, 80, 1, &error));
  NEEDS("segments",
        hedgerow_container_segments_open(NULL, 0, 1, plain, -1, 80, out, 80, &got, 1, &error));
  NEEDS("out",
        hedgerow_container_segments_open(made, 0, 1, plain, -1, 80, NULL, 80, &got, 1, &error));
  NEEDS("got_bytes",
        hedgerow_container_segments_open(made, 0, 1, plain, -1, 80, out, 80, NULL, 1, &error));
  NEEDS("segments", hedgerow_container_segments_digest(NULL, 0, plain, 1, out, &error));
  NEEDS("data", hedgerow_container_segments_digest(made, 0, NULL, 1, out, &error));
  NEEDS("digest", hedgerow_container_segments_digest(made, 0, plain, 1, NULL, &error));
  hedgerow_container_segments_free(made);
}

static void null_files(const char* folder) {
  hedgerow_container_file *file, *none = NULL;
  hedgerow_container_reader* reader;
  hedgerow_container_info info = {.size = sizeof info};
  Buffer b = sealed();
  hedgerow_container_input in = input_of(&b);
  hedgerow_container_change change = {sizeof change, NULL, NULL, 1};
  const char* label = NULL;
  char path[300];
  size_t got;
  snprintf(path, sizeof path, "%s/none", folder);
  NEEDS("file", hedgerow_container_file_new(NULL, AT_FDCWD, path, NULL, 0, &error));
  NEEDS("name", hedgerow_container_file_new(&file, AT_FDCWD, NULL, NULL, 0, &error));
  NEEDS("name", hedgerow_container_file_check(AT_FDCWD, NULL, NULL, 0, &error));
  NEEDS("file", hedgerow_container_file_commit(NULL, &error));
  NEEDS("files", hedgerow_container_files_commit(NULL, 1, NULL, NULL, &error));
  NEEDS("files", hedgerow_container_files_commit(&none, 1, NULL, NULL, &error));
  CHECK(hedgerow_container_file_fd(NULL) == -1);
  CHECK(hedgerow_container_is_armored(-1) == 0);
  OK(hedgerow_container_reader_open(&reader, &in, key, NULL, &error));
  NEEDS("reader", hedgerow_container_reader_open(NULL, &in, key, NULL, &error));
  NEEDS("in", hedgerow_container_reader_open(&reader, NULL, key, NULL, &error));
  NEEDS("credentials", hedgerow_container_reader_open(&reader, &in, NULL, NULL, &error));
  NEEDS("reader", hedgerow_container_reader_info(NULL, &info, &error));
  NEEDS("info", hedgerow_container_reader_info(reader, NULL, &error));
  NEEDS("reader", hedgerow_container_reader_end(NULL, &error));
  NEEDS("reader", hedgerow_container_reader_read(NULL, 0, path, 1, &got, &error));
  NEEDS("out", hedgerow_container_reader_read(reader, 0, NULL, 1, &got, &error));
  NEEDS("got_bytes", hedgerow_container_reader_read(reader, 0, path, 1, NULL, &error));
  hedgerow_container_reader_free(reader);
  NEEDS("path", hedgerow_container_slots(NULL, key, NULL, &info, &error));
  NEEDS("credentials", hedgerow_container_slots(path, NULL, NULL, &info, &error));
  NEEDS("info", hedgerow_container_slots(path, key, NULL, NULL, &error));
  NEEDS("change", hedgerow_container_rekey(path, key, NULL, NULL, NULL, &error));
  NEEDS("change.remove", hedgerow_container_rekey(path, key, &change, NULL, NULL, &error));
  change.remove = &label;
  NEEDS("a label of change.remove",
        hedgerow_container_reencrypt(path, key, &change, NULL, NULL, &error));
  change.size = 1;
  FAILS(ARGUMENT, hedgerow_container_rekey(path, key, &change, NULL, NULL, &error));
  CHECK(!strncmp(error.text, "change: its size", 16));
  free(b.data);
}

static void nulls(void) {
  Buffer b = buffer_of("x", 1);
  hedgerow_container_input in = input_of(&b);
  hedgerow_container_output out = output_of(&b);
  hedgerow_container_credentials* none;
  hedgerow_container_info info = {.size = 3};
  NEEDS("in", hedgerow_container_encrypt(NULL, &out, key, NULL, &error));
  NEEDS("out", hedgerow_container_encrypt(&in, NULL, key, NULL, &error));
  NEEDS("credentials", hedgerow_container_encrypt(&in, &out, NULL, NULL, &error));
  NEEDS("info", hedgerow_container_inspect(&in, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_inspect(&in, &info, &error));
  NEEDS("in", hedgerow_container_decrypt_file(NULL, "x", key, NULL, &error));
  NEEDS("out", hedgerow_container_decrypt_file("x", NULL, key, NULL, &error));
  in.size = out.size = 1;
  FAILS(ARGUMENT, hedgerow_container_decrypt(&in, &out, key, NULL, &error));
  CHECK(!strncmp(error.text, "in: its size", 12));
  in.size = sizeof in;
  FAILS(ARGUMENT, hedgerow_container_decrypt(&in, &out, key, NULL, &error));
  CHECK(!strncmp(error.text, "out: its size", 13));
  out.size = sizeof out;
  OK(hedgerow_container_credentials_new(&none, &error));
  FAILS(ARGUMENT, hedgerow_container_encrypt(&in, &out, none, NULL, &error));
  CHECK(hedgerow_container_encrypt(NULL, NULL, NULL, NULL, NULL) == HEDGEROW_CONTAINER_ARGUMENT);
  CHECK(b.bytes == 1 && hedgerow_container_reader_bytes(NULL) == 0);
  CHECK(hedgerow_container_credentials_count(NULL) == 0);
  hedgerow_container_credentials_free(none);
  hedgerow_container_credentials_free(NULL);
  hedgerow_container_reader_free(NULL);
  free(b.data);
}

int main(void) {
  char folder[] = "/var/tmp/hedgerow_container_XXXXXX", command[400];
  if (!mkdtemp(folder)) return 1;
  set_up();
  failing_callbacks();
  failing_salvage(folder);
  truncated_sources();
  key_files(folder);
  exposures(folder);
  bad_options();
  null_credentials();
  choices();
  null_segments();
  null_files(folder);
  nulls();
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return tear_down("refusals of container.h");
}
