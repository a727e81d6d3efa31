// hedgerow_cipher: ECB and CTR.
#include <string.h>

#include "api/keyed.hpp"

using namespace hedgerow;

struct hedgerow_cipher : KeyedContext {
  hedgerow_mode mode = HEDGEROW_ECB;
  bool has_iv = false;
  std::uint8_t iv[kMaxBlockBytes] = {};
  CtrStream ctr;
  std::uint64_t position = 0;  // bytes of the CTR message so far

  bool copy_from(const hedgerow_cipher& from) noexcept {
    mode = from.mode;
    has_iv = from.has_iv;
    memcpy(iv, from.iv, sizeof iv);
    ctr = from.ctr;
    position = from.position;
    return true;
  }
};

namespace {

using Direction = void (CipherKey::*)(const std::uint8_t*, std::uint8_t*,
                                      std::size_t) const noexcept;

hedgerow_status run_ctr(hedgerow_cipher& c, const void* in, void* out, size_t bytes) noexcept {
  if (!c.has_iv) return HEDGEROW_ERR_STATE;
  HR_TRY(check_in_out(in, out, bytes));
  if (bytes > kMaxMessageBytes - c.position) return HEDGEROW_ERR_LIMIT;
  HR_TRY(c.limit.charge(blocks_begun(c.position, bytes, c.block())));
  c.position += bytes;
  c.ctr.crypt(c.key, bytes_of(in), bytes_of(out), bytes);
  return HEDGEROW_OK;
}

hedgerow_status run(hedgerow_cipher* context, Direction direction, const void* in, void* out,
                    size_t bytes) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, bytes));
  hedgerow_cipher& c = *context;
  if (c.mode == HEDGEROW_CTR) return run_ctr(c, in, out, bytes);
  if (bytes % c.block() != 0) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_in_out(in, out, bytes));
  HR_TRY(c.limit.charge(bytes / c.block()));
  (c.key.*direction)(bytes_of(in), bytes_of(out), bytes / c.block());
  return HEDGEROW_OK;
}

// What get_iv and get_counter share: a CTR context with an IV, and room for `needed` bytes.
hedgerow_status check_get(const hedgerow_cipher* context, const void* result) noexcept {
  HR_TRY(check_pointers(context, bytes_of(result)));
  if (context->mode != HEDGEROW_CTR) return HEDGEROW_ERR_MODE;
  return context->has_iv ? HEDGEROW_OK : HEDGEROW_ERR_STATE;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_cipher_new(hedgerow_cipher** context, const char* cipher,
                                    hedgerow_mode mode, const void* key, size_t key_bytes,
                                    const hedgerow_options* options) {
  return make(context, [&](hedgerow_cipher& c) {
    if (mode != HEDGEROW_ECB && mode != HEDGEROW_CTR) return HEDGEROW_ERR_MODE;
    c.mode = mode;
    return set_up(c, cipher, key, key_bytes, options);
  });
}

void hedgerow_cipher_free(hedgerow_cipher* context) { destroy(context); }

hedgerow_status hedgerow_cipher_copy(hedgerow_cipher** copy, const hedgerow_cipher* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_cipher_set_iv(hedgerow_cipher* context, const void* iv, size_t iv_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(iv, iv_bytes));
  hedgerow_cipher& c = *context;
  if (c.mode != HEDGEROW_CTR) return HEDGEROW_ERR_MODE;
  if (iv_bytes != ctr_iv_bytes(c.key.variant())) return HEDGEROW_ERR_NONCE_LENGTH;
  memcpy(c.iv, iv, iv_bytes);
  c.modes().start_ctr(c.ctr, c.key, c.iv);
  c.has_iv = true;
  c.position = 0;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_encrypt(hedgerow_cipher* context, const void* in, void* out,
                                        size_t bytes) {
  return run(context, &CipherKey::encrypt, in, out, bytes);
}

hedgerow_status hedgerow_cipher_decrypt(hedgerow_cipher* context, const void* in, void* out,
                                        size_t bytes) {
  return run(context, &CipherKey::decrypt, in, out, bytes);
}

hedgerow_status hedgerow_cipher_get_iv(const hedgerow_cipher* context, void* iv, size_t bytes) {
  HR_TRY(check_get(context, iv));
  const size_t iv_bytes = ctr_iv_bytes(context->key.variant());
  if (bytes < iv_bytes) return HEDGEROW_ERR_BUFFER;
  memcpy(iv, context->iv, iv_bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_get_counter(const hedgerow_cipher* context, void* counter,
                                            size_t bytes, size_t* used) {
  HR_TRY(check_get(context, counter));
  if (bytes < context->block()) return HEDGEROW_ERR_BUFFER;
  memcpy(counter, context->ctr.counter(), context->block());
  if (used) *used = context->ctr.used();
  return HEDGEROW_OK;
}

const char* hedgerow_cipher_kernel(const hedgerow_cipher* context, hedgerow_role role) {
  return kernel_of(context, role);
}

hedgerow_timing hedgerow_cipher_timing(const hedgerow_cipher* context, hedgerow_role role) {
  return timing_of(context, role);
}

}  // extern "C"
