// The rounds of AES over bit planes [FIPS 197 section 5]. They work with any layout of the planes,
// and p[b] is bit b of all bytes.
//
// The circuits of the S-boxes leave some outputs inverted, and the round keys correct this. This is
// possible because ShiftRows, MixColumns and InvMixColumns map a constant in all bytes to itself.
#pragma once

#include "cipher/aes/schedule.hpp"
#include "circuit/aes/aes.hpp"
#include "circuit/aes/inv.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;
using hedgerow::xor2, hedgerow::xor3;  // for 64-bit words; the ops of vectors have the same names

// MixColumns and AddRoundKey: bit b of r becomes `next` + `opposite` + 2 u + key, where u is the
// sum of a byte and the next byte in its column.
template <int b, class Word>
HR_INLINE Word mixed(Word next, Word opposite, const Word* u, Word key) {
  const Word r = xor3(next, opposite, u[(b + 7) & 7]);
  if constexpr (b == 1 || b == 3 || b == 4) return xor3(r, u[7], key);
  return xor2(r, key);
}
// Computes r + 4 u, which is the first factor of InvMixColumns. The second factor is MixColumns.
template <class Word>
HR_INLINE void add_quadrupled(Word* r, const Word* u) {
  const Word both = xor2(u[6], u[7]);
  r[0] = xor2(r[0], u[6]);
  r[1] = xor2(r[1], both);
  r[2] = xor3(r[2], u[0], u[7]);
  r[3] = xor3(r[3], u[1], u[6]);
  r[4] = xor3(r[4], u[2], both);
  r[5] = xor3(r[5], u[3], u[7]);
  r[6] = xor2(r[6], u[4]);
  r[7] = xor2(r[7], u[5]);
}

// Byte i of round key r, corrected for the inverted outputs of the S-box before it: for encryption,
// and for decryption, which counts rounds down.
HR_INLINE std::uint8_t forward_byte(const std::uint8_t* round_keys, int r, int i) {
  return (std::uint8_t)(round_keys[16 * r + i] ^ (r ? kNots_aes : 0));
}
HR_INLINE std::uint8_t backward_byte(const std::uint8_t* round_keys, int rounds, int r, int i) {
  return (std::uint8_t)(round_keys[16 * r + i] ^ (r < rounds ? kNots_aes_inv : 0));
}
// Returns all ones if bit b of the byte is set, else zero.
HR_INLINE std::uint8_t bit_mask(std::uint8_t byte, int b) {
  return (std::uint8_t)(0 - ((byte >> b) & 1));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
