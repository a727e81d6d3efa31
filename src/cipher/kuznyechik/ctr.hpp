// CTR fused with the byteslice rounds: counter, cipher and xor. Included by round.hpp.
//
// Let value be the counting 32 bits of the call's first block. A run is 256 blocks of the call; of
// their counter blocks only the low counting byte varies, and what stands above it, which is
// value >> 8 plus the number of the run before the low byte overflows and one more after. Where
// that happens is secret (MGM counts from an enciphered nonce), so both are at hand and a byte
// mask, made by arithmetic, picks one for each block:
//   round 1 = base xor (carry and change) xor column of L * S(low byte)
//   base    = K_2 + L(S(K_1 + block)) without the low byte's S-box; base xor change: the next run's
// base is the same for all blocks of a run, so the round is done for as many runs at once as a
// vector has bytes.
#pragma once

#include "cipher/carry.hpp"

// The block of the batch that each byte of a vector belongs to (round.hpp), and the columns of L
// that belong to the low counting byte of each CounterOrder, by slot.
struct alignas(64) LaneNumbers {
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
struct CounterColumns {
  Multipliers of[3];
};
consteval CounterColumns make_counter_columns() {
  CounterColumns r{};
  for (int order = 0; order < 3; order++)
    for (int k = 0; k < 16; k++)
      r.of[order].of[k] = make_multiplier(kLinear.at[15 - k][kCounterBytes[order][0]]);
  return r;
}
constexpr LaneNumbers kLaneNumbers = make_lane_numbers();
constexpr CounterColumns kCounterColumns = make_counter_columns();

constexpr std::size_t kRunBlocks = 256;
constexpr std::size_t kTableRuns = kWidth - 1;  // each needs the one after it

struct FirstRound {
  alignas(64) std::uint8_t table[16][kWidth];  // slot k of the runs first, first + 1, ...
  std::uint64_t base[16], change[16];          // of this run, each byte eight times
  const std::uint8_t* counter;
  CounterOrder order;
  std::uint32_t value;
  std::size_t done;  // blocks of the call
};

// Slot of counting byte i.
HR_INLINE int counter_slot(CounterOrder order, int i) { return 15 - kCounterBytes[(int)order][i]; }

// Fills the table from run number `run` of the call.
HR_NOINLINE void fill_runs(const Key& key, FirstRound& f, std::size_t run) {
  const std::uint32_t upper = (f.value >> 8) + (std::uint32_t)run, above = (upper >> 8) + 1;
  const Vec lane = load(kLaneNumbers.lane), first = splat8((std::uint8_t)upper);
  const Vec sum = add8(lane, first), carry = carry8(lane, first, sum);
  Vec s[16];
  for (int k = 0; k < 16; k++) s[k] = splat8(f.counter[15 - k]);
  s[counter_slot(f.order, 1)] = sum;
  for (int i = 0; i < 2; i++) {
    const std::uint8_t before = (std::uint8_t)(upper >> (8 + 8 * i)),
                       after = (std::uint8_t)(above >> (8 * i));
    s[counter_slot(f.order, 2 + i)] =
        xor2(splat8(before), and2(carry, splat8((std::uint8_t)(before ^ after))));
  }
  for (int k = 0; k < 16; k++) {
    s[k] = xor2(s[k], load_splat64(key.first + k));
    substitute<1>(kForwardBox, s + k);
  }
  s[counter_slot(f.order, 0)] = zero();
  linear(s, key.forward[0]);
  unroll<16>([&](auto k) HR_LAMBDA { store(f.table[k], s[k]); });
  wipe(s, sizeof s);
}

HR_NOINLINE void start_run(const Key& key, FirstRound& f) {
  constexpr std::uint64_t kEachByte = 0x0101010101010101;
  const std::size_t run = f.done / kRunBlocks, at = run % kTableRuns;
  if (at == 0) fill_runs(key, f, run);
  for (int k = 0; k < 16; k++) {
    f.base[k] = kEachByte * f.table[k][at];
    f.change[k] = f.base[k] ^ kEachByte * f.table[k][at + 1];
  }
}

HR_NOINLINE void ctr_batches(const Key& key, FirstRound& f, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  const Multipliers& column = kCounterColumns.of[(int)f.order];
  const int slot = counter_slot(f.order, 0);
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    if (f.done % kRunBlocks == 0) start_run(key, f);
    Vec r[16], s[16];
    prefetch_batch(in, out, batches);
    const Vec index = add8(load(kLaneNumbers.block), splat8((std::uint8_t)f.done));
    const Vec start = splat8((std::uint8_t)f.value), low = add8(index, start);
    const Vec carry = carry8(index, start, low);
    Vec x = xor2(low, load_splat64(key.first + slot));
    substitute<1>(kForwardBox, &x);
    unroll<16>([&](auto k) HR_LAMBDA {
      s[k] = xor3(load_splat64(f.base + k), and2(carry, load_splat64(f.change + k)),
                  multiply(x, column.of[k]));
    });
    encrypt_rounds(key, 1, s);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
    transpose(r);
    unroll<16>([&](auto i)
                   HR_LAMBDA { store(out + kWidth * i, xor2(r[i], load(in + kWidth * i))); });
    f.done += kBatchBlocks;
  }
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  FirstRound f;
  f.counter = counter;
  f.order = order;
  f.value = counter_value(counter, order);
  f.done = 0;
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, f, from, to, n);
  });
  wipe(&f, sizeof f);
}
