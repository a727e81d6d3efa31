// Byte maps and products in binary fields at compile time, for S-boxes, diffusion matrices and
// GF2P8AFFINEQB.
#pragma once

#include "base/inline.hpp"

namespace hedgerow {

struct ByteMap {
  std::uint8_t of[256];
};

// Returns the product of a and b in GF(2)[x] modulo `polynomial` of degree `degree`.
consteval std::uint8_t field_product(unsigned a, unsigned b, unsigned polynomial, int degree) {
  unsigned r = 0;
  for (; b; b >>= 1) {
    if (b & 1) r ^= a;
    a <<= 1;
    if (a >> degree) a ^= polynomial;
  }
  return (std::uint8_t)r;
}

// The products of every byte with each of N factors, modulo `polynomial` of degree 8.
template <int N>
struct Products {
  ByteMap by[N];
};
template <int N>
consteval Products<N> make_products(const std::uint8_t (&factors)[N], unsigned polynomial) {
  Products<N> r{};
  for (int i = 0; i < N; i++)
    for (unsigned x = 0; x < 256; x++) r.by[i].of[x] = field_product(factors[i], x, polynomial, 8);
  return r;
}

consteval ByteMap make_identity() {
  ByteMap r{};
  for (int i = 0; i < 256; i++) r.of[i] = (std::uint8_t)i;
  return r;
}
consteval ByteMap make_inverse(const std::uint8_t (&map)[256]) {
  ByteMap r{};
  for (int i = 0; i < 256; i++) r.of[map[i]] = (std::uint8_t)i;
  return r;
}
// The map x -> 1/x, with 0 -> 0, in the field of 256 elements modulo `polynomial`. It is computed
// from the powers of `generator`.
consteval ByteMap make_reciprocals(unsigned polynomial, unsigned generator) {
  std::uint8_t power[255] = {1};
  for (int i = 1; i < 255; i++) power[i] = field_product(power[i - 1], generator, polynomial, 8);
  ByteMap r{};
  for (int i = 0; i < 255; i++) r.of[power[i]] = power[(255 - i) % 255];
  return r;
}
// The linear map that maps the bits 1, 2, 4, ..., 128 to these images.
consteval ByteMap make_map_of_images(const std::uint8_t (&image)[8]) {
  ByteMap r{};
  for (int x = 1; x < 256; x++)
    for (int j = 0; j < 8; j++) r.of[x] ^= (x >> j) & 1 ? image[j] : 0;
  return r;
}
// The isomorphism between fields of 256 elements, from `polynomial` to `target`, which maps x to a
// root.
consteval ByteMap make_isomorphism(unsigned polynomial, unsigned target) {
  for (unsigned root = 2;; root++) {
    std::uint8_t power[9] = {1};
    for (int i = 0; i < 8; i++) power[i + 1] = field_product(power[i], root, target, 8);
    unsigned sum = 0;
    for (int i = 0; i < 9; i++) sum ^= (polynomial >> i) & 1 ? power[i] : 0u;
    if (sum) continue;
    const std::uint8_t image[8] = {power[0], power[1], power[2], power[3],
                                   power[4], power[5], power[6], power[7]};
    return make_map_of_images(image);
  }
}

// The 8x8 bit matrix of a linear map of bytes in the layout of GF2P8AFFINEQB: byte 7 - i is the row
// of output bit i. `image` has the images of the bits 1, 2, 4, ..., 128.
consteval std::uint64_t bit_matrix(const std::uint8_t (&image)[8]) {
  std::uint64_t r = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 8; i++) r |= (std::uint64_t)((image[j] >> i) & 1) << (8 * (7 - i) + j);
  return r;
}
consteval std::uint64_t map_matrix(const ByteMap& map) {
  std::uint8_t image[8]{};
  for (int j = 0; j < 8; j++) image[j] = map.of[1 << j];
  return bit_matrix(image);
}

}  // namespace hedgerow
