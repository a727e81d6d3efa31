/* Uses hedgerow.h from plain C11: seals and opens with both families, tries a wrong tag, and
 * makes the queries. The program links only libhedgerow and returns 0 on success.
 *
 * It failed when compare_tag of api/aead.cpp accepted every tag. */
#include <hedgerow/hedgerow.h>
#include <stdio.h>
#include <string.h>

static int fail(const char* what, hedgerow_status status) {
  fprintf(stderr, "%s: %s\n", what, hedgerow_status_text(status));
  return 1;
}

static int round_trip(const char* name, const char* mode) {
  const unsigned char key[32] = {1, 2, 3};
  const unsigned char nonce[16] = {4, 5, 6};
  const char text[] = "plain C sees the same library";
  const size_t n = sizeof text;
  unsigned char data[sizeof text], tag[16];
  hedgerow_aead* aead = NULL;
  hedgerow_status status = hedgerow_aead_new(&aead, name, mode, NULL);
  if (status != HEDGEROW_OK) return fail("new", status);
  status = hedgerow_aead_set_key(aead, key, sizeof key);
  if (status != HEDGEROW_OK) return fail("set_key", status);
  status = hedgerow_aead_seal_with_nonce(aead, nonce, 16, "aad", 3, text, data, n, tag, 16);
  if (status == HEDGEROW_OK)
    status = hedgerow_aead_open(aead, nonce, 16, "aad", 3, data, data, n, tag, 16);
  if (status == HEDGEROW_OK && memcmp(data, text, n) != 0) status = HEDGEROW_ERR_AUTH;
  if (status != HEDGEROW_OK) return fail(name, status);
  tag[0] ^= 1;
  status = hedgerow_aead_open(aead, nonce, 16, "aad", 3, data, data, n, tag, 16);
  hedgerow_aead_free(aead);
  return status == HEDGEROW_ERR_AUTH ? 0 : fail("a wrong tag was accepted", status);
}

int main(void) {
  hedgerow_cipher_info info;
  memset(&info, 0, sizeof info);
  info.size = sizeof info;
  if (hedgerow_cipher_find("kuznyechik", &info) != HEDGEROW_OK || info.block_bytes != 16) return 1;
  if (hedgerow_kernel_count() == 0 || strlen(hedgerow_version()) == 0) return 1;
  return round_trip("kuznyechik", "mgm") + round_trip("kalyna-128-256", "gcm");
}
