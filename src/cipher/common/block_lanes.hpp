// For kernels that load and store whole 16-byte blocks, one in each lane: incomplete groups of
// vectors, and counter blocks.
#pragma once

#include "base/counter.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kLanes = kWidth / 16;

// Loads N vectors, although the message has only the first `blocks` blocks of them.
template <int N>
HR_INLINE void load_vectors(const std::uint8_t* p, std::size_t blocks, Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA {
    constexpr std::size_t before = i * kLanes;
    x[i] = blocks >= before + kLanes ? load(p + kWidth * i)
           : blocks > before         ? load_part(p + kWidth * i, blocks - before)
                                     : zero();
  });
}
template <int N>
HR_INLINE void store_vectors(std::uint8_t* p, std::size_t blocks, const Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA {
    constexpr std::size_t before = i * kLanes;
    if (blocks >= before + kLanes)
      store(p + kWidth * i, x[i]);
    else if (blocks > before)
      store_part(p + kWidth * i, x[i], blocks - before);
  });
}

// `fixed` has the fixed bytes in every lane. `value` has the count of block i in the first dword of
// lane i. The shuffle `place` moves the count to the counting bytes of the order.
struct Counters {
  Vec fixed, place, value;
};
struct alignas(64) LaneNumbers {
  std::uint8_t of[64];
};
consteval LaneNumbers make_lane_numbers() {
  LaneNumbers r{};
  for (int i = 0; i < 4; i++) r.of[16 * i] = (std::uint8_t)i;
  return r;
}
constexpr LaneNumbers kLaneNumbers = make_lane_numbers();
// For each CounterOrder: a mask that is zero in the counting bytes, and the shuffle `place`.
struct alignas(16) CounterMasks {
  std::uint8_t fixed[3][16], place[3][16];
};
consteval CounterMasks make_counter_masks() {
  CounterMasks r{};
  for (int order = 0; order < 3; order++) {
    for (int i = 0; i < 16; i++) {
      r.fixed[order][i] = 0xff;
      r.place[order][i] = 0x80;
    }
    for (int i = 0; i < 4; i++) {
      r.fixed[order][counter_position<16>((CounterOrder)order, i)] = 0;
      r.place[order][counter_position<16>((CounterOrder)order, i)] = (std::uint8_t)i;
    }
  }
  return r;
}
constexpr CounterMasks kCounterMasks = make_counter_masks();

HR_INLINE Counters make_counters(const std::uint8_t* counter, CounterOrder order) {
  const Vec fixed = load_splat128(kCounterMasks.fixed[(int)order]);
  return {and2(load_splat128(counter), fixed), load_splat128(kCounterMasks.place[(int)order]),
          add32(load(kLaneNumbers.of), splat64(counter_value<16>(counter, order)))};
}
// Returns the next kLanes counter blocks.
HR_INLINE Vec next_counters(Counters& c) {
  const Vec r = xor2(c.fixed, shuffle(c.value, c.place));
  c.value = add32(c.value, splat64(kLanes));
  return r;
}

}  // namespace
}  // namespace hedgerow::HR_ISA
