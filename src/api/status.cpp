// The library's version and the text of every status.
#include "hedgerow/hedgerow.h"

#define HR_TEXT_(x) #x
#define HR_TEXT(x) HR_TEXT_(x)

extern "C" {

const char* hedgerow_version(void) {
  return HR_TEXT(HEDGEROW_VERSION_MAJOR) "." HR_TEXT(HEDGEROW_VERSION_MINOR) "." HR_TEXT(
      HEDGEROW_VERSION_PATCH);
}

const char* hedgerow_status_text(hedgerow_status status) {
  switch (status) {
    case HEDGEROW_OK:
      return "Success.";
    case HEDGEROW_ERR_NULL:
      return "A pointer is NULL where data is needed; NULL is allowed only together with length 0.";
    case HEDGEROW_ERR_CIPHER:
      return "There is no cipher of this name or index; hedgerow_cipher_at lists them all.";
    case HEDGEROW_ERR_MODE:
      return "The mode does not exist, or not for this cipher: GCM and GMAC are Kalyna's, MGM is "
             "Kuznyechik's, and ECB has no IV.";
    case HEDGEROW_ERR_KEY_LENGTH:
      return "The key has the wrong length; it must be key_bytes of the cipher's "
             "hedgerow_cipher_info.";
    case HEDGEROW_ERR_NONCE_LENGTH:
      return "The IV or nonce is not allowed: its length must be ctr_iv_bytes or nonce_bytes of "
             "the "
             "cipher, a nonce counter's prefix 8 bytes less, and the top bit of an MGM nonce 0.";
    case HEDGEROW_ERR_TAG_LENGTH:
      return "The tag has the wrong length: it must be the tag_bytes of the context, which must "
             "lie "
             "between min_tag_bytes and max_tag_bytes of the cipher.";
    case HEDGEROW_ERR_DATA_LENGTH:
      return "The data has a length the mode cannot take: ECB needs whole blocks, and an AEAD or "
             "GMAC message must not be empty.";
    case HEDGEROW_ERR_OVERLAP:
      return "Buffers overlap: input and output must be the same buffer or disjoint, every other "
             "output must be apart from all other buffers.";
    case HEDGEROW_ERR_LIMIT:
      return "The data limit would be exceeded: limit_blocks of the options per key, or 2^61 - 1 "
             "bytes per message.";
    case HEDGEROW_ERR_NONCE_REUSE:
      return "This nonce was used already, or the nonce counter is used up or was copied; set a "
             "fresh nonce or call hedgerow_aead_set_nonce_counter.";
    case HEDGEROW_ERR_AUTH:
      return "The tag does not match: the data, the additional data or the key is not what was "
             "sealed.";
    case HEDGEROW_ERR_STATE:
      return "The call is out of order: CTR needs set_iv first; streaming runs init, aad, update, "
             "final; a counter or nonce must have been set before it is read.";
    case HEDGEROW_ERR_KERNEL:
      return "The forced kernel id is unknown or belongs to another cipher; hedgerow_kernel_at "
             "lists them all.";
    case HEDGEROW_ERR_UNAVAILABLE:
      return "The forced kernel needs an instruction set that this CPU, system or build lacks.";
    case HEDGEROW_ERR_VARTIME:
      return "The forced kernel is not constant in time; it runs only with the flag "
             "HEDGEROW_ALLOW_VARTIME and is never for secrets.";
    case HEDGEROW_ERR_OPTIONS:
      return "A struct's size field or a flag is not one that this library knows; set size to the "
             "sizeof of the struct and unused fields to 0.";
    case HEDGEROW_ERR_MEMORY:
      return "There is not enough memory.";
    case HEDGEROW_ERR_BUFFER:
      return "The buffer for the result is too small; it must hold the whole IV, nonce or counter.";
    case HEDGEROW_ERR_SBOX:
      return "The S-boxes of the options are not what the cipher takes: sbox_bytes of its "
             "hedgerow_cipher_info, each row a permutation, or none where that is 0.";
  }
  return "This is not a status of this version of Hedgerow.";
}

}  // extern "C"
