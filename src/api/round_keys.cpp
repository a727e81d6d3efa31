// hedgerow_round_keys: only the key schedule, which other implementations can use.
#include "api/cipher.hpp"

using namespace hedgerow;

namespace {

hedgerow_status write(hedgerow_cipher& c, const void* key, size_t key_bytes, void* round_keys,
                      size_t room, size_t* round_key_bytes) noexcept {
  const Variant& v = c.algorithm->variant();
  const size_t own = v.key_bytes - v.sbox_bytes;
  const size_t bytes = c.mode.key().selection().first().ops->round_key_bytes;
  if (key_bytes != own) return HEDGEROW_ERR_KEY_LENGTH;
  *round_key_bytes = bytes;
  if (room < bytes) return HEDGEROW_ERR_BUFFER;
  std::uint8_t joined[HEDGEROW_MAX_KEY_BYTES + kMaxSboxBytes];
  memcpy(joined, key, own);
  memcpy(joined + own, c.sbox, v.sbox_bytes);
  c.mode.key().write_round_keys(joined, (std::uint8_t*)round_keys);
  wipe(joined, sizeof joined);
  return HEDGEROW_OK;
}

}  // namespace

extern "C" hedgerow_status hedgerow_round_keys(const char* cipher, const hedgerow_options* options,
                                               const void* key, size_t key_bytes, void* round_keys,
                                               size_t room, size_t* round_key_bytes) {
  HR_TRY(check_pointers(key, round_keys, round_key_bytes));
  *round_key_bytes = 0;
  HR_TRY(check_apart({round_keys, room}, Region(key, key_bytes)));
  // The context checks names, options and S-boxes as for every other call.
  hedgerow_cipher* context = nullptr;
  HR_TRY(hedgerow_cipher_new(&context, cipher, "ecb", options));
  const hedgerow_status status = write(*context, key, key_bytes, round_keys, room, round_key_bytes);
  hedgerow_cipher_free(context);
  return status;
}
