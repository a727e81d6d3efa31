// hedgerow_aead: contexts, and the parts that all messages share (nonces, limits and tags).
#include "api/aead.hpp"

using namespace hedgerow;
using P = AlgorithmProperties;

void hedgerow_aead::copy_from(const hedgerow_aead& from) noexcept {
  phase = from.phase;
  announced = from.announced;
  started = from.started;
  has_sealed = from.has_sealed;
  has_tag = from.has_tag;
  made_nonce = from.made_nonce;
  sealed_bytes = from.sealed_bytes;
  last_tag_bytes = from.last_tag_bytes;
  aad_bytes = from.aad_bytes;
  memcpy(sealed, from.sealed, sizeof sealed);
  memcpy(last_tag, from.last_tag, sizeof last_tag);
  counter.used = from.counter.used;
}

void hedgerow_aead::forget_nonces() noexcept {
  phase = Phase::kIdle;
  has_sealed = has_tag = announced = started = false;
  counter = {};
  aad_bytes = position = 0;
  wipe(last_tag, sizeof last_tag);
}

hedgerow_status hedgerow_aead::check_nonce(const void* value, std::size_t bytes,
                                           hedgerow_direction use) const noexcept {
  HR_TRY(check_data(value, bytes));
  if (!algorithm->iv.allows(bytes)) return HEDGEROW_ERR_NONCE_LENGTH;
  const bool top = bytes && (bytes_of(value)[0] & 0x80);
  if (has(P::kNonceTopBit) && top && !(flags & HEDGEROW_MASK_NONCE))
    return HEDGEROW_ERR_NONCE_LENGTH;
  const bool matters = use == HEDGEROW_ENCRYPT && bytes && !(flags & HEDGEROW_REPEAT_NONCE);
  const bool again = matters && has_sealed && same_nonce(value, bytes, sealed, sealed_bytes);
  return again ? HEDGEROW_ERR_NONCE_REUSE : HEDGEROW_OK;
}

bool hedgerow_aead::same_nonce(const void* a, std::size_t a_bytes, const void* b,
                               std::size_t b_bytes) const noexcept {
  if (a_bytes != b_bytes || a_bytes == 0) return false;
  const unsigned mask = has(P::kNonceTopBit) ? 0x7f : 0xff;
  return ((bytes_of(a)[0] ^ bytes_of(b)[0]) & mask) == 0 &&
         memcmp(bytes_of(a) + 1, bytes_of(b) + 1, a_bytes - 1) == 0;
}

void hedgerow_aead::take_nonce(const std::uint8_t* value, std::size_t bytes,
                               hedgerow_direction use) noexcept {
  if (bytes) memcpy(iv, value, bytes);
  if (bytes && has(P::kNonceTopBit)) iv[0] &= 0x7f;
  iv_bytes = (std::uint32_t)bytes;
  has_iv = true;
  direction = use;
  if (use == HEDGEROW_ENCRYPT) {
    memcpy(sealed, iv, sizeof sealed);
    sealed_bytes = iv_bytes;
    has_sealed = true;
  }
  aad_bytes = position = 0;
  has_tag = announced = started = false;
}

hedgerow_status hedgerow_aead::check_goes_on() const noexcept {
  const bool may_repeat = !made_nonce && (flags & HEDGEROW_REPEAT_NONCE);
  if (direction == HEDGEROW_DECRYPT || may_repeat || writer == this_process()) return HEDGEROW_OK;
  return HEDGEROW_ERR_NONCE_REUSE;
}

void hedgerow_aead::start() noexcept {
  const Direction use = direction == HEDGEROW_DECRYPT ? Direction::kDecrypt : Direction::kEncrypt;
  functions().start(mode, use, iv, iv_bytes);
  started = true;
}

hedgerow_status hedgerow_aead::check_lengths(std::uint64_t aad, std::uint64_t data,
                                             std::size_t nonce_bytes) const noexcept {
  const auto longest = [&](auto of_mode) {
    return of_mode ? of_mode(algorithm->variant(), mode.parameters, nonce_bytes)
                   : algorithm->max_message_bytes();
  };
  const auto both = functions().limits_sum ? algorithm->max_message_bytes() : kMaxMessageBytes;
  const bool fits = aad <= longest(functions().max_aad_bytes) &&
                    data <= longest(functions().max_data_bytes) && aad <= both - data;
  return fits ? HEDGEROW_OK : HEDGEROW_ERR_LIMIT;
}

hedgerow_status hedgerow_aead::charge_whole(std::uint64_t aad, std::uint64_t data,
                                            std::size_t nonce_bytes) noexcept {
  HR_TRY(check_lengths(aad, data, nonce_bytes));
  return limit.charge(blocks_begun(0, aad, block()) + blocks_begun(0, data, block()));
}

hedgerow_status hedgerow_aead::charge_all(std::uint64_t aad, std::uint64_t data,
                                          std::size_t nonce_bytes) noexcept {
  if (aad > kMaxMessageBytes || data > kMaxMessageBytes) return HEDGEROW_ERR_LIMIT;
  HR_TRY(check_lengths(aad_bytes + aad, position + data, nonce_bytes));
  if (announced &&
      (aad_bytes + aad > mode.parameters.aad_bytes || position + data > mode.parameters.data_bytes))
    return HEDGEROW_ERR_ANNOUNCED;
  return limit.charge(blocks_begun(aad_bytes, aad, block()) +
                      blocks_begun(position, data, block()));
}

void hedgerow_aead::give_tag(std::uint8_t* tag, std::size_t bytes) noexcept {
  std::uint8_t whole[kMaxTagBytes] = {};
  functions().tag(mode, whole);
  memcpy(tag, whole, bytes);
  keep_tag(whole, bytes);
  wipe(whole, sizeof whole);
}

void hedgerow_aead::keep_tag(const std::uint8_t* whole, std::size_t bytes) noexcept {
  last_tag_bytes = (std::uint32_t)(has(P::kLengthsFirst) ? bytes : algorithm->tag.longest);
  memcpy(last_tag, whole, last_tag_bytes);
  has_tag = true;
}

hedgerow_status hedgerow_aead::compare_tag(const std::uint8_t* tag, std::size_t bytes) noexcept {
  std::uint8_t whole[kMaxTagBytes] = {};
  functions().tag(mode, whole);
  const unsigned equal = equal_ct(whole, tag, bytes);
  wipe(whole, sizeof whole);
  return equal ? HEDGEROW_OK : HEDGEROW_ERR_AUTH;
}

extern "C" {

hedgerow_status hedgerow_aead_new(hedgerow_aead** context, const char* cipher, const char* mode,
                                  const hedgerow_options* options) {
  return make(context, [&](hedgerow_aead& c) {
    return set_up(c, cipher, mode, kind_bit(ModeKind::kAead), options);
  });
}

void hedgerow_aead_free(hedgerow_aead* context) { destroy(context); }

hedgerow_status hedgerow_aead_copy(hedgerow_aead** copy, const hedgerow_aead* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_aead_reset(hedgerow_aead* context) {
  HR_TRY(check_pointers(context));
  context->reset_base();
  context->forget_nonces();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_set_key(hedgerow_aead* context, const void* key, size_t key_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(set_key(*context, key, key_bytes));
  context->forget_nonces();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_set_tag_bytes(hedgerow_aead* context, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  if (context->started && context->phase != Phase::kIdle && context->has(P::kLengthsFirst))
    return HEDGEROW_ERR_STATE;
  return set_tag_bytes(*context, tag_bytes);
}

}  // extern "C"
