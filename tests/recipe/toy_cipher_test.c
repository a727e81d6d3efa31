/* The C ABI of a library with XTEA, which toy_cipher.patch has added: its name, maturity,
 * algorithms and self-test. Returns 0 on success. */
#include <hedgerow/hedgerow.h>
#include <stdio.h>
#include <string.h>

static int fail(const char* what, hedgerow_status status) {
  fprintf(stderr, "%s: %s\n", what, hedgerow_status_text(status));
  return 1;
}

int main(void) {
  const unsigned char key[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  /* computed by Crypto++ */
  const unsigned char expected[8] = {0x49, 0x7d, 0xf3, 0xd0, 0x72, 0x61, 0x2c, 0xb5};
  unsigned char out[8] = {0};
  hedgerow_cipher_info info;
  hedgerow_cipher* context = NULL;
  hedgerow_status status;
  memset(&info, 0, sizeof info);
  info.size = sizeof info;
  status = hedgerow_cipher_find("xtea", &info);
  if (status != HEDGEROW_OK) return fail("find", status);
  if (info.block_bytes != 8 || info.key_bytes != 16 || info.maturity != HEDGEROW_PUBLISHED)
    return fail("info", status);
  status = hedgerow_cipher_new(&context, "xtea", "ecb", NULL);
  if (status == HEDGEROW_OK) status = hedgerow_cipher_set_key(context, key, sizeof key);
  if (status == HEDGEROW_OK) status = hedgerow_cipher_encrypt(context, "ABCDEFGH", out, sizeof out);
  hedgerow_cipher_free(context);
  if (status != HEDGEROW_OK) return fail("encrypt", status);
  if (memcmp(out, expected, sizeof out) != 0) return fail("another ciphertext", status);
  status = hedgerow_selftest();
  return status == HEDGEROW_OK ? 0 : fail("self-test", status);
}
