// CTR fused with the byteslice rounds: counter, cipher and xor. Included by round.hpp.
//
// A big-endian counter counts in T3, the last word to enter a function. While only its lowest byte
// changes, 256 blocks, round 0 is constant but for that byte itself, round 1 but for one byte of
// F1's input, and round 2 but for F1. What is constant is kept:
//     window: the state after F0 of round 2, without the lowest byte and what it adds in round 1
// Where a batch straddles a carry its lanes hold different bytes, and the window is made anew
// before and after it; any start value works. Other orders run all rounds.
#pragma once

struct CtrState {
  Vec window[16];
  Vec low_input;  // of S0 for the lowest byte in round 1, without that byte
  BatchCounter at;
  std::uint64_t tag;  // value >> 8 of the window, or kNoTag
};
constexpr std::uint64_t kNoTag = ~0ull;
constexpr int kLowByte = 15;  // the position of the lowest byte: byte 3 of T3

// Counter blocks in slices; without the lowest counting byte when kWithoutLow.
template <bool kWithoutLow>
HR_INLINE void counter_slices(const BatchCounter& c, Vec* w) {
  for (int i = 0; i < 16; i++) w[i] = splat8(c.counter[i]);
  for (int i = kWithoutLow; i < 4; i++) w[c.position(i)] = counter_lanes(c, i);
  if (kWithoutLow) w[c.position(0)] = zero();
}

HR_NOINLINE void make_window(const Key& key, CtrState& s) {
  const Direction& d = key.forward;
  Vec* const w = s.window;
  Vec x0[4], x2[4];
  counter_slices<true>(s.at, w);
  enter(d, w);
  round<0>(w, d.round[0]);
  s.low_input = w[kLowByte];
  substitute(w + 4, w + 12, x0, x2);
  x2[3] = zero();
  mix<0>(x0, w + 8, d.round[1]);
  mix<1>(x2, w, d.round[1] + 4);
  substitute(w + 8, w, x0, x2);
  mix<0>(x0, w + 12, d.round[2]);
  s.tag = s.at.value >> 8 == s.at.last() >> 8 ? s.at.value >> 8 : kNoTag;
}

// The rest of the rounds on a window that low_input fits.
HR_INLINE void window_rounds(const Key& key, const CtrState& s, Vec* w) {
  const Direction& d = key.forward;
  const Vec low = to_basis(counter_lanes(s.at, 0));
  Vec x = xor2(s.low_input, low);
  substitute0<1>(&x);
  w[0] = xor2(s.window[0], multiply<kMatrixRow[1][3]>(x));
  w[1] = xor2(s.window[1], multiply<kMatrixRow[1][2]>(x));
  w[2] = xor2(s.window[2], multiply<kMatrixRow[1][1]>(x));
  w[3] = xor2(s.window[3], x);
  unroll<12>([&](auto i) HR_LAMBDA { w[4 + i] = s.window[4 + i]; });
  w[kLowByte] = xor2(w[kLowByte], low);
  Vec x2[4] = {w[0], w[1], w[2], w[3]}, s1[2] = {w[0], w[2]}, s0[2] = {w[1], w[3]};
  substitute1<2>(s1);
  substitute0<2>(s0);
  x2[0] = s1[0], x2[1] = s0[0], x2[2] = s1[1], x2[3] = s0[1];
  mix<1>(x2, w + 4, d.round[2] + 4);
  run_rounds<1, 3>(d, (int)key.rounds, w);
  leave<1>(d, w);
}

HR_NOINLINE void ctr_batches(const Key& key, CtrState& s, const std::uint8_t* in, std::uint8_t* out,
                             std::size_t batches) {
  ctr_stream_batches(in, out, batches, [&](Vec* w) HR_LAMBDA {
    if (s.tag != s.at.value >> 8 || s.tag != s.at.last() >> 8) make_window(key, s);
    window_rounds(key, s, w);
    s.at.value += kBatchBlocks;
  });
}
HR_NOINLINE void ctr_batches_any_order(const Key& key, BatchCounter& at, const std::uint8_t* in,
                                       std::uint8_t* out, std::size_t batches) {
  ctr_stream_batches(in, out, batches, [&](Vec* w) HR_LAMBDA {
    counter_slices<false>(at, w);
    enter(key.forward, w);
    run_rounds<1>(key.forward, (int)key.rounds, w);
    leave<1>(key.forward, w);
    at.value += kBatchBlocks;
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  CtrState s;
  s.at = make_batch_counter(counter, order);
  s.tag = kNoTag;
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    if (order == CounterOrder::kBigEndian)
      ctr_batches(*(const Key*)key, s, from, to, n);
    else
      ctr_batches_any_order(*(const Key*)key, s.at, from, to, n);
  });
  wipe(&s, sizeof s);
}
