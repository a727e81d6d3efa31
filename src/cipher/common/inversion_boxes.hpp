// S-boxes that are an inversion in GF(2^8) modulo 0x11b between linear maps, in every byte of a vector: by GFNI, or by
// the S-box A(1/x) + 0x63 of an AES instruction. A matrix is that of map_matrix().
//
// AESENCLAST and AESDECLAST also move the bytes of a lane, so a shuffle moves them back. A linear map is then the sum
// of two look-ups, one for each nibble.
#pragma once

#include "cipher/common/byte_field.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// The map x -> outer(inner(x)).
consteval ByteMap compose(const ByteMap& outer, const ByteMap& inner) {
  ByteMap r{};
  for (int i = 0; i < 256; i++) r.of[i] = outer.of[inner.of[i]];
  return r;
}
constexpr std::uint64_t kIdentity = map_matrix(make_identity());

#ifdef HR_VEC_GFNI
template <std::uint64_t kMatrix>
HR_INLINE Vec linear(Vec x) {
  return affine(x, kMatrix);
}
// kMatrix (1/x) + kConstant
template <std::uint64_t kMatrix, std::uint8_t kConstant>
HR_INLINE Vec inverted(Vec x) {
  return affine_inverse<kConstant>(x, kMatrix);
}
// 1/(kMatrix x)
template <std::uint64_t kMatrix>
HR_INLINE Vec inverse_of(Vec x) {
  return affine_inverse<0>(affine(x, kMatrix), kIdentity);
}
#else
consteval ByteMap map_of(std::uint64_t matrix) {
  std::uint8_t image[8]{};
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 8; i++)
      image[j] |= (std::uint8_t)(((matrix >> (8 * (7 - i) + j)) & 1) << i);
  return make_map_of_images(image);
}
// The linear part A of the S-box of AES [FIPS 197 section 5.1.1].
consteval ByteMap make_aes_linear() {
  ByteMap r{};
  for (unsigned x = 0; x < 256; x++)
    for (int n = 0; n < 5; n++) r.of[x] ^= (std::uint8_t)(x << n | x >> (8 - n));
  return r;
}
constexpr ByteMap kAesLinear = make_aes_linear(), kFromAesLinear = make_inverse(kAesLinear.of);
constexpr std::uint8_t kAesConstant = 0x63;

// The images of both nibbles under the matrix and a constant, and the orders that undo ShiftRows and its inverse.
struct alignas(16) NibbleTables {
  std::uint8_t low[16], high[16];
};
consteval NibbleTables make_nibble_tables(std::uint64_t matrix, std::uint8_t constant) {
  const ByteMap map = map_of(matrix);
  NibbleTables r{};
  for (int i = 0; i < 16; i++) {
    r.low[i] = map.of[i] ^ constant;
    r.high[i] = map.of[16 * i];
  }
  return r;
}
template <std::uint64_t kMatrix, std::uint8_t kConstant>
constexpr NibbleTables kNibbleTables = make_nibble_tables(kMatrix, kConstant);
struct alignas(16) RowOrders {
  std::uint8_t encryption[16], decryption[16];
};
consteval RowOrders make_row_orders() {
  RowOrders r{};
  for (int i = 0; i < 16; i++) {
    r.encryption[i] = (std::uint8_t)((i + 12 * (i % 4)) % 16);
    r.decryption[i] = (std::uint8_t)((i + 4 * (i % 4)) % 16);
  }
  return r;
}
constexpr RowOrders kRowOrders = make_row_orders();

// kMatrix x + kConstant
template <std::uint64_t kMatrix, std::uint8_t kConstant = 0>
HR_INLINE Vec linear(Vec x) {
  if constexpr (kMatrix == kIdentity) {
    return kConstant ? xor2(x, splat8(kConstant)) : x;
  } else {
    constexpr const NibbleTables& kTables = kNibbleTables<kMatrix, kConstant>;
    return xor2(shuffle(load_splat128(kTables.low), low_nibble(x)),
                shuffle(load_splat128(kTables.high), high_nibble(x)));
  }
}
template <std::uint64_t kMatrix, std::uint8_t kConstant>
HR_INLINE Vec inverted(Vec x) {
  constexpr std::uint64_t kAfter = map_matrix(compose(map_of(kMatrix), kFromAesLinear));
  constexpr bool kAlone = kAfter == kIdentity;
  const Vec box = aes_enc_last(x, splat8(kAlone ? kAesConstant ^ kConstant : kAesConstant));
  const Vec moved = shuffle(box, load_splat128(kRowOrders.encryption));
  return kAlone ? moved : linear<kAfter, kConstant>(moved);
}
template <std::uint64_t kMatrix>
HR_INLINE Vec inverse_of(Vec x) {
  constexpr std::uint64_t kBefore = map_matrix(compose(kAesLinear, map_of(kMatrix)));
  return shuffle(aes_dec_last(linear<kBefore, kAesConstant>(x), zero()),
                 load_splat128(kRowOrders.decryption));
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
