// The round on 32 bytes of message or less in half a register, in memory order: the shortest way where look-ups by
// halves of a table take no longer than others (packed.hpp).
//
//   one block of 16 bytes      | block | the same block |        each lane has four of the eight terms of MixColumns
//   two of them, one of 32     | as in packed.hpp |
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/prepare_packed.hpp"
#include "isa/half_in_order.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
struct alignas(32) LaneIndex {
  std::uint8_t b[32];
};
struct alignas(32) LaneMatrices {
  std::uint64_t m[4];
};
// Terms 2 i and 2 i + 1 of MixColumns of two columns, a lane each: which bytes they multiply, and by what.
consteval LaneIndex make_lane_index(int i, bool inverse) {
  LaneIndex r{};
  for (int at = 0; at < 32; at++) r.b[at] = make_term_index(2, 2 * i + at / 16, inverse).b[at % 16];
  return r;
}
consteval LaneMatrices make_lane_matrices(Row row, int i) {
  LaneMatrices r{};
  for (int at = 0; at < 4; at++) r.m[at] = factor_matrix(row.c[2 * i + at / 2]);
  return r;
}
template <int kPair, bool kInverse>
constexpr LaneIndex kLaneIndex = make_lane_index(kPair, kInverse);
template <Row kRow, int kPair>
constexpr LaneMatrices kLaneMatrices = make_lane_matrices(kRow, kPair);

// The rounds of one block in both lanes. All time goes into one chain of operations, and which of the two ports that
// permute an operation waits for is settled before it is ready, so that their order matters (half_in_order.hpp): these
// are the quickest on Zen 4 that a climb from random orders has met.
template <bool kInverse, int kPair>
HR_INLINE HalfVec lane_terms(HalfVec x) {
  return HalfOps::shuffle(x, load_half(kLaneIndex<kPair, kInverse>.b));
}
template <Row kRow, int kPair>
HR_INLINE HalfVec lane_products(HalfVec terms) {
  return HalfOps::affine_by(terms, load_half(kLaneMatrices<kRow, kPair>.m));
}
HR_INLINE HalfVec choose_lanes(HalfVec top, HalfVec upper, HalfVec lower) {
  return HalfOps::ternary<0xd8>(lower, upper, top);
}
// `sum`, to which the last look-up comes where the top bit is clear.
HR_INLINE HalfVec add_last(HalfVec sum, HalfVec top, HalfVec last) {
  return HalfOps::ternary<0xd2>(sum, top, last);
}

HR_KALYNA_STEP HalfVec encrypt_lanes_round(HalfVec x, const std::uint8_t* key) {
  static_assert(kMixRow.c[0] == 1 && kMixRow.c[1] == 1);
  const auto look_up = [&](int row, int half)
                           HR_LAMBDA { return HalfOps::look_up(kSubTable, row, half, x); };
  const auto terms = [](auto i, HalfVec y) HR_LAMBDA { return lane_terms<false, i>(y); };
  const auto times = [](auto i, HalfVec y) HR_LAMBDA { return lane_products<kMixRow, i>(y); };
  const HalfVec u1 = look_up(1, 1), u2 = look_up(2, 1), u0 = look_up(0, 1), l1 = look_up(1, 0),
                u3 = look_up(3, 1), l0 = look_up(0, 0), u = HalfOps::ternary<0x96>(u0, u1, u2);
  const HalfVec l2 = look_up(2, 0), upper = HalfOps::xor2(u, u3),
                lower = HalfOps::ternary<0x96>(l0, l1, l2), l3 = look_up(3, 0);
  const HalfVec top = HalfOps::negative8(x), y = add_last(choose_lanes(top, upper, lower), top, l3);
  const HalfVec t1 = terms(Index<1>{}, y), t2 = terms(Index<2>{}, y), p2 = times(Index<2>{}, t2),
                p1 = times(Index<1>{}, t1), t3 = terms(Index<3>{}, y), p3 = times(Index<3>{}, t3);
  const HalfVec t0 = terms(Index<0>{}, y), sum = HalfOps::ternary<0x96>(t0, p1, p2),
                lane = HalfOps::xor2(sum, p3);
  return HalfOps::xor3(HalfOps::swap_lanes(lane), lane, key);
}
HR_KALYNA_STEP HalfVec decrypt_lanes_round(HalfVec x, const std::uint8_t* key) {
  const auto terms = [&](auto i) HR_LAMBDA { return lane_terms<true, i>(x); };
  const auto times = [](auto i, HalfVec y)
                         HR_LAMBDA { return lane_products<kUnscaledInverseRow, i>(y); };
  const HalfVec t2 = terms(Index<2>{}), p2 = times(Index<2>{}, t2), t1 = terms(Index<1>{}),
                t0 = terms(Index<0>{}), p0 = times(Index<0>{}, t0), p1 = times(Index<1>{}, t1);
  const HalfVec sum = HalfOps::ternary<0x96>(p0, p1, p2), t3 = terms(Index<3>{}),
                p3 = times(Index<3>{}, t3), lane = HalfOps::xor2(sum, p3);
  const HalfVec y = HalfOps::xor3(HalfOps::swap_lanes(lane), lane, key);
  const auto look_up = [&](int row, int half)
                           HR_LAMBDA { return HalfOps::look_up(kInverseSubTable, row, half, y); };
  const HalfVec u3 = look_up(3, 1), l0 = look_up(0, 0), u2 = look_up(2, 1), l1 = look_up(1, 0),
                u1 = look_up(1, 1), u0 = look_up(0, 1), l2 = look_up(2, 0);
  const HalfVec u = HalfOps::ternary<0x96>(u0, u1, u2), top = HalfOps::negative8(y),
                lower = HalfOps::ternary<0x96>(l0, l1, l2), upper = HalfOps::xor2(u, u3);
  const HalfVec chosen = choose_lanes(top, upper, lower);
  return add_last(chosen, top, look_up(3, 0));
}

// What byteslice_narrow.cpp wants of up to kMost blocks: their round keys, and the rounds.
template <Variant kV>
struct FewBlocks {
  static constexpr int kBlock = kV.block_bytes(), kMost = 32 / kBlock;

  // Keys stand as those on packed registers do.
  HR_INLINE Vec place_key(Vec keys, int k) { return repeat_key<kV>(keys, k); }
  HR_INLINE Vec packed_key(const std::uint8_t* key) { return load(key); }

  // N blocks; one of 16 bytes stands there twice.
  template <int N, class Key>
  HR_INLINE void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (N * kBlock == 32) return encrypt_half<kV>(key, in, out);
    HalfVec x = add64(load_half_splat128(in), load_half(key.rows.first));
    for (int r = 0; r < kV.rounds; r++) x = encrypt_lanes_round(x, key.encrypt[r]);
    store_lane(out, add64(x, load_half(key.rows.last)));
  }
  template <int N, class Key>
  HR_INLINE void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (N * kBlock == 32) return decrypt_half<kV>(key, in, out);
    HalfVec x = sub64(load_half_splat128(in), load_half(key.rows.last));
    for (int r = kV.rounds - 1; r >= 0; r--) x = decrypt_lanes_round(x, key.decrypt[r]);
    store_lane(out, sub64(x, load_half(key.rows.first)));
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
