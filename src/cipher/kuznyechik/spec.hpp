// Kuznyechik's constants [RFC 7801 section 4.1]: the S-box pi and the sixteen coefficients of the
// linear recurrence are stored; the inverse S-box, the matrices of L and L^-1 and the iteration
// constants C_1..C_32 are computed from them at compile time.
//
// Byte 0 of a block is a_15, the leftmost byte as the standard prints it. The kernels walk the
// recurrence as a sequence s_0, s_1, ... in which one step adds
//     s_16+k = c_15 s_15+k + ... + c_1 s_1+k + s_k,        c_i = kCoefficients[15 - i].
// L maps s_0..s_15 = a_0..a_15 to s_16..s_31. The coefficients are palindromic (c_i = c_16-i), so
// L^-1 is the same recurrence over the bytes in the opposite order.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::kuznyechik {

constexpr int kBlockBytes = 16;
constexpr int kKeyBytes = 32;
constexpr int kRoundKeys = 10;
constexpr int kRoundKeyBytes = kRoundKeys * kBlockBytes;
constexpr int kRounds = kRoundKeys - 1;  // S, L and a key each; a key alone stands before them

// [RFC 7801 section 4.1.1]
constexpr std::uint8_t kPi[256] = {
    0xfc, 0xee, 0xdd, 0x11, 0xcf, 0x6e, 0x31, 0x16, 0xfb, 0xc4, 0xfa, 0xda, 0x23, 0xc5, 0x04, 0x4d,
    0xe9, 0x77, 0xf0, 0xdb, 0x93, 0x2e, 0x99, 0xba, 0x17, 0x36, 0xf1, 0xbb, 0x14, 0xcd, 0x5f, 0xc1,
    0xf9, 0x18, 0x65, 0x5a, 0xe2, 0x5c, 0xef, 0x21, 0x81, 0x1c, 0x3c, 0x42, 0x8b, 0x01, 0x8e, 0x4f,
    0x05, 0x84, 0x02, 0xae, 0xe3, 0x6a, 0x8f, 0xa0, 0x06, 0x0b, 0xed, 0x98, 0x7f, 0xd4, 0xd3, 0x1f,
    0xeb, 0x34, 0x2c, 0x51, 0xea, 0xc8, 0x48, 0xab, 0xf2, 0x2a, 0x68, 0xa2, 0xfd, 0x3a, 0xce, 0xcc,
    0xb5, 0x70, 0x0e, 0x56, 0x08, 0x0c, 0x76, 0x12, 0xbf, 0x72, 0x13, 0x47, 0x9c, 0xb7, 0x5d, 0x87,
    0x15, 0xa1, 0x96, 0x29, 0x10, 0x7b, 0x9a, 0xc7, 0xf3, 0x91, 0x78, 0x6f, 0x9d, 0x9e, 0xb2, 0xb1,
    0x32, 0x75, 0x19, 0x3d, 0xff, 0x35, 0x8a, 0x7e, 0x6d, 0x54, 0xc6, 0x80, 0xc3, 0xbd, 0x0d, 0x57,
    0xdf, 0xf5, 0x24, 0xa9, 0x3e, 0xa8, 0x43, 0xc9, 0xd7, 0x79, 0xd6, 0xf6, 0x7c, 0x22, 0xb9, 0x03,
    0xe0, 0x0f, 0xec, 0xde, 0x7a, 0x94, 0xb0, 0xbc, 0xdc, 0xe8, 0x28, 0x50, 0x4e, 0x33, 0x0a, 0x4a,
    0xa7, 0x97, 0x60, 0x73, 0x1e, 0x00, 0x62, 0x44, 0x1a, 0xb8, 0x38, 0x82, 0x64, 0x9f, 0x26, 0x41,
    0xad, 0x45, 0x46, 0x92, 0x27, 0x5e, 0x55, 0x2f, 0x8c, 0xa3, 0xa5, 0x7d, 0x69, 0xd5, 0x95, 0x3b,
    0x07, 0x58, 0xb3, 0x40, 0x86, 0xac, 0x1d, 0xf7, 0x30, 0x37, 0x6b, 0xe4, 0x88, 0xd9, 0xe7, 0x89,
    0xe1, 0x1b, 0x83, 0x49, 0x4c, 0x3f, 0xf8, 0xfe, 0x8d, 0x53, 0xaa, 0x90, 0xca, 0xd8, 0x85, 0x61,
    0x20, 0x71, 0x67, 0xa4, 0x2d, 0x2b, 0x09, 0x5b, 0xcb, 0x9b, 0x25, 0xd0, 0xbe, 0xe5, 0x6c, 0x52,
    0x59, 0xa6, 0x74, 0xd2, 0xe6, 0xf4, 0xb4, 0xc0, 0xd1, 0x66, 0xaf, 0xc2, 0x39, 0x4b, 0x63, 0xb6};

// [RFC 7801 section 4.1.2]: l(a_15, ..., a_0) = 148 a_15 + 32 a_14 + ... + 148 a_1 + a_0.
constexpr std::uint8_t kCoefficients[16] = {148, 32,  133, 16, 194, 192, 1,   251,
                                            1,   192, 194, 16, 133, 32,  148, 1};
constexpr unsigned kFieldPolynomial = 0x1c3;  // x^8 + x^7 + x^6 + x + 1

struct ByteMap {
  std::uint8_t of[256];
};
struct Matrix {
  std::uint8_t at[16][16];  // out[i] is the sum over j of at[i][j] * in[j]
};
struct IterationConstants {
  std::uint8_t c[32][16];
};

// The product of a and b in GF(2)[x] modulo `polynomial` of degree `degree`.
consteval std::uint8_t field_product(unsigned a, unsigned b, unsigned polynomial, int degree) {
  unsigned r = 0;
  for (; b; b >>= 1) {
    if (b & 1) r ^= a;
    a <<= 1;
    if (a >> degree) a ^= polynomial;
  }
  return (std::uint8_t)r;
}
consteval std::uint8_t field_product(unsigned a, unsigned b) {
  return field_product(a, b, kFieldPolynomial, 8);
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

consteval Matrix make_linear() {
  Matrix r{};
  for (int j = 0; j < 16; j++) {
    std::uint8_t s[32]{};
    s[15 - j] = 1;
    for (int k = 0; k < 16; k++) {
      for (int i = 0; i < 16; i++)
        if (s[k + i]) s[16 + k] ^= field_product(kCoefficients[15 - i], s[k + i]);
      r.at[15 - k][j] = s[16 + k];
    }
  }
  return r;
}
consteval Matrix make_reversed(const Matrix& m) {
  Matrix r{};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) r.at[i][j] = m.at[15 - i][15 - j];
  return r;
}

constexpr ByteMap kIdentity = make_identity();
constexpr ByteMap kPiInverse = make_inverse(kPi);
constexpr Matrix kLinear = make_linear();
constexpr Matrix kLinearInverse = make_reversed(kLinear);

// C_i = L(Vec_128(i)), i = 1..32 [RFC 7801 section 4.3].
consteval IterationConstants make_iteration_constants() {
  IterationConstants r{};
  for (unsigned i = 0; i < 32; i++)
    for (int j = 0; j < 16; j++) r.c[i][j] = field_product(kLinear.at[j][15], i + 1);
  return r;
}
constexpr IterationConstants kIteration = make_iteration_constants();

// The 8x8 bit matrix of a linear map of bytes, in the layout of GF2P8AFFINEQB: byte 7 - i is the
// row of output bit i. `image` holds the images of the bits 1, 2, 4, ..., 128.
consteval std::uint64_t bit_matrix(const std::uint8_t (&image)[8]) {
  std::uint64_t r = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 8; i++) r |= (std::uint64_t)((image[j] >> i) & 1) << (8 * (7 - i) + j);
  return r;
}
consteval std::uint64_t multiplication_matrix(unsigned c) {
  std::uint8_t image[8]{};
  for (int j = 0; j < 8; j++) image[j] = field_product(c, 1u << j);
  return bit_matrix(image);
}

}  // namespace hedgerow::kuznyechik
