// SM4's constants [GB/T 32907-2016]: the affine map of the S-box, FK [section 7.3 b] and CK [section 7.3 c].
//
// A block is four big-endian words X0..X3. Round i computes X(i+4) = X(i) ^ T(X(i+1) ^ X(i+2) ^ X(i+3) ^ rk(i)), where
// T applies the S-box to each byte and then the linear map L. The output is X35, X34, X33, X32.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::sm4 {

constexpr int kBlockBytes = 16;
constexpr int kRounds = 32;
constexpr int kRoundKeyBytes = 4 * kRounds;

// The variants of cipher.def with their indices by name.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/sm4.inc"
  kVariants
};

// The S-box is A(1 / A(x)) in GF(2^8), where A is an affine map with this constant. Row i of its matrix is 0xa7 rotated
// to the left by i. The standard has only the table [section 6.2 a].
constexpr unsigned kPolynomial = 0x1f5;
constexpr std::uint8_t kConstant = 0xd3;
consteval ByteMap make_affine() {
  ByteMap r{};
  for (unsigned x = 0; x < 256; x++)
    for (int i = 0; i < 8; i++)
      r.of[x] |= (std::uint8_t)((__builtin_popcount((0xa7u << i | 0xa7u >> (8 - i)) & x) & 1) << i);
  return r;
}
constexpr ByteMap kLinear = make_affine();
constexpr ByteMap kReciprocal = make_reciprocals(kPolynomial, 3);
consteval ByteMap make_box() {
  ByteMap r{};
  for (int x = 0; x < 256; x++)
    r.of[x] = kLinear.of[kReciprocal.of[kLinear.of[x] ^ kConstant]] ^ kConstant;
  return r;
}
constexpr ByteMap kBox = make_box();

constexpr std::uint32_t kFk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
// CK_i: byte j is 7 (4 i + j) modulo 256 [section 7.3 c].
constexpr std::uint32_t ck(int i) {
  std::uint32_t r = 0;
  for (int j = 0; j < 4; j++) r = r << 8 | (7 * (4 * (std::uint32_t)i + (std::uint32_t)j) & 255);
  return r;
}

// The key expansion [section 7.3]. substitute(w) applies the S-box to each byte of a word.
template <class Substitute>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys,
                          Substitute substitute) {
  std::uint32_t k[4];
  for (int i = 0; i < 4; i++) k[i] = load_be32(user_key + 4 * i) ^ kFk[i];
  for (int i = 0; i < kRounds; i++) {
    const std::uint32_t b = substitute(k[(i + 1) & 3] ^ k[(i + 2) & 3] ^ k[(i + 3) & 3] ^ ck(i));
    k[i & 3] ^= b ^ (b << 13 | b >> 19) ^ (b << 23 | b >> 9);
    store_be32(round_keys + 4 * i, k[i & 3]);
  }
}

// The portable key schedule, which is constant in time on any CPU, expands a user key to rk_0, rk_1, ...
// [GB/T 32907-2016 section 7.3].
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::sm4
