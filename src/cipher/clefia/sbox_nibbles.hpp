// S-boxes and multiplications with byte shuffles only, where S0 is two layers of nibble tables. S1
// uses the tower k + i t over GF(16) with t^2 + a t + a = 0. With n = k^2 + a i k + a i^2 and j = i
// + k,
//
//     1 / (1 / (1/i + a/k) + j) = (k + a i) / n,       1 / (1 / (1/j + a/k) + i) = (k + a j) / n
//
// These equations also hold for zeros if 1/0 is infinity, and the two quotients determine the
// inverse [CHES 2009]. Infinity is a byte with bit 7 set, because a shuffle by it gives 0, which is
// 1/infinity.
#pragma once

#include "cipher/clefia/sbox_s0.hpp"
#include "cipher/clefia/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
constexpr std::uint8_t kInfinity = 0x80;
constexpr unsigned kTowerPolynomial = 0x13;

constexpr std::uint8_t kS1In = 0;
constexpr std::uint8_t kS1Out = kGConstant;
constexpr ByteMap kBasis = make_identity();

HR_INLINE Vec to_basis(Vec x) { return x; }
HR_INLINE Vec from_basis(Vec x) { return x; }

consteval unsigned product16(unsigned a, unsigned b) {
  return field_product(a, b, kTowerPolynomial, 4);
}
// The smallest a for which t^2 + a t + a is irreducible.
consteval unsigned tower_coefficient() {
  for (unsigned a = 2;; a++) {
    bool root = false;
    for (unsigned t = 0; t < 16; t++) root |= (product16(t, t) ^ product16(a, t) ^ a) == 0;
    if (!root) return a;
  }
}
constexpr unsigned kA = tower_coefficient();
// (i, k) is the byte 16 i + k.
consteval unsigned tower_product(unsigned x, unsigned y) {
  const unsigned high = product16(x >> 4, y >> 4);
  const unsigned middle = product16(x >> 4, y & 15) ^ product16(x & 15, y >> 4);
  return (product16(high, kA) ^ middle) << 4 | (product16(high, kA) ^ product16(x & 15, y & 15));
}
// The map that takes x of the standard's field to a root of its polynomial.
consteval ByteMap make_tower_map() {
  for (unsigned root = 16;; root++) {
    unsigned power[9] = {1}, sum = 0;
    for (int i = 0; i < 8; i++) power[i + 1] = tower_product(power[i], root);
    for (int i = 0; i < 9; i++) sum ^= (kFieldPolynomial >> i) & 1 ? power[i] : 0u;
    if (sum) continue;
    std::uint8_t image[8];
    for (int i = 0; i < 8; i++) image[i] = (std::uint8_t)power[i];
    return make_map_of_images(image);
  }
}
constexpr ByteMap kTower = make_tower_map(), kFromTower = make_inverse(kTower.of);

struct alignas(16) S1Tables {
  std::uint8_t k_low[16], k_high[16], i_low[16], i_high[16];  // f and the tower map, by nibbles
  std::uint8_t inverse[16], scaled[16];                       // 1/x, a/x
  std::uint8_t from_i[16], from_j[16];                        // g of the inverse, from 1/quotients
};
consteval S1Tables make_s1_tables() {
  S1Tables r{};
  std::uint8_t inverse[16]{};
  for (unsigned x = 1; x < 16; x++)
    for (unsigned y = 1; y < 16; y++)
      if (product16(x, y) == 1) inverse[x] = (std::uint8_t)y;
  const unsigned per_square = product16(inverse[kA], inverse[kA]);
  for (unsigned x = 0; x < 16; x++) {
    const unsigned low = kTower.of[kF.of[x] ^ kFConstant], high = kTower.of[kF.of[x << 4]];
    r.k_low[x] = low & 15;
    r.k_high[x] = high & 15;
    r.i_low[x] = (std::uint8_t)(low >> 4);
    r.i_high[x] = (std::uint8_t)(high >> 4);
    r.inverse[x] = x ? inverse[x] : kInfinity;
    r.scaled[x] = x ? (std::uint8_t)product16(kA, inverse[x]) : kInfinity;
    // From the quotients u and v, the inverse is k = u, i = (v + (1 + a) u) / a^2.
    const unsigned u = inverse[x], of_u = product16(per_square, product16(1 ^ kA, u)) << 4 | u;
    const unsigned of_v = product16(per_square, u) << 4;
    r.from_i[x] = kG.of[kFromTower.of[of_u]];
    r.from_j[x] = kG.of[kFromTower.of[of_v]];
  }
  return r;
}
constexpr S1Tables kS1Tables = make_s1_tables();
constexpr S0Tables kS0Tables = make_s0_tables(kBasis);

template <int N>
HR_INLINE void substitute0(Vec* x) {
  unroll<N>([&](auto n) HR_LAMBDA {
    x[n] = look_up_s0(kS0Tables, high_nibble(x[n]), low_nibble(x[n]),
                      [](Vec u) HR_LAMBDA { return high_nibble(u); });
  });
}
template <int N>
HR_INLINE void substitute1(Vec* x) {
  const S1Tables& t = kS1Tables;
  unroll<N>([&](auto n) HR_LAMBDA {
    const Vec low = low_nibble(x[n]), high = high_nibble(x[n]);
    const Vec k = xor2(look_up(t.k_low, low), look_up(t.k_high, high));
    const Vec i = xor2(look_up(t.i_low, low), look_up(t.i_high, high));
    const Vec j = xor2(i, k), ak = look_up(t.scaled, k);
    const Vec io = xor2(look_up(t.inverse, xor2(look_up(t.inverse, i), ak)), j);
    const Vec jo = xor2(look_up(t.inverse, xor2(look_up(t.inverse, j), ak)), i);
    x[n] = xor2(look_up(t.from_i, io), look_up(t.from_j, jo));
  });
}

struct alignas(16) ProductTables {
  std::uint8_t low[16], high[16];
};
consteval ProductTables make_product_tables(unsigned c) {
  ProductTables r{};
  for (unsigned x = 0; x < 16; x++) {
    r.low[x] = times(c, x);
    r.high[x] = times(c, x << 4);
  }
  return r;
}
template <unsigned C>
constexpr ProductTables kProduct = make_product_tables(C);
template <unsigned C>
HR_INLINE Vec multiply(Vec x) {
  if constexpr (C == 2) {
    const Vec carry = and2(negative8(x), splat8(kFieldPolynomial & 0xff));
    return xor2(add8(x, x), carry);
  }
  return xor2(look_up(kProduct<C>.low, low_nibble(x)), look_up(kProduct<C>.high, high_nibble(x)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
