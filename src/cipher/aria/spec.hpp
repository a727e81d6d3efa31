// ARIA's constants [RFC 5794 section 2]: the S-boxes S1 and S2, the diffusion A, and those of the key expansion.
//
// A block is 16 bytes. A round adds a key, applies a substitution layer, and then A. The layers alternate: SL1 has S1,
// S2, 1/S1, 1/S2 for the bytes 4 i, 4 i + 1, 4 i + 2, 4 i + 3, and SL2 has 1/S1, 1/S2, S1, S2. The last round has a
// second key instead of A.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::aria {

constexpr int kBlockBytes = 16;
constexpr int kMaxRounds = 16;

struct Variant {
  int key_bytes, rounds;
  constexpr int round_key_bytes() const { return kBlockBytes * (rounds + 1); }
};
// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/aria.inc"
  kVariants
};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) {key, rounds},
#include "lists/aria.inc"
};

// S1 and S2 are a linear map of 1/x, plus a constant. S1 is that of AES. S2 is D x^247 + 0xe2, where x^247 is the
// eighth power of 1/x. These tables have the images of the bits of 1/x. The RFC has only the boxes [section 2.4.2].
constexpr unsigned kPolynomial = 0x11b;
constexpr std::uint8_t kImage[2][8] = {{0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f},
                                       {0xac, 0xfd, 0xc6, 0x83, 0x26, 0xa7, 0xfb, 0x5f}};
constexpr std::uint8_t kConstant[2] = {0x63, 0xe2};
constexpr ByteMap kLinear[2] = {make_map_of_images(kImage[0]), make_map_of_images(kImage[1])};
constexpr ByteMap kReciprocal = make_reciprocals(kPolynomial, 3);
consteval ByteMap make_box(int i) {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kLinear[i].of[kReciprocal.of[x]] ^ kConstant[i];
  return r;
}
// SB1 to SB4 [section 2.4.2]: S1, S2, 1/S1, 1/S2. Byte i of SL1 uses box i % 4, and byte i of SL2 box (i + 2) % 4.
constexpr ByteMap kBox[4] = {make_box(0), make_box(1), make_inverse(make_box(0).of),
                             make_inverse(make_box(1).of)};

// A [section 2.4.3] on the four words of a block, in any byte order. It is the sum of the other three bytes of a word,
// then sums of three words, a permutation of the bytes in words, and sums of three words again.
HR_INLINE void add_words(std::uint32_t* w) {
  const std::uint32_t sum = w[0] ^ w[1] ^ w[2] ^ w[3], first = w[0];
  w[0] = sum ^ w[3];
  w[1] ^= sum;
  w[2] ^= sum;
  w[3] = sum ^ first;
}
HR_INLINE void diffuse(std::uint32_t* w) {
  for (int i = 0; i < 4; i++) {
    const std::uint32_t pairs = w[i] << 8 | w[i] >> 24;
    w[i] = pairs ^ (w[i] << 16 | w[i] >> 16) ^ (w[i] << 24 | w[i] >> 8);
  }
  add_words(w);
  w[1] = (w[1] << 8 & 0xff00ff00) | (w[1] >> 8 & 0x00ff00ff);
  w[2] = w[2] << 16 | w[2] >> 16;
  w[3] = byte_swap32(w[3]);
  add_words(w);
}

// C1, C2, C3. They are CK1, CK2, CK3 of a key of 128 bits. Longer keys begin at another one [section 2.2].
constexpr std::uint64_t kC[3][2] = {{0x517cc1b727220a94, 0xfe13abe8fa9a6ee0},
                                    {0x6db14acc9e21c820, 0xff28b1d5ef5de2b0},
                                    {0xdb92371d2126e970, 0x0324977504e8c90e}};
constexpr int kRotation[5] = {19, 31, 67, 97, 109};  // to the right; 67 = 128 - 61 [section 2.2]

// The key expansion [section 2.2]. layer(second, block) applies SL1 or SL2 and then A.
template <int kIndex, class Layer>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys, Layer layer) {
  constexpr Variant v = kVariant[kIndex];
  std::uint64_t w[4][2] = {}, right[2] = {};
  for (int j = 0; j < 2; j++) {
    w[0][j] = load_be64(user_key + 8 * j);
    if (16 + 8 * j < v.key_bytes) right[j] = load_be64(user_key + 16 + 8 * j);
  }
  for (int i = 0; i < 3; i++) {
    std::uint8_t block[16];
    for (int j = 0; j < 2; j++)
      store_be64(block + 8 * j, w[i][j] ^ kC[(i + (v.key_bytes - 16) / 8) % 3][j]);
    layer(i == 1, block);
    for (int j = 0; j < 2; j++)
      w[i + 1][j] = load_be64(block + 8 * j) ^ (i == 0 ? right[j] : w[i - 1][j]);
  }
  for (int i = 0; i <= v.rounds; i++) {
    const std::uint64_t* const x = w[(i + 1) % 4];
    const int n = kRotation[i / 4] % 64, swapped = kRotation[i / 4] / 64;
    for (int j = 0; j < 2; j++) {
      const std::uint64_t high = x[1 - (j ^ swapped)], low = x[j ^ swapped];
      store_be64(round_keys + 16 * i + 8 * j, w[i % 4][j] ^ (low >> n | high << (64 - n)));
    }
  }
}

// The keys of decryption [section 2.2]: the last one, A of those between in reverse order, and the first one.
HR_INLINE void reverse_keys(const std::uint8_t* round_keys, int rounds, std::uint8_t* reversed) {
  for (int r = 0; r <= rounds; r++) {
    std::uint32_t w[4];
    for (int i = 0; i < 4; i++) w[i] = load_le32(round_keys + 16 * (rounds - r) + 4 * i);
    if (r > 0 && r < rounds) diffuse(w);
    for (int i = 0; i < 4; i++) store_le32(reversed + 16 * r + 4 * i, w[i]);
  }
}

// The portable key schedule, which is constant in time on any CPU, expands a user key to ek1, ek2, ... of
// kVariant[kIndex] [RFC 5794 section 2.2].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::aria
