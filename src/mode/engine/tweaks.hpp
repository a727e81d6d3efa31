// The tweaks of XTS: T, T x, T x^2, .. in GF(2^(8 block)), little-endian: byte 0 bit 0 is x^0.
// Polynomials: 128 bits x^7 + x^2 + x + 1, 256 bits x^10 + x^5 + x^2 + 1, 512 bits x^8 + x^5 + x^2
// + 1 [IEEE 1619; DSTU 7624].
//
// Tweaks of 128 bits are made in eight chains that do not wait for each other: T x^(j+8) = T x^j
// shifted by one byte, the byte that leaves folded in.
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

// Writes the next `blocks` tweaks, the first of which is `tweak`, and leaves the one behind them
// there.
template <std::size_t kBlock>
void write_tweaks(std::uint8_t* tweak, std::uint8_t* out, std::size_t blocks) noexcept {
  constexpr std::size_t kChains = kBlock == 16 ? 8 : 1;
  Tweak<kBlock> t;
  t.load(tweak);
  std::size_t i = 0;
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
