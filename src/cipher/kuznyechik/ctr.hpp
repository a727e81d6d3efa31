// CTR fused with the byteslice rounds: counter, cipher and xor. Included by round.hpp.
//
// Of a counter block only the lowest counting byte differs from block to block; the second changes
// once in 256 blocks, the two above it once in 65536. So the first round is kept in two stages,
//     upper:  K_2 + L(S(K_1 + block)) without the two low counting bytes
//     window: upper + the column of L for the second byte
// and a batch adds the column of the lowest byte. Where a batch straddles a carry, its lanes hold
// different bytes, and the stages are made anew before and after it; any start value works.
#pragma once

// The columns of L that belong to the two low counting bytes of each CounterOrder, by slot.
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
constexpr CounterColumns kCounterColumns = make_counter_columns();

constexpr std::uint32_t kNoTag = ~0u;
struct FirstRound {
  Vec upper[16], window[16];
  BatchCounter at;
  std::uint32_t upper_tag, window_tag;  // value >> 16 and value >> 8 of the stages, or kNoTag
};

// The slot of counting byte i, and S of its values after the first key.
HR_INLINE int counter_slot(const FirstRound& f, int i) { return 15 - f.at.position(i); }
HR_INLINE Vec substitute_counter(const Key& key, const FirstRound& f, int i, Vec bytes) {
  Vec x = xor2(bytes, load_splat64(key.first + counter_slot(f, i)));
  substitute<1>(kForwardBox, &x);
  return x;
}

HR_NOINLINE void make_upper(const Key& key, FirstRound& f) {
  for (int k = 0; k < 16; k++) f.upper[k] = splat8(f.at.counter[15 - k]);
  for (int i = 2; i < 4; i++) f.upper[counter_slot(f, i)] = counter_lanes(f.at, i);
  for (int k = 0; k < 16; k++) {
    f.upper[k] = xor2(f.upper[k], load_splat64(key.first + k));
    substitute<1>(kForwardBox, f.upper + k);
  }
  for (int i = 0; i < 2; i++) f.upper[counter_slot(f, i)] = zero();
  linear(f.upper, key.forward[0]);
}

HR_NOINLINE void make_window(const Key& key, FirstRound& f) {
  const std::uint32_t first = f.at.value, last = f.at.last();
  if (f.upper_tag != first >> 16 || f.upper_tag != last >> 16) {
    make_upper(key, f);
    f.upper_tag = first >> 16 == last >> 16 ? first >> 16 : kNoTag;
  }
  const Vec x = substitute_counter(key, f, 1, counter_lanes(f.at, 1));
  const Multipliers& column = kCounterColumns.of[(int)f.at.order][1];
  unroll<16>([&](auto k) HR_LAMBDA { f.window[k] = xor2(f.upper[k], multiply(x, column.of[k])); });
  f.window_tag = first >> 8 == last >> 8 ? first >> 8 : kNoTag;
}

HR_NOINLINE void ctr_batches(const Key& key, FirstRound& f, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  const Multipliers& column = kCounterColumns.of[(int)f.at.order][0];
  ctr_stream_batches(in, out, batches, [&](Vec* r) HR_LAMBDA {
    const std::uint32_t window = f.at.value >> 8;
    if (f.window_tag != window || window != f.at.last() >> 8) make_window(key, f);
    Vec s[16];
    const Vec x = substitute_counter(key, f, 0, counter_lanes(f.at, 0));
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(f.window[k], multiply(x, column.of[k])); });
    encrypt_rounds(key, 1, s);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
    f.at.value += kBatchBlocks;
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  FirstRound f;
  f.at = make_batch_counter(counter, order);
  f.upper_tag = f.window_tag = kNoTag;
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, f, from, to, n);
  });
  wipe(&f, sizeof f);
}
