// CMAC; see cmac.hpp. One message is a serial chain: each block waits for the one before it.
#include "mode/cmac.hpp"

namespace hedgerow {

namespace {

// v = v * x in GF(2^(8 block)), big-endian bits; constant time. The polynomials: x^64 + x^4 + x^3 +
// x + 1, x^128 + x^7 + x^2 + x + 1.
void double_gost(std::uint8_t* v, std::size_t block) noexcept {
  std::uint64_t carry = opaque(0 - (std::uint64_t)(v[0] >> 7)) & (block == 8 ? 0x1b : 0x87);
  for (std::size_t i = block; i != 0; i -= 8) {
    const std::uint64_t word = load_be64(v + i - 8);
    store_be64(v + i - 8, (word << 1) ^ carry);
    carry = word >> 63;
  }
}

}  // namespace

void gost_cmac_masks(const CipherKey& key, std::uint8_t* full, std::uint8_t* incomplete) noexcept {
  const std::size_t block = key.block_bytes();
  memset(full, 0, block);
  key.encrypt(full, full, 1);
  double_gost(full, block);
  memcpy(incomplete, full, block);
  double_gost(incomplete, block);
}

void dstu_cmac_masks(const CipherKey& key, std::uint8_t* full, std::uint8_t* incomplete) noexcept {
  memset(full, 0, key.block_bytes());
  memset(incomplete, 0, key.block_bytes());
  incomplete[0] = 1;
  key.encrypt(full, full, 1);
  key.encrypt(incomplete, incomplete, 1);
}

void Cmac::set_key(CmacMasks masks, const CipherKey& key) noexcept {
  masks(key, full_, incomplete_);
}

void Cmac::chain(const CipherKey& key, const std::uint8_t* in, std::size_t blocks) noexcept {
  const std::size_t block = key.block_bytes();
  for (; blocks != 0; blocks--, in += block) {
    for (std::size_t i = 0; i < block; i++) chain_[i] ^= in[i];
    key.encrypt(chain_, chain_, 1);
  }
}

void Cmac::update(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept {
  feed_.feed(key.block_bytes(), in, bytes,
             [&](const std::uint8_t* p, std::size_t blocks) { chain(key, p, blocks); });
}

void Cmac::tag(const CipherKey& key, std::uint8_t* block) noexcept {
  const std::size_t n = key.block_bytes(), have = feed_.waiting_bytes();
  const std::uint8_t* mask = have == n ? full_ : incomplete_;
  std::uint8_t last[kMaxBlockBytes] = {};
  memcpy(last, feed_.waiting(), have);
  if (have < n) last[have] = 0x80;
  for (std::size_t i = 0; i < n; i++) last[i] ^= mask[i];
  chain(key, last, 1);
  memcpy(block, chain_, n);
  wipe(last, sizeof last);
  wipe(chain_, sizeof chain_);
  feed_.clear();
}

}  // namespace hedgerow
