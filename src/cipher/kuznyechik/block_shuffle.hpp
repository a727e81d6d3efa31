// One block to a lane of 16 bytes with byte shuffles alone, for short messages and the key schedule: latency counts.
//
// L by the method of the four Russians, over the bits of its matrix M: out byte j is the sum over i and b of
// 2^b M[j][i].b x[i]. Four bytes of the block have sixteen sums, which are a table of sixteen entries in a register.
// The table is secret and the index, four bits of the matrix, is constant:
//
//     sums[q]:   0 | x[4q] | x[4q+1] | x[4q] + x[4q+1] | x[4q+2] | ... | x[4q] + x[4q+1] + x[4q+2] + x[4q+3]
//     digit[b]:  sum over q of shuffle(sums[q], bits b of M[j][4q..4q+3])         byte j of the lane
//
// The digits are put together by two look-ups of nibbles each, of which the tables multiply by 2^b and apply the linear
// map that the next S-box begins with. A block of its own in a vector of two lanes has digits b and b + 4 in the lanes,
// and their sum is the last step.
#pragma once

#include "cipher/kuznyechik/sbox_log.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

// All constants as vectors in memory. Digits of a vector: the same in each lane, or b in the lower and b + 4 in the
// upper one.
struct alignas(kWidth) Digit {
  std::uint8_t index[4][kWidth];           // [q]
  std::uint8_t low[kWidth], high[kWidth];  // of a nibble: times 2^b, then the map
};
struct LinearBySums {
  Digit alike[8], halves[4];
};
struct alignas(kWidth) SumIndex {
  std::uint8_t part[2][2][kWidth];  // [pair of the quad][byte of the pair]: x[i], x[i+1], their sum
  std::uint8_t whole[4][2][kWidth];
};
struct alignas(kWidth) NibbleMap {
  std::uint8_t low[kWidth], high[kWidth];
};

// Digit b, in the upper half of the lanes digit `upper`.
consteval Digit make_digit(const Matrix& m, const ByteMap& map, int b, int upper) {
  Digit r{};
  for (int at = 0; at < kWidth; at++) {
    const int j = at % 16, d = at < kWidth / 2 ? b : upper;
    for (int i = 0; i < 16; i++)
      r.index[i / 4][at] |= (std::uint8_t)((m.at[j][i] >> d & 1) << (i % 4));
    r.low[at] = map.of[field_product(1u << d, (unsigned)j)];
    r.high[at] = map.of[field_product(1u << d, (unsigned)j << 4)];
  }
  return r;
}
consteval LinearBySums make_linear_by_sums(const Matrix& m, const ByteMap& map) {
  LinearBySums r{};
  for (int b = 0; b < 8; b++) r.alike[b] = make_digit(m, map, b, b);
  for (int b = 0; b < 4; b++) r.halves[b] = make_digit(m, map, b, b + 4);
  return r;
}
consteval SumIndex make_sum_index() {
  SumIndex r{};
  for (int pair = 0; pair < 2; pair++)
    for (int at = 0; at < kWidth; at++) {
      const int i = at % 16;
      const int n = i % 4 + 1,
                first = i - i % 4 + 2 * pair;  // of each four entries three are taken
      r.part[pair][0][at] = (std::uint8_t)(n & 1 ? first : 0x80);
      r.part[pair][1][at] = (std::uint8_t)(n & 2 ? first + 1 : 0x80);
      const int taken = i >> (2 * pair) & 3;
      for (int q = 0; q < 4; q++)
        r.whole[q][pair][at] = (std::uint8_t)(taken ? 4 * q + taken - 1 : 0x80);
    }
  return r;
}
consteval NibbleMap make_nibble_map(const ByteMap& map) {
  NibbleMap r{};
  for (int at = 0; at < kWidth; at++) {
    r.low[at] = map.of[at % 16];
    r.high[at] = map.of[at % 16 << 4];
  }
  return r;
}

// What pi's look-ups leave out: L of sixteen times kForwardOffset.
struct alignas(16) MappedBytes {
  std::uint8_t of[16];
};
consteval MappedBytes make_linear_offset() {
  MappedBytes r{};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) r.of[i] ^= field_product(kLinear.at[i][j], kForwardOffset);
  return r;
}
struct IterationBytes {
  alignas(16) std::uint8_t c[33][16];  // the last is zero
};
// C_1, C_2, ... through alpha.
consteval IterationBytes make_mapped_iteration() {
  IterationBytes r{};
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 16; j++) r.c[i][j] = kAlpha.of[kIteration.c[i][j]];
  return r;
}
consteval MappedBytes make_mapped(const MappedBytes& block, const ByteMap& map) {
  MappedBytes r{};
  for (int i = 0; i < 16; i++) r.of[i] = map.of[block.of[i]];
  return r;
}

constexpr ForwardTables<kWidth> kForward = make_forward_box<kWidth>(kIdentity, kIdentity);
constexpr InverseTables<kWidth> kBackward = make_inverse_box<kWidth>(kIdentity, kIdentity);
constexpr SumIndex kSums = make_sum_index();
constexpr LinearBySums kLinearSums = make_linear_by_sums(kLinear, kAlpha);
constexpr LinearBySums kInverseSums = make_linear_by_sums(kLinearInverse, kOmegaInverse);
constexpr IterationBytes kMappedIteration = make_mapped_iteration();
constexpr MappedBytes kMappedOffset = make_mapped(make_linear_offset(), kAlpha);
constexpr NibbleMap kFromAlpha = make_nibble_map(kAlphaInverse);

HR_INLINE Vec to_alpha(Vec x) { return map_by_nibbles(kForward.low, kForward.high, x); }
HR_INLINE Vec from_alpha(Vec x) { return map_by_nibbles(kFromAlpha.low, kFromAlpha.high, x); }

HR_INLINE Vec look_up_in(Vec table, const std::uint8_t (&index)[kWidth]) {
  return shuffle(table, load(index));
}
HR_INLINE void make_sums(Vec x, Vec* sums) {
  Vec part[2];
  unroll<2>([&](auto i) HR_LAMBDA {
    part[i] = xor2(look_up_in(x, kSums.part[i][0]), look_up_in(x, kSums.part[i][1]));
  });
  unroll<4>([&](auto q) HR_LAMBDA {
    sums[q] = xor2(look_up_in(part[0], kSums.whole[q][0]), look_up_in(part[1], kSums.whole[q][1]));
  });
}

// L and the map that goes with it, of N vectors of one block a lane, which share the loads.
template <int N>
HR_INLINE void linear_lanes(const LinearBySums& m, Vec* x) {
  Vec sums[N][4];
  unroll<N>([&](auto n) HR_LAMBDA { make_sums(x[n], sums[n]); });
  unroll<8>([&](auto b) HR_LAMBDA {
    const Digit& d = m.alike[b];
    Vec digit[N];
    unroll<4>([&](auto q) HR_LAMBDA {
      const Vec index = load(d.index[q]);
      unroll<N>([&](auto n) HR_LAMBDA {
        const Vec v = shuffle(sums[n][q], index);
        digit[n] = q == 0 ? v : xor2(digit[n], v);
      });
    });
    unroll<N>([&](auto n) HR_LAMBDA {
      const Vec v = map_by_nibbles(d.low, d.high, digit[n]);
      x[n] = b == 0 ? v : xor2(x[n], v);
    });
  });
}

// The same of one block, which every lane has.
HR_INLINE Vec linear_block(const LinearBySums& m, Vec x) {
#ifdef HR_VEC_HALVES
  Vec sums[4], digit[4];
  make_sums(x, sums);
  unroll<4>([&](auto b) HR_LAMBDA {
    const Digit& d = m.halves[b];
    const auto term = [&](auto q) HR_LAMBDA { return look_up_in(sums[q], d.index[q]); };
    const Vec lower = xor2(term(Index<0>{}), term(Index<1>{}));
    digit[b] = map_by_nibbles(d.low, d.high, xor2(lower, xor2(term(Index<2>{}), term(Index<3>{}))));
  });
  return xor_lanes(xor2(xor2(digit[0], digit[1]), xor2(digit[2], digit[3])));
#else
  linear_lanes<1>(m, &x);
  return x;
#endif
}

// The key schedule [RFC 7801 section 4.3] on blocks through alpha. The next constant is added ahead of time, beside the
// block that waits, so that a step is S, L and one sum long.
HR_NOINLINE void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  Vec a1 = to_alpha(load_splat128(user_key)), a0 = to_alpha(load_splat128(user_key + 16));
  Vec x = xor2(a1, load_splat128(kMappedIteration.c[0]));
  for (int pair = 0;; pair++) {
    store_lane(round_keys + 32 * pair, from_alpha(a1));
    store_lane(round_keys + 32 * pair + 16, from_alpha(a0));
    if (pair == 4) break;
    for (int i = 8 * pair + 1; i <= 8 * pair + 8; i++) {
      const Vec previous = xor2(a0, load_splat128(kMappedOffset.of));
      const Vec waiting = xor2(previous, load_splat128(kMappedIteration.c[i]));
      const Vec y = linear_block(kLinearSums, after_map(kForward, x));
      x = xor2(y, waiting);
      a0 = a1;
      a1 = xor2(y, previous);
    }
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
