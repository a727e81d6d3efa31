// The code that byte slicing of 16-byte blocks shares: kWidth blocks at a time, with one vector for
// each byte position.
//
// A batch is kWidth blocks in sixteen vectors. transpose() turns them into one vector for each byte
// position. With V = kWidth / 16 blocks in a vector, byte 16 v + j of it belongs to block V j + v:
//
//     in:   r[i] = block V i | block V i + 1 | ...        16 bytes each
//     then: r[i] = byte i of blocks 0, V, 2 V, ... | byte i of blocks 1, V + 1, ... | ...
#pragma once

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/byte_lanes.hpp"
#include "cipher/common/prefetch.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kBatchBlocks = kWidth;
constexpr int kBatchBytes = 16 * kWidth;

// Transposes 16 x 16 bytes within each 16-byte lane, and is its own inverse.
HR_INLINE void transpose(Vec* r) {
  unroll<4>([&](auto) HR_LAMBDA {
    Vec t[16];
    unroll<8>([&](auto i) HR_LAMBDA {
      t[2 * i] = unpack_lo8(r[i], r[i + 8]);
      t[2 * i + 1] = unpack_hi8(r[i], r[i + 8]);
    });
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = t[i]; });
  });
}

// ECB: rounds(r, ahead) turns the sixteen byte positions of a batch into those of the result, and
// calls `ahead` between its rounds to prefetch.
template <class Rounds>
HR_INLINE void ecb_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t batches,
                           Rounds rounds) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec r[16];
    const Ahead ahead = lines_ahead<kBatchBytes>(in, out, batches * kBatchBytes);
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    rounds(r, ahead);
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store(out + kWidth * i, r[i]); });
  }
}

// Counters. The count is secret if a mode encrypts its nonce. Therefore carries are byte masks that
// arithmetic computes, and no branch depends on a counter.
struct alignas(64) LaneNumbers {
  // the block of the batch that a byte belongs to, and its index in the lane
  std::uint8_t block[kWidth], lane[kWidth];
};
consteval LaneNumbers make_lane_numbers() {
  LaneNumbers r{};
  for (int i = 0; i < kWidth; i++) {
    r.block[i] = (std::uint8_t)(i % 16 * (kWidth / 16) + i / 16);
    r.lane[i] = (std::uint8_t)i;
  }
  return r;
}
constexpr LaneNumbers kLaneNumbers = make_lane_numbers();

// Computes bytes 0 .. kBytes - 1 of value + numbers.
template <int kBytes>
HR_INLINE void counting_bytes(std::uint32_t value, Vec numbers, Vec* bytes) {
  const std::uint32_t next = (value >> 8) + 1;
  const Vec first = splat8((std::uint8_t)value);
  bytes[0] = add8(numbers, first);
  const Vec carry = carry8(numbers, first, bytes[0]);
  for (int i = 1; i < kBytes; i++) {
    const std::uint8_t before = (std::uint8_t)(value >> (8 * i)),
                       after = (std::uint8_t)(next >> (8 * i - 8));
    bytes[i] = xor2(splat8(before), and2(carry, splat8((std::uint8_t)(before ^ after))));
  }
}

struct BatchCounter {
  const std::uint8_t* counter;
  CounterOrder order;
  std::uint32_t value;  // the count of the next batch's first block

  // The position in the block of counting byte i.
  HR_LAMBDA int position(int i) const { return counter_position<16>(order, i); }
};
HR_INLINE BatchCounter make_batch_counter(const std::uint8_t* counter, CounterOrder order) {
  return {counter, order, counter_value<16>(counter, order)};
}
// Makes the counter blocks of a batch, with one vector for each byte position.
HR_INLINE void counter_slices(const BatchCounter& c, Vec* w) {
  Vec bytes[4];
  counting_bytes<4>(c.value, load(kLaneNumbers.block), bytes);
  for (int i = 0; i < 16; i++) w[i] = splat8(c.counter[i]);
  for (int i = 0; i < 4; i++) w[c.position(i)] = bytes[i];
}

// Shares the first rounds of 256 blocks. A run is 256 consecutive blocks of the call, and within a
// run only the lowest counting byte varies. The bytes above it have one of two values: `upper` plus
// the number of the run until the lowest byte overflows, and one more afterwards. Therefore all
// bytes of the first rounds that do not depend on the lowest byte (kVectors vectors) have one of
// two values for each block of a run. For example, a counter that starts at 0x1f0 overflows after
// 16 blocks of its run:
//
//     blocks of a run   before the overflow       after the overflow
//     carry             0                         all ones
//     value             base                      base xor change
//
//     value = base xor (carry and change)
//
// All blocks of a run share these two values. They are computed for several runs together, one run
// for each byte of a vector.
constexpr std::size_t kRunBlocks = 256;
constexpr std::size_t kTableRuns = kWidth - 1;  // each run also needs the next one
template <int kVectors>
struct CounterRuns {
  static_assert(kVectors >= 16);
  // The values of the runs first, first + 1, ...: bytes 0 to 15 of run 16 v + i are in lane v of
  // rows[i]; each other byte has its own vector.
  alignas(64) std::uint8_t rows[16][kWidth], others[kVectors == 16 ? 1 : kVectors - 16][kWidth];
  // of this run, each byte repeated eight times
  alignas(64) std::uint64_t base[kVectors], change[kVectors];
  // The part that varies between the batches of a run, but not between runs: the lowest byte of
  // each block, and a mask of the blocks after its overflow.
  alignas(64) std::uint8_t low[kRunBlocks / kBatchBlocks][2][kWidth];
  BatchCounter at;   // the call's first block
  std::size_t done;  // blocks of the call that are done

  HR_LAMBDA const std::uint8_t* row(std::size_t run) const {
    return rows[run % 16] + run / 16 * 16;
  }
};
// Writes whole vectors, because a long memset has a slow start.
template <class Secret>
HR_INLINE void wipe_vectors(Secret& secret) {
  static_assert(sizeof(Secret) % kWidth == 0);
  const Vec nothing = zero();
  for (std::size_t i = 0; i < sizeof(Secret); i += kWidth)
    store((std::uint8_t*)&secret + i, nothing);
  __asm__ __volatile__("" : : "r"(&secret) : "memory");
}
struct LowByte {
  Vec value, carry;
};
template <int kVectors>
HR_INLINE void make_low_bytes(CounterRuns<kVectors>& c) {
  for (std::size_t i = 0; i < kRunBlocks / kBatchBlocks; i++) {
    const Vec number = add8(load(kLaneNumbers.block), splat8((std::uint8_t)(i * kBatchBlocks))),
              first = splat8((std::uint8_t)c.at.value), sum = add8(number, first);
    store(c.low[i][0], sum);
    store(c.low[i][1], carry8(number, first, sum));
  }
}
template <int kVectors>
HR_INLINE LowByte low_byte(const CounterRuns<kVectors>& c) {
  const auto& low = c.low[c.done % kRunBlocks / kBatchBlocks];
  return {load(low[0]), load(low[1])};
}
// Returns vector k of the results of the first rounds, for the blocks of a batch.
template <int kVectors>
HR_INLINE Vec run_vector(const CounterRuns<kVectors>& c, Vec carry, int k) {
  return xor_and(load_splat64(c.base + k), carry, load_splat64(c.change + k));
}
// Makes the rows for as many runs as a vector has bytes, starting with run number `run`.
template <int kVectors, class FirstRounds>
HR_INLINE void make_rows(CounterRuns<kVectors>& c, std::uint32_t run, FirstRounds first_rounds) {
  Vec bytes[3], w[16], r[kVectors];
  counting_bytes<3>((c.at.value >> 8) + run, load(kLaneNumbers.lane), bytes);
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = splat8(c.at.counter[i]); });
  w[c.at.position(0)] = zero();
  for (int i = 0; i < 3; i++) w[c.at.position(1 + i)] = bytes[i];
  first_rounds(w, r);
  transpose(r);
  unroll<16>([&](auto i) HR_LAMBDA { store(c.rows[i], r[i]); });
  unroll<kVectors - 16>([&](auto i) HR_LAMBDA { store(c.others[i], r[16 + i]); });
  wipe_vectors(w);
  wipe_vectors(r);
}
// Call this before each batch. first_rounds(w, r) computes the kVectors vectors from the sixteen
// byte positions of counter blocks with a zero lowest byte.
template <int kVectors, class FirstRounds>
HR_INLINE void start_batch(CounterRuns<kVectors>& c, FirstRounds first_rounds) {
  constexpr std::uint64_t kEachByte = 0x0101010101010101;
  if (c.done % kRunBlocks != 0) return;
  if (c.done == 0) make_low_bytes(c);
  const std::size_t run = c.done / kRunBlocks, at = run % kTableRuns;
  if (at == 0) make_rows(c, (std::uint32_t)run, first_rounds);
  const Vec base = load_splat128(c.row(at));
  repeat_row(base, c.base);
  repeat_row(xor2(base, load_splat128(c.row(at + 1))), c.change);
  for (int k = 16; k < kVectors; k++) {
    c.base[k] = kEachByte * c.others[k - 16][at];
    c.change[k] = c.base[k] ^ kEachByte * c.others[k - 16][at + 1];
  }
}

// CTR: stream(r, ahead) makes the sixteen byte positions of a batch of keystream and advances the
// counter.
template <class Stream>
HR_INLINE void ctr_stream_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t batches,
                                  Stream stream) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec r[16];
    stream(r, lines_ahead<kBatchBytes>(in, out, batches * kBatchBytes));
    transpose(r);
    unroll<16>([&](auto i)
                   HR_LAMBDA { store(out + kWidth * i, xor2(r[i], load(in + kWidth * i))); });
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
