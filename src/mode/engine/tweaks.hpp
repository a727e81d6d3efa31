// The tweaks of XTS: T, T x, T x^2, .. in GF(2^(8 block)), little-endian: byte 0 bit 0 is x^0.
// Polynomials: 128 bits x^7 + x^2 + x + 1, 256 bits x^10 + x^5 + x^2 + 1, 512 bits x^8 + x^5 + x^2
// + 1 [IEEE 1619; DSTU 7624].
//
// Tweaks of 128 bits are made in chains that do not wait for each other. 512 of them: four chains of
// 128, a doubling a step on vectors of 128 bits; the chains begin at T, T x^128, .., and x^128 is x^7
// + x^2 + x + 1. A rest: eight chains, T x^(j+8) = T x^j shifted by one byte, the byte that leaves
// folded in.
#pragma once

#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "isa/cpu.hpp"
#include "registry/registry.hpp"

namespace hedgerow {

template <std::size_t kBlock>
constexpr std::uint64_t kTweakPolynomial = kBlock == 16   ? 0x87
                                           : kBlock == 32 ? 0x425
                                                          : 0x125;

template <std::size_t kBlock>
struct Tweak {
  static constexpr std::size_t kWords = kBlock / 8;
  std::uint64_t w[kWords];

  void load(const std::uint8_t* p) noexcept {
    for (std::size_t i = 0; i < kWords; i++) w[i] = load_le64(p + 8 * i);
  }
  void store(std::uint8_t* p) const noexcept {
    for (std::size_t i = 0; i < kWords; i++) store_le64(p + 8 * i, w[i]);
  }
  // times x
  void step() noexcept {
    const std::uint64_t out = 0 - (w[kWords - 1] >> 63);
    for (std::size_t i = kWords - 1; i > 0; i--) w[i] = w[i] << 1 | w[i - 1] >> 63;
    w[0] = w[0] << 1 ^ (out & kTweakPolynomial<kBlock>);
  }
  // times x^8; 128 bits
  void step_byte() noexcept {
    const std::uint64_t c = w[1] >> 56;
    w[1] = w[1] << 8 | w[0] >> 56;
    w[0] = w[0] << 8 ^ c ^ c << 1 ^ c << 2 ^ c << 7;
  }
};

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
constexpr std::size_t kLongRun = 512;

typedef std::uint64_t TweakVector __attribute__((vector_size(16)));
typedef std::int32_t TweakLanes __attribute__((vector_size(16)));

// times x: the bits that leave the halves, brought to where they come in
HR_INLINE TweakVector step_vector(TweakVector t) {
  const TweakLanes sign = (TweakLanes)t >> 31, come_in = {0x87, 0, 1, 0};
  const TweakLanes carried = __builtin_shufflevector(sign, sign, 3, 0, 1, 0) & come_in;
  return (t + t) ^ (TweakVector)carried;
}

// kLongRun tweaks from t on; gives the one behind them.
inline TweakVector write_long_run(TweakVector t, std::uint8_t* out) noexcept {
  constexpr std::size_t kChains = 4, kEach = kLongRun / kChains;
  TweakVector chain[kChains + 1];
  chain[0] = t;
  for (std::size_t k = 0; k < kChains; k++) {
    TweakVector power = step_vector(chain[k]), sum = chain[k] ^ power;  // 1 + x
    for (std::size_t i = 2; i <= 7; i++) {
      power = step_vector(power);
      if (i == 2 || i == 7) sum ^= power;
    }
    chain[k + 1] = sum;
  }
  for (std::size_t i = 0; i < kEach; i++)
    for (std::size_t k = 0; k < kChains; k++) {
      __builtin_memcpy(out + (k * kEach + i) * 16, &chain[k], 16);
      chain[k] = step_vector(chain[k]);
    }
  return chain[kChains];
}
#endif

// Writes the next `blocks` tweaks, the first of which is `tweak`, and leaves the one behind them
// there.
template <std::size_t kBlock>
void write_tweaks(std::uint8_t* tweak, std::uint8_t* out, std::size_t blocks) noexcept {
  constexpr std::size_t kChains = kBlock == 16 ? 8 : 1;
  Tweak<kBlock> t;
  std::size_t i = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if constexpr (kBlock == 16)
    for (; blocks - i >= kLongRun; i += kLongRun) {
      TweakVector v;
      __builtin_memcpy(&v, tweak, 16);
      v = write_long_run(v, out + i * 16);
      __builtin_memcpy(tweak, &v, 16);
    }
#endif
  t.load(tweak);
  if constexpr (kChains > 1) {
    Tweak<kBlock> chain[kChains];
    for (std::size_t k = 0; k < kChains; k++, t.step()) chain[k] = t;
    for (; i + kChains <= blocks; i += kChains)
      for (std::size_t k = 0; k < kChains; k++) {
        chain[k].store(out + (i + k) * kBlock);
        chain[k].step_byte();
      }
    t = chain[0];
  }
  for (; i < blocks; i++, t.step()) t.store(out + i * kBlock);
  t.store(tweak);
}

inline void write_tweaks(std::size_t block, std::uint8_t* tweak, std::uint8_t* out,
                         std::size_t blocks) noexcept {
  if (block == 16) return write_tweaks<16>(tweak, out, blocks);
  if (block == 32) return write_tweaks<32>(tweak, out, blocks);
  return write_tweaks<64>(tweak, out, blocks);
}

// tweak = first * x^n.
inline void seek_tweak(std::size_t block, const std::uint8_t* first, std::uint64_t n,
                       std::uint8_t* tweak) noexcept {
  const FieldOps& field = *select_field((std::uint32_t)block, cpu_features())->ops;
  std::uint8_t power[64] = {1}, square[64] = {2}, product[64];
  for (; n != 0; n >>= 1) {
    memset(product, 0, sizeof product);
    if (n & 1) {
      field.dot(false, product, power, square, 1);
      memcpy(power, product, block);
      memset(product, 0, sizeof product);
    }
    field.dot(false, product, square, square, 1);
    memcpy(square, product, block);
  }
  memset(product, 0, sizeof product);
  field.dot(false, product, first, power, 1);
  memcpy(tweak, product, block);
  wipe(product, sizeof product);
}

}  // namespace hedgerow
