// The rounds of AES over bit planes [FIPS 197 section 5], for any layout of the planes: p[b] is bit
// b of all bytes.
//
// What the circuits of the S-boxes leave to invert is in the round keys: ShiftRows, MixColumns and
// InvMixColumns map a constant in all bytes to itself.
#pragma once

#include "cipher/aes/schedule.hpp"
#include "circuit/aes/aes.hpp"
#include "circuit/aes/inv.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;
using hedgerow::xor2, hedgerow::xor3;  // on 64-bit words, beside those on vectors

// Bit b of r becomes `next` + `opposite` + 2 u + key, with u the sum of a byte and the next one in
// its column: MixColumns and AddRoundKey.
template <int b, class Word>
HR_INLINE Word mixed(Word next, Word opposite, const Word* u, Word key) {
  const Word r = xor3(next, opposite, u[(b + 7) & 7]);
  if constexpr (b == 1 || b == 3 || b == 4) return xor3(r, u[7], key);
  return xor2(r, key);
}
// r + 4 u: the first factor of InvMixColumns, whose second is MixColumns.
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

// Byte i of round key r, with what the S-box before it leaves to invert: in encryption, and in
// decryption, where rounds count down.
HR_INLINE std::uint8_t forward_byte(const std::uint8_t* round_keys, int r, int i) {
  return (std::uint8_t)(round_keys[16 * r + i] ^ (r ? kNots_aes : 0));
}
HR_INLINE std::uint8_t backward_byte(const std::uint8_t* round_keys, int rounds, int r, int i) {
  return (std::uint8_t)(round_keys[16 * r + i] ^ (r < rounds ? kNots_aes_inv : 0));
}
// All ones or zero, as bit b of the byte is.
HR_INLINE std::uint8_t bit_mask(std::uint8_t byte, int b) {
  return (std::uint8_t)(0 - ((byte >> b) & 1));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
