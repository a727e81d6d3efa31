/* The C ABI without Python, for comparison with the calls of speed.py. */
#include <string.h>
#include <time.h>

#include "hedgerow/hedgerow.h"

/* Returns the seconds of one call in the fastest of `samples` samples of `calls` calls. Each call encrypts `bytes`
 * bytes from `in` to `out`, followed by the tag, with a key of zeros. A result below 0 is a status. */
double seal(const char* cipher, const char* mode, size_t key_bytes, size_t nonce_bytes,
            const unsigned char* in, unsigned char* out, size_t bytes, long samples, long calls) {
  hedgerow_options options;
  hedgerow_aead* aead;
  unsigned char key[64] = {0}, nonce[64] = {0};
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.flags = HEDGEROW_REPEAT_NONCE;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  int status = hedgerow_aead_new(&aead, cipher, mode, &options);
  if (!status) status = hedgerow_aead_set_key(aead, key, key_bytes);
  double best = 1e9;
  for (long k = 0; k < samples && !status; k++) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < calls && !status; i++)
      status = hedgerow_aead_seal_with_nonce(aead, nonce, nonce_bytes, NULL, 0, in, out, bytes,
                                             out + bytes, 16);
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (seconds < best) best = seconds;
  }
  hedgerow_aead_free(aead);
  return status ? -status : best / (double)calls;
}
