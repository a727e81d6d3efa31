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
      return "This cipher has no such mode, or the call is for another kind of mode, or for a "
             "property that the mode lacks (IV, seek, streaming); hedgerow_algorithm_at lists all.";
    case HEDGEROW_ERR_KEY_LENGTH:
      return "The key has the wrong length; it must be key_bytes of the hedgerow_algorithm_info.";
    case HEDGEROW_ERR_NONCE_LENGTH:
      return "The IV or nonce is not allowed: its length must be one from min_iv_bytes to "
             "max_iv_bytes of the hedgerow_algorithm_info, a nonce counter's prefix iv_bytes - 8 "
             "long, and the first bit of an MGM nonce 0 unless HEDGEROW_MASK_NONCE is set.";
    case HEDGEROW_ERR_TAG_LENGTH:
      return "The tag has the wrong length: from min_tag_bytes to max_tag_bytes of the "
             "hedgerow_algorithm_info are allowed, and only tag_bytes where the context has them.";
    case HEDGEROW_ERR_DATA_LENGTH:
      return "The data has a length the mode cannot take: a block mode without padding needs whole "
             "blocks, some AEADs and MACs a message that is not empty, a key wrap its own lengths, "
             "wrapped and not.";
    case HEDGEROW_ERR_OVERLAP:
      return "Buffers overlap: input and output must be the same buffer or disjoint, every other "
             "output must be apart from all other buffers.";
    case HEDGEROW_ERR_LIMIT:
      return "The data limit would be exceeded: limit_blocks of the options per key, or "
             "message_bytes of the hedgerow_algorithm_info per message, or the 126 strings of SIV, "
             "which cannot be lifted.";
    case HEDGEROW_ERR_NONCE_REUSE:
      return "This nonce was used already, the nonce counter is used up or begins too low, or the "
             "message began before a copy or a fork; set a fresh nonce or counter, or the option "
             "HEDGEROW_REPEAT_NONCE for known answers.";
    case HEDGEROW_ERR_AUTH:
      return "The tag does not match: the data, the additional data or the key is not what was "
             "sealed.";
    case HEDGEROW_ERR_STATE:
      return "The call is out of order: key and IV come first; a message goes one way from its "
             "beginning to its end; what is read back must have been set or computed before.";
    case HEDGEROW_ERR_KERNEL:
      return "The forced kernel id is unknown or belongs to another cipher; hedgerow_kernel_at "
             "lists them all.";
    case HEDGEROW_ERR_UNAVAILABLE:
      return "The forced kernel needs an instruction set that this CPU, system or build lacks.";
    case HEDGEROW_ERR_OPTIONS:
      return "A struct's size field, a flag, or an option is not one that this library and mode "
             "know; set size to the sizeof of the struct and options the mode lacks to 0.";
    case HEDGEROW_ERR_MEMORY:
      return "There is not enough memory.";
    case HEDGEROW_ERR_BUFFER:
      return "The buffer for the result is too small; it must hold the whole IV, nonce or counter.";
    case HEDGEROW_ERR_SBOX:
      return "The S-boxes of the options are not what the cipher takes: sbox_bytes of its "
             "hedgerow_cipher_info, each row a permutation, or none where that is 0.";
    case HEDGEROW_ERR_FEEDBACK:
      return "feedback_bytes of the options must be 1 to the cipher's block, or 0 for a block.";
    case HEDGEROW_ERR_LENGTH_FIELD:
      return "length_bytes of the options must be 1 to 8, or 0 for 4.";
    case HEDGEROW_ERR_GAMMA:
      return "gamma_bytes of the options must be 1 to the cipher's block, or 0 for a block.";
    case HEDGEROW_ERR_KEY_VALUE:
      return "The key has a value that the mode cannot take: the two keys of XTS must differ, and "
             "what KW of DSTU 7624 wraps must not end like a shorter key's length and padding, or "
             "unwrapping would give that shorter key.";
    case HEDGEROW_ERR_SECTION:
      return "section_bytes and master_section_bytes of the options must be whole blocks; a master "
             "section must hold one section's key and mask at least.";
    case HEDGEROW_ERR_PADDING:
      return "The decrypted padding is not what the option says: the data, the key or the IV is "
             "not what was encrypted.";
    case HEDGEROW_ERR_TOO_SHORT:
      return "The data is too short: XTS needs one block at least.";
    case HEDGEROW_ERR_ANNOUNCED:
      return "The lengths of AAD and data must be announced before the first of them, and be "
             "exactly those that come.";
    case HEDGEROW_ERR_INTEGRITY:
      return "The wrapped key is not intact, or was wrapped under another key.";
    case HEDGEROW_ERR_RANDOM:
      return "The system gives no random bytes for a nonce; give one by a call _with_nonce.";
    case HEDGEROW_ERR_SELFTEST:
      return "A known answer came out wrong: do not use the library on this machine.";
  }
  return "This is not a status of this version of Hedgerow.";
}

}  // extern "C"
