// CTR fused with the byteslice rounds: counter, cipher and xor. Included by round.hpp.
//
// Of a counter block only the lowest counting byte differs from block to block; the second changes
// once in 256 blocks, the two above it once in 65536. So the first round is kept in two stages,
//     upper:  K_2 + L(S(K_1 + block)) without the two low counting bytes
//     window: upper + the column of L for the second byte
// and a batch adds the column of the lowest byte. Where a batch straddles a carry, its lanes hold
// different bytes, and the stages are made anew before and after it; any start value works.
#pragma once

// The block of the batch that each byte of a vector belongs to (round.hpp), and the columns of L
// that belong to the two low counting bytes of each CounterOrder, by slot.
struct LaneBlocks {
  std::uint8_t of[kWidth];
};
consteval LaneBlocks make_lane_blocks() {
  LaneBlocks r{};
  for (int i = 0; i < kWidth; i++) r.of[i] = (std::uint8_t)(i % 16 * (kWidth / 16) + i / 16);
  return r;
}
struct CounterColumns {
  Multipliers of[3][2];
};
consteval CounterColumns make_counter_columns() {
  CounterColumns r{};
  for (int order = 0; order < 3; order++)
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < 16; k++)
        r.of[order][i].of[k] = make_multiplier(kLinear.at[15 - k][kCounterBytes[order][i]]);
  return r;
}
constexpr LaneBlocks kLaneBlocks = make_lane_blocks();
constexpr CounterColumns kCounterColumns = make_counter_columns();

constexpr std::uint32_t kNoTag = ~0u;
struct FirstRound {
  Vec upper[16], window[16];
  const std::uint8_t* counter;
  CounterOrder order;
  std::uint32_t value;                  // of the next batch's first block
  std::uint32_t upper_tag, window_tag;  // value >> 16 and value >> 8 of the stages, or kNoTag
};

HR_INLINE std::uint32_t last_value(const FirstRound& f) { return f.value + (kBatchBlocks - 1); }

// Byte `shift` / 8 of each block's counter, by lane.
HR_INLINE Vec counter_lanes(const FirstRound& f, int shift) {
  if (f.value >> shift == last_value(f) >> shift) return splat8((std::uint8_t)(f.value >> shift));
  std::uint8_t bytes[kWidth];
  for (int i = 0; i < kWidth; i++)
    bytes[i] = (std::uint8_t)((f.value + kLaneBlocks.of[i]) >> shift);
  return load(bytes);
}
// The slot of counting byte i, and S of its values after the first key.
HR_INLINE int counter_slot(const FirstRound& f, int i) {
  return 15 - kCounterBytes[(int)f.order][i];
}
HR_INLINE Vec substitute_counter(const Key& key, const FirstRound& f, int i, Vec bytes) {
  Vec x = xor2(bytes, load_splat64(key.first + counter_slot(f, i)));
  substitute<1>(kForwardBox, &x);
  return x;
}

HR_NOINLINE void make_upper(const Key& key, FirstRound& f) {
  for (int k = 0; k < 16; k++) f.upper[k] = splat8(f.counter[15 - k]);
  for (int i = 2; i < 4; i++) f.upper[counter_slot(f, i)] = counter_lanes(f, 8 * i);
  for (int k = 0; k < 16; k++) {
    f.upper[k] = xor2(f.upper[k], load_splat64(key.first + k));
    substitute<1>(kForwardBox, f.upper + k);
  }
  for (int i = 0; i < 2; i++) f.upper[counter_slot(f, i)] = zero();
  linear(f.upper, key.forward[0]);
}

HR_NOINLINE void make_window(const Key& key, FirstRound& f) {
  const std::uint32_t first = f.value, last = last_value(f);
  if (f.upper_tag != first >> 16 || f.upper_tag != last >> 16) {
    make_upper(key, f);
    f.upper_tag = first >> 16 == last >> 16 ? first >> 16 : kNoTag;
  }
  const Vec x = substitute_counter(key, f, 1, counter_lanes(f, 8));
  const Multipliers& column = kCounterColumns.of[(int)f.order][1];
  unroll<16>([&](auto k) HR_LAMBDA { f.window[k] = xor2(f.upper[k], multiply(x, column.of[k])); });
  f.window_tag = first >> 8 == last >> 8 ? first >> 8 : kNoTag;
}

HR_NOINLINE void ctr_batches(const Key& key, FirstRound& f, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  const Multipliers& column = kCounterColumns.of[(int)f.order][0];
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    if (f.window_tag != f.value >> 8 || f.window_tag != last_value(f) >> 8) make_window(key, f);
    Vec r[16], s[16];
    prefetch_batch(in, out, batches);
    const Vec low = add8(load(kLaneBlocks.of), splat8((std::uint8_t)f.value));
    const Vec x = substitute_counter(key, f, 0, low);
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(f.window[k], multiply(x, column.of[k])); });
    encrypt_rounds(key, 1, s);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
    transpose(r);
    unroll<16>([&](auto i)
                   HR_LAMBDA { store(out + kWidth * i, xor2(r[i], load(in + kWidth * i))); });
    f.value += kBatchBlocks;
  }
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  FirstRound f;
  f.counter = counter;
  f.order = order;
  f.value = counter_value(counter, order);
  f.upper_tag = f.window_tag = kNoTag;
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, f, from, to, n);
  });
  wipe(&f, sizeof f);
}
