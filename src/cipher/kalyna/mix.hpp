// MixColumns and its inverse on eight registers, one per row of the state; which columns stand in
// the lanes is all one.
//
// M takes one doubling and one quadrupling an output, and sums:
//   g_i = 2 x_i + x_{i+1} + k_i          v_r = g_{r+4} + x_{r+2} + x_{r+6} + x_{r+7}
//   y_r = 4 v_r + g_{r+5} + 2 x_{r+6} + (x_r + x_{r+1} + x_{r+2} + x_{r+3})
// Where xor3 is one instruction, pairs x_i + x_{i+1} make the sums, five xors an output; else sums
// of four slide along the column, each the one before + (x_i + x_{i+4}), about nine.
// The round key rides in g, so that it arrives as (z^5 + 4 z^4) * k: prepared keys are stored
// divided by that polynomial. The inverse is N * M of spec.hpp; its scale is left to the inverse
// S-boxes. Source of the cipher: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// The steps of a round are inlined, but under the model, where that gains nothing and takes minutes
// to compile.
#ifdef HR_VEC_MODEL
#define HR_KALYNA_STEP static HR_NOINLINE __attribute__((unused))
#else
#define HR_KALYNA_STEP HR_INLINE
#endif

// What mix_columns multiplies a round key by, and what prepared ones are multiplied by.
constexpr Row kKeyRow = {{0, 0, 0, 0, 4, 1, 0, 0}};
constexpr Row kEncryptKeyRow = row_inverse(kKeyRow);
constexpr Row kDecryptKeyRow = row_product(kEncryptKeyRow, kUnscaledInverseRow);

#ifdef HR_VEC_GFNI
// For GF2P8AFFINEQB: byte 7 - i is the row of output bit i.
consteval std::uint64_t factor_matrix(unsigned factor) {
  std::uint64_t m = 0;
  for (int in = 0; in < 8; in++)
    for (int out = 0; out < 8; out++)
      if (kalyna::gf_mul(factor, 1u << in) >> out & 1)
        m |= (std::uint64_t)1 << (8 * (7 - out) + in);
  return m;
}
template <int kFactor, class V>
HR_INLINE V multiply(V x) {
  if constexpr (kFactor == 1) return x;
  return affine(x, factor_matrix(kFactor));
}
constexpr std::uint8_t kTwiceOffset = 0;
HR_INLINE Vec offset_twice(Vec x) { return multiply<2>(x); }
#else
// Without GFNI a doubling is cheapest as 2 x + kTwiceOffset; the S-boxes take the offset back.
constexpr std::uint8_t kTwiceOffset = 0x1d;
HR_INLINE Vec offset_twice(Vec x) {
  return xor2(add8(x, x), where_positive(splat8(kTwiceOffset), x));
}
// Products of the low and of the high nibble; of the latter, for a factor of 4, only what a shift
// by 2 does not give.
struct alignas(16) NibbleTables {
  std::uint8_t low[16], high[16], overflow[16];
};
consteval NibbleTables make_nibble_tables(unsigned factor) {
  NibbleTables r{};
  for (unsigned i = 0; i < 16; i++) {
    r.low[i] = kalyna::gf_mul(factor, i);
    r.high[i] = kalyna::gf_mul(factor, i << 4);
    r.overflow[i] = (std::uint8_t)(r.high[i] ^ (i << 4) * factor);
  }
  return r;
}
template <int kFactor>
constexpr NibbleTables kNibbles = make_nibble_tables(kFactor);

template <int kFactor>
HR_INLINE Vec multiply(Vec x) {
  if constexpr (kFactor == 1) return x;
  if constexpr (kFactor == 2) return xor2(add8(x, x), and2(negative8(x), splat8(0x1d)));
  const Vec high = high_nibble(x);
  if constexpr (kFactor == 4) {
    const Vec twice = add8(x, x);
    return xor2(add8(twice, twice), shuffle(load_splat128(kNibbles<4>.overflow), high));
  }
  return xor2(shuffle(load_splat128(kNibbles<kFactor>.low), low_nibble(x)),
              shuffle(load_splat128(kNibbles<kFactor>.high), high));
}
#endif

// mix_columns adds this to every output: the offset of the doubling in 4 g_{r+4}, in g_{r+5} and in
// 2 x_{r+6}.
constexpr std::uint8_t kMixOffset = kalyna::gf_mul(4, kTwiceOffset) ^ kTwiceOffset ^ kTwiceOffset;

// In steps, each with one doubling and one output, so that few values live at once.
HR_KALYNA_STEP void mix_columns(const Vec* x, const std::uint64_t* key, Vec* y) {
  Vec g[8], part[8];
#ifdef HR_VEC_XOR3
  Vec pair[8];
  unroll<8>([&](auto i) HR_LAMBDA { pair[i] = xor2(x[i], x[(i + 1) & 7]); });
#else
  Vec far[4], four[8];
  unroll<4>([&](auto i) HR_LAMBDA { far[i] = xor2(x[i], x[i + 4]); });
  four[2] = xor2(xor2(x[2], x[3]), xor2(x[4], x[5]));
#endif
  unroll<10>([&](auto i) HR_LAMBDA {
    constexpr int r = (i + 2) & 7;
    if constexpr (i < 8) {
      const Vec twice = offset_twice(x[i]);
      g[i] = xor3(twice, x[(i + 1) & 7], load_splat64(key + i));
#ifdef HR_VEC_XOR3
      part[r] = xor3(twice, pair[r], pair[(r + 2) & 7]);
#else
      if constexpr (i > 0) four[r] = xor2(four[(r + 7) & 7], far[(r + 7) & 3]);
      part[r] = xor2(twice, four[r]);
#endif
    }
    if constexpr (i >= 2) {
#ifdef HR_VEC_XOR3
      const Vec v = xor3(g[(i - 2) & 7], x[(r + 2) & 7], pair[(r + 6) & 7]);
#else
      const Vec v = xor3(g[(i - 2) & 7], x[(r + 7) & 7], far[(r + 2) & 3]);
#endif
      y[r] = xor3(part[r], g[(i - 1) & 7], multiply<4>(v));
    }
  });
}

// Even rows of N's product depend on even rows alone: these first, so that their inputs die early.
HR_KALYNA_STEP void unscaled_inverse_mix_columns(const Vec* x, const std::uint64_t* key, Vec* y) {
  Vec t[8];
  unroll<8>([&](auto i) HR_LAMBDA {
    constexpr int r = 2 * i % 8 + i / 4;
    const Vec a = xor3(x[r], multiply<kInverseFactor.c[2]>(x[(r + 2) & 7]),
                       multiply<kInverseFactor.c[4]>(x[(r + 4) & 7]));
    t[r] = xor2(a, multiply<kInverseFactor.c[6]>(x[(r + 6) & 7]));
  });
  mix_columns(t, key, y);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
