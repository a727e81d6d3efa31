// L over vectors, where s[0..15] are byte positions in the order of the recurrence (spec.hpp), and
// s[0] is the oldest.
//
// A step reads the window s_k..s_k+15 and writes s_k+16 to the slot of s_k:
//
//     slots       0      1      2      ...    15
//     before      s_0    s_1    s_2    ...    s_15
//     step 0      s_16   s_1    s_2    ...    s_15
//     step 1      s_16   s_17   s_2    ...    s_15
//
// Terms with equal coefficients share a product, because c_i = c_16-i. And 148 = 133 + 16 + 1, so
// that the products of s_1 with 148 are parts of those with 133 and 16. A round key is added within
// the steps. e_k is the key of slot k with the recurrence applied to the keys of the slots before
// it (keys.hpp), so that the sums of later steps are correct.
#pragma once

#include "cipher/kuznyechik/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
#ifdef HR_VEC_GFNI
using Multiplier = std::uint64_t;  // a bit matrix
consteval Multiplier make_multiplier(unsigned c) { return multiplication_matrix(c); }
HR_INLINE Vec multiply(Vec x, const Multiplier& c) { return affine(x, c); }
#else
struct alignas(16) Multiplier {
  std::uint8_t low[16], high[16];
};
consteval Multiplier make_multiplier(unsigned c) {
  Multiplier r{};
  for (unsigned x = 0; x < 16; x++) {
    r.low[x] = field_product(c, x);
    r.high[x] = field_product(c, x << 4);
  }
  return r;
}
HR_INLINE Vec multiply(Vec x, const Multiplier& c) {
  return xor2(shuffle(load_splat128(c.low), low_nibble(x)),
              shuffle(load_splat128(c.high), high_nibble(x)));
}
#endif

struct Multipliers {
  Multiplier of[16];
};
consteval Multipliers make_taps() {
  Multipliers r{};
  for (int i = 0; i < 16; i++) r.of[i] = make_multiplier(kCoefficients[15 - i]);
  return r;
}
constexpr Multipliers kTaps = make_taps();  // of[i] multiplies by c_i

// Returns s_K+16 + key.
template <int K>
HR_INLINE Vec recurrence(const Vec* s, Vec key) {
  const auto a = [&](int i) HR_LAMBDA { return s[(K + i) & 15]; };
  const auto tap = [&](auto i, Vec x) HR_LAMBDA { return multiply(x, kTaps.of[i]); };
#ifdef HR_VEC_GFNI
  // Seven products. The newest byte has its own product and is added last, so that the chain from
  // step to step has only one product and one sum.
  const Vec p5 = tap(Index<5>{}, xor2(a(5), a(11))), p6 = tap(Index<6>{}, xor2(a(6), a(10)));
  const Vec p8 = tap(Index<8>{}, a(8));
  Vec sum = xor3(a(0), a(1), key);
  sum = xor3(sum, a(7), a(9));
  sum = xor3(sum, p6, p8);
  const Vec p3 = tap(Index<3>{}, xor3(a(3), a(1), a(13)));
  const Vec p4 = tap(Index<4>{}, xor3(a(4), a(1), a(12)));
  sum = xor3(sum, p5, p4);
  sum = xor3(sum, p3, tap(Index<2>{}, xor2(a(2), a(14))));
  return xor2(sum, tap(Index<1>{}, a(15)));
#else
  // Six products of six operations each.
  const Vec ends = xor2(a(1), a(15));
  Vec sum = xor3(key, a(0), ends);
  sum = xor3(sum, a(7), a(9));
  sum = xor2(sum, tap(Index<8>{}, a(8)));
  sum = xor2(sum, tap(Index<6>{}, xor2(a(6), a(10))));
  sum = xor2(sum, tap(Index<5>{}, xor2(a(5), a(11))));
  sum = xor2(sum, tap(Index<2>{}, xor2(a(2), a(14))));
  sum = xor2(sum, tap(Index<4>{}, xor2(ends, xor2(a(4), a(12)))));
  return xor2(sum, tap(Index<3>{}, xor2(ends, xor2(a(3), a(13)))));
#endif
}

// Computes s = L(s) + key, for the keys e_k repeated eight times.
HR_INLINE void linear(Vec* s, const std::uint64_t* keys) {
  unroll<16>([&](auto k) HR_LAMBDA { s[k] = recurrence<k>(s, load_splat64(keys + k)); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
