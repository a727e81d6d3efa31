// AES [FIPS 197] has three variants. Its S-boxes and coefficients are computed here from the
// definitions of the standard.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::aes {

constexpr int kBlockBytes = 16;
constexpr int kMaxRounds = 14;

struct Variant {
  int key_words, rounds;
  constexpr int round_key_bytes() const { return kBlockBytes * (rounds + 1); }
};
// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/aes.inc"
  kVariants
};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) {key / 4, rounds},
#include "lists/aes.inc"
};

// The first rows of the circulant matrices of MixColumns and InvMixColumns. The other rows are
// rotations of these first rows [FIPS 197 sections 5.1.3 and 5.3.3].
constexpr std::uint8_t kMixRow[4] = {2, 3, 1, 1};
constexpr std::uint8_t kInverseMixRow[4] = {14, 11, 13, 9};

// SubBytes [FIPS 197 section 5.1.1]: 1/x modulo the polynomial [section 4.2], then the affine map.
constexpr unsigned kPolynomial = 0x11b;
consteval ByteMap make_box() {
  ByteMap r = make_reciprocals(kPolynomial, 3);
  for (std::uint8_t& y : r.of) {
    const unsigned x = y;
    for (int k = 1; k < 5; k++) y ^= (std::uint8_t)(x << k | x >> (8 - k));
    y ^= 0x63;
  }
  return r;
}
constexpr ByteMap kBox = make_box();
constexpr ByteMap kBoxInverse = make_inverse(kBox.of);

// The key expansion [FIPS 197 section 5.2]. Words are little-endian, so RotWord is a rotation to
// the right. sub_word(w) substitutes the bytes of a word.
template <int kWords, class SubWord>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys, int rounds,
                          SubWord sub_word) {
  __builtin_memcpy(round_keys, user_key, 4 * kWords);
  unsigned constant = 1;
  for (int i = kWords; i < 4 * (rounds + 1); i++) {
    std::uint32_t w = load_le32(round_keys + 4 * (i - 1));
    if (i % kWords == 0) {
      w = sub_word(w >> 8 | w << 24) ^ constant;
      constant = constant << 1 ^ (constant >> 7) * kPolynomial;
    } else if (kWords > 6 && i % kWords == 4) {
      w = sub_word(w);
    }
    store_le32(round_keys + 4 * i, w ^ load_le32(round_keys + 4 * (i - kWords)));
  }
}

}  // namespace hedgerow::aes
