/* Tests container.h from plain C11 with callbacks that fail, sources that end early, and options
 * and arguments that are not allowed. Each failure gives a status and a sentence, and never
 * looks like a complete result.
 *
 * The program turned red when at_end of the job was left out (a failed read then gave a complete
 * container, and a salvaged file). */
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
 * output. */
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

static void nulls(void) {
  Buffer b = buffer_of("x", 1);
  hedgerow_container_input in = input_of(&b);
  hedgerow_container_output out = output_of(&b);
  hedgerow_container_credentials* none;
  hedgerow_container_info info = {.size = 3};
  FAILS(ARGUMENT, hedgerow_container_credentials_new(NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_encrypt(NULL, &out, key, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_encrypt(&in, NULL, key, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_encrypt(&in, &out, NULL, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_inspect(&in, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_inspect(&in, &info, &error));
  FAILS(ARGUMENT, hedgerow_container_decrypt_file(NULL, "x", key, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_rekey("x", key, NULL, NULL, NULL, &error));
  FAILS(ARGUMENT, hedgerow_container_reader_open(NULL, &in, key, NULL, &error));
  in.size = 1;
  FAILS(ARGUMENT, hedgerow_container_decrypt(&in, &out, key, NULL, &error));
  in.size = sizeof in;
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
  bad_options();
  nulls();
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return tear_down("refusals of container.h");
}
