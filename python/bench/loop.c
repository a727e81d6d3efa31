/* The C ABI without Python: what the calls of speed.py are compared with. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hedgerow/hedgerow.h"

/* Seconds of one of `calls` calls, each seals `bytes` with a key of zeros; below 0: a status. */
double seal(const char* cipher, const char* mode, size_t key_bytes, size_t nonce_bytes,
            size_t bytes, long calls) {
  hedgerow_options options;
  hedgerow_aead* aead;
  unsigned char key[64] = {0}, nonce[64] = {0}, tag[16];
  /* Written and apart by no multiple of 4096, where a processor takes loads and stores for the same. */
  unsigned char *memory = malloc(2 * bytes + 8192), *in = memory,
                *out = memory + (bytes + 4095) / 4096 * 4096 + 2112;
  memset(memory, 1, 2 * bytes + 8192);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.flags = HEDGEROW_REPEAT_NONCE;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  int status = hedgerow_aead_new(&aead, cipher, mode, &options);
  if (!status) status = hedgerow_aead_set_key(aead, key, key_bytes);
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  for (long i = 0; i < calls && !status; i++)
    status = hedgerow_aead_seal_with_nonce(aead, nonce, nonce_bytes, NULL, 0, in, out, bytes, tag,
                                           sizeof tag);
  clock_gettime(CLOCK_MONOTONIC, &to);
  hedgerow_aead_free(aead);
  free(memory);
  if (status) return -status;
  return ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) /
         (double)calls;
}
