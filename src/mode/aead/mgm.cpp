// MGM [RFC 9058]: Y = E(0 || nonce) counts in its right half and makes the keystream; Z = E(1 ||
// nonce) counts in its left half and makes the hash blocks H_i = E(Z_i); sum = XOR of H_i * X_i
// over AAD, ciphertext (each zero-padded) and the length block; tag = E(sum). Everything is
// big-endian.
//
// state.memory:  | used H | H ready: hash_next .. hash_end | not made yet ... kHashBytes |
// H blocks are made a few at once, so that a short message costs one kernel call for all of them.
#include "mode/aead.hpp"

#include <string.h>

namespace hedgerow {

namespace {

constexpr std::size_t kHashBytes = 8192;
// The fewest H blocks made at once: a narrow kernel takes this many in the time of one.
constexpr std::size_t kHashStep = 8;
const std::uint8_t kZeros[kHashBytes] = {};

bool mgm_set_key(AeadState& state, const CipherKey&) noexcept {
  return state.memory.allocate(kHashBytes);
}

void mgm_start(AeadState& state, const CipherKey& key, const std::uint8_t* nonce) noexcept {
  const std::size_t block = key.block_bytes();
  std::uint8_t first[2 * kMaxBlockBytes];
  memcpy(first, nonce, block);
  memcpy(first + block, nonce, block);
  first[block] |= 0x80;
  key.encrypt(first, first, 2);
  state.ctr.start({block / 2, block / 2, CounterOrder::kBigEndian}, first, block);
  memcpy(state.z, first + block, block);
  wipe(first, sizeof first);
}

// Makes hash blocks for `wanted` more blocks, as many as there is room for.
void make_hash_blocks(AeadState& state, const CipherKey& key, std::size_t wanted) noexcept {
  const std::size_t block = key.block_bytes(), room = kHashBytes / block;
  const std::size_t rounded = (wanted + kHashStep - 1) / kHashStep * kHashStep;
  state.hash_next = 0;
  state.hash_end = rounded < room ? rounded : room;
  ctr_blocks(key, {0, block / 2, CounterOrder::kBigEndianLeft}, state.z, kZeros,
             state.memory.data(), state.hash_end);
  const std::size_t made = state.hash_end * block;
  if (made > state.message_bytes) state.message_bytes = made;
}

void mgm_absorb(AeadState& state, const CipherKey& key, const std::uint8_t* in,
                std::size_t blocks) noexcept {
  const std::size_t block = key.block_bytes();
  while (blocks != 0) {
    if (state.hash_next == state.hash_end) make_hash_blocks(state, key, blocks);
    const std::size_t ready = state.hash_end - state.hash_next;
    const std::size_t n = blocks < ready ? blocks : ready;
    state.field->dot(true, state.sum, state.memory.data() + state.hash_next * block, in, n);
    state.hash_next += n;
    in += n * block, blocks -= n;
  }
}

void mgm_absorb_lengths(AeadState& state, const CipherKey& key, std::uint64_t aad_bits,
                        std::uint64_t data_bits) noexcept {
  const std::size_t half = key.block_bytes() / 2;
  std::uint8_t lengths[kMaxBlockBytes] = {};
  store_be64(lengths + half - 8, aad_bits);
  store_be64(lengths + 2 * half - 8, data_bits);
  mgm_absorb(state, key, lengths, 1);
}

}  // namespace

constexpr AeadScheme kMgmScheme = {
    "mgm", CounterOrder::kBigEndian, true, mgm_set_key, mgm_start, mgm_absorb, mgm_absorb_lengths};

}  // namespace hedgerow
