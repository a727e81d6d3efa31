// One block in each 16-byte lane, with byte shuffles only. Short messages and the key schedule use
// it, so latency decides the speed.
//
// L uses the method of the four Russians over the bits of its matrix M. Byte j of the result is the
// sum over i and b of 2^b M[j][i].b x[i]. Four bytes of the block have sixteen sums, which are a
// table of sixteen entries in a register. The table is secret, but the index, four bits of the
// matrix, is constant:
//
//     sums[q]:   0 | x[4q] | x[4q+1] | x[4q] + x[4q+1] | x[4q+2] | ... | x[4q] + .. + x[4q+3]
//     digit[b]:  sum over q of shuffle(sums[q], bits b of M[j][4q..4q+3])      byte j of the lane
//
// A single block uses the whole vector, with digits b and b + 4 in the two lanes:
//
//                lower lane    upper lane
//     digits     b             b + 4
//
// Each digit is looked up twice, by nibbles. The look-ups multiply by 2^b and apply the linear map
// at the beginning of the next S-box. The sum of the lanes comes last. If every lane has its own
// block, the number of operations matters more than latency, so Horner's rule combines the digits.
#pragma once

#include "cipher/kuznyechik/sbox_log.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

// All constants are vectors in memory.
struct alignas(kWidth) NibbleMap {
  std::uint8_t low[kWidth], high[kWidth];
};
struct alignas(kWidth) DigitIndex {
  std::uint8_t of[4][kWidth];  // [q]
};
struct LinearBySums {
  DigitIndex alike[8];   // if all lanes are equal
  NibbleMap last;        // the map, with the factor that Horner's rule leaves
  DigitIndex halves[4];  // digit b in the lower lane, b + 4 in the upper lane
  NibbleMap maps;        // the map in the lower lane, and the map of 2^4 x in the upper lane
};
struct alignas(kWidth) SumIndex {
  std::uint8_t part[2][2][kWidth];  // [pair of the quad][byte of the pair]: x[i], x[i+1], their sum
  std::uint8_t whole[4][2][kWidth];
};
// Stores the linear map of factor times x.
consteval void put_map(NibbleMap& r, const ByteMap& map, unsigned factor, int from, int to) {
  for (int at = from; at < to; at++) {
    r.low[at] = map.of[field_product(factor, (unsigned)at % 16)];
    r.high[at] = map.of[field_product(factor, (unsigned)at % 16 << 4)];
  }
}
consteval void put_digit(DigitIndex& r, const Matrix& m, int b, int from, int to) {
  for (int at = from; at < to; at++)
    for (int i = 0; i < 16; i++)
      r.of[i / 4][at] |= (std::uint8_t)((m.at[at % 16][i] >> b & 1) << (i % 4));
}
// The low byte of the polynomial, which times_x also adds if bit 7 is clear. After the seven steps
// this error is kReduction times 1 + x + .. + x^6.
constexpr std::uint8_t kReduction = kFieldPolynomial & 0xff;

consteval LinearBySums make_linear_by_sums(const Matrix& m, const ByteMap& map) {
  LinearBySums r{};
  for (int b = 0; b < 8; b++) put_digit(r.alike[b], m, b, 0, kWidth);
  put_map(r.last, map, 1, 0, kWidth);
  for (auto& v : r.last.low) v ^= map.of[field_product(kReduction, 0x7f)];
  for (int b = 0; b < 4; b++) {
    put_digit(r.halves[b], m, b, 0, kWidth / 2);
    put_digit(r.halves[b], m, b + 4, kWidth / 2, kWidth);
  }
  put_map(r.maps, map, 1, 0, kWidth / 2);
  put_map(r.maps, map, 1u << 4, kWidth / 2, kWidth);
  for (int at = 0; at < kWidth; at++)
    r.maps.low[at] ^= map.of[field_product(kReduction, at < kWidth / 2 ? 7 : 0x70)];
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
  put_map(r, map, 1, 0, kWidth);
  return r;
}

// The correction for pi's look-ups, which is L of sixteen times kForwardOffset.
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
  alignas(16) std::uint8_t c[33][16];  // the last constant is zero
};
// C_1, C_2, ... mapped by alpha.
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

// Computes x times the generator, plus kReduction.
HR_INLINE Vec times_x(Vec x) { return xor2(add8(x, x), where_positive(splat8(kReduction), x)); }
// L and the map after it, for N vectors with one block in each lane. The vectors share the loads.
template <int N>
HR_INLINE void linear_lanes(const LinearBySums& m, Vec* x) {
  Vec sums[N][4];
  unroll<N>([&](auto n) HR_LAMBDA { make_sums(x[n], sums[n]); });
  unroll<8>([&](auto i) HR_LAMBDA {
    Vec digit[N];
    unroll<4>([&](auto q) HR_LAMBDA {
      const Vec index = load(m.alike[7 - i].of[q]);
      unroll<N>([&](auto n) HR_LAMBDA {
        const Vec v = shuffle(sums[n][q], index);
        digit[n] = q == 0 ? v : xor2(digit[n], v);
      });
    });
    unroll<N>([&](auto n) HR_LAMBDA { x[n] = i == 0 ? digit[n] : xor2(digit[n], times_x(x[n])); });
  });
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = map_by_nibbles(m.last.low, m.last.high, x[n]); });
}

// The same for one block that is in every lane.
HR_INLINE Vec linear_block(const LinearBySums& m, Vec x) {
#ifdef HR_VEC_TWO_LANES
  Vec sums[4], y;
  make_sums(x, sums);
  unroll<4>([&](auto i) HR_LAMBDA {
    const auto term = [&](auto q) HR_LAMBDA { return look_up_in(sums[q], m.halves[3 - i].of[q]); };
    const Vec digit =
        xor2(xor2(term(Index<0>{}), term(Index<1>{})), xor2(term(Index<2>{}), term(Index<3>{})));
    y = i == 0 ? digit : xor2(digit, times_x(y));
  });
  return xor_lanes(map_by_nibbles(m.maps.low, m.maps.high, y));
#else
  linear_lanes<1>(m, &x);
  return x;
#endif
}

// The key schedule [RFC 7801 section 4.4] on blocks that alpha has mapped. The next constant is
// added early to the block that waits, so that the chain of a step is only S, L and one sum.
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
