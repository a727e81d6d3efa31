// GCM and GMAC of DSTU 7624 for blocks of 128, 256 and 512 bits.
// H = E(0); sum = (sum xor X) * H over AAD and ciphertext, each zero-padded; then the length block
// is XORED, not multiplied in: bit length of AAD in the low half, of the ciphertext in the high
// half, little-endian. tag = E(sum). The nonce enters the payload's counter only, never the tag.
#include "mode/aead.hpp"

namespace hedgerow {

namespace {

bool gcm_set_key(AeadState& state, const CipherKey& key) noexcept {
  std::uint8_t h[kMaxBlockBytes] = {};
  if (!state.memory.allocate(state.field->key_bytes)) return false;
  key.encrypt(h, h, 1);
  state.field->prepare(h, state.memory.data());
  wipe(h, sizeof h);
  return true;
}

void gcm_start(AeadState& state, const CipherKey& key, const std::uint8_t* nonce) noexcept {
  start_dstu_ctr(state.ctr, key, nonce);
}

void gcm_absorb(AeadState& state, const CipherKey&, const std::uint8_t* in,
                std::size_t blocks) noexcept {
  state.field->hash(state.memory.data(), state.sum, in, blocks);
}

void gcm_absorb_lengths(AeadState& state, const CipherKey& key, std::uint64_t aad_bits,
                        std::uint64_t data_bits) noexcept {
  std::uint8_t* high = state.sum + key.block_bytes() / 2;
  store_le64(state.sum, load_le64(state.sum) ^ aad_bits);
  store_le64(high, load_le64(high) ^ data_bits);
}

}  // namespace

constexpr AeadScheme kGcmScheme = {
    "gcm",      CounterOrder::kLittleEndian, false, gcm_set_key, gcm_start,
    gcm_absorb, gcm_absorb_lengths};

}  // namespace hedgerow
