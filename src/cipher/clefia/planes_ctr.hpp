// ECB and CTR of the bitslice kernels. Over vectors, CTR is fused: counter, cipher and xor.
//
// The counter of the cipher's own CTR counts in T3, and round 1 only adds to T3. Therefore the
// first three rounds give the same values of the other words in all batches of a call. These are
// kept, except for the contribution of F1(T3) in round 2 and its effects in round 3.
#pragma once

#include "cipher/clefia/planes_keys.hpp"
#ifndef HR_VEC_SCALAR
#include "cipher/common/planes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    encrypt_state(*(const Key*)key, s, from, to);
  });
}
void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    decrypt_state(*(const Key*)key, s, from, to);
  });
}

#ifdef HR_VEC_SCALAR
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_in_memory<kBlockBytes, kPlanesBlocks>(
      counter, order, in, out, blocks,
      [&](std::uint8_t* stream, std::size_t n) { encrypt(key, stream, stream, n); });
}
#else
struct PlanesCounter {
  State fixed;         // words after three rounds, without the parts that depend on T3
  Word before, after;  // the values to add to T3 before F1 of round 2, and after it
  CountingPlanes counting;
  bool keeps;  // true if the results of the first three rounds are kept
};
HR_INLINE void clear(Word& w) {
  unroll<32>([&](auto i) HR_LAMBDA { w[i / 8][i % 8] = zero(); });
}
HR_INLINE void make_fixed(const Key& key, PlanesCounter& c) {
  const Direction& k = key.forward;
  for (int i = 0; i < 16; i++) splat_planes(c.counting.at.counter[i], c.fixed.word[i / 4][i % 4]);
  add_word(c.fixed.word[1], k.first[0]);
  c.keeps = c.counting.at.order == CounterOrder::kBigEndian;
  if (!c.keeps) return;
  Word* const t = c.fixed.word;
  clear(c.before);
  clear(c.after);
  add_word(c.before, k.first[1]);
  function<0>(t[0], k.round[0], t[1], t[1]);
  function<1>(t[2], k.round[1], c.before, c.before);
  function<0>(t[1], k.round[2], t[2], t[2]);
  function<0>(t[2], k.round[4], c.after, c.after);
}
// Runs the rounds up to kAfterKept if the first ones are kept and T3 is the counter. The other
// words are copied from the kept state to their places.
constexpr int kAfterKept = 4;
HR_INLINE void run_after_kept(const Direction& k, const PlanesCounter& c, Word (&t)[4]) {
  for (int i = 0; i < 4; i++) {
    const int at = c.counting.at.position(i) % 4;
    unroll<8>([&](auto b)
                  HR_LAMBDA { t[3][at][b] = xor2(c.counting.plane[i][b], c.before[at][b]); });
  }
  const Word(&kept)[4] = c.fixed.word;
  function<1>(t[3], k.round[3], kept[0], t[0]);
  unroll<32>([&](auto i) HR_LAMBDA {
    t[3][i / 8][i % 8] = xor2(t[3][i / 8][i % 8], c.after[i / 8][i % 8]);
  });
  function<1>(t[0], k.round[5], kept[1], t[1]);
  function<0>(t[3], k.round[6], t[0], t[0]);
  function<1>(t[1], k.round[7], kept[2], t[2]);
}
// Makes the counter blocks before the rounds.
HR_INLINE void place_counters(const Direction& k, const PlanesCounter& c, State& s) {
  __builtin_memcpy(&s, &c.fixed, sizeof s);
  for (int i = 0; i < 4; i++) {
    const int at = c.counting.at.position(i);
    unroll<8>([&](auto b) HR_LAMBDA { s.word[at / 4][at % 4][b] = c.counting.plane[i][b]; });
    if (c.counting.at.order == CounterOrder::kBigEndianLeft)
      add_planes(s.word[1][at - 4], k.first[0].bit[at - 4]);
  }
  add_word(s.word[3], k.first[1]);
}
HR_NOINLINE void ctr_state(const Key& key, PlanesCounter& c, State& s, const std::uint8_t* in,
                           std::uint8_t* out) {
  count_planes(c.counting);
  if (c.keeps)
    run_after_kept(key.forward, c, s.word);
  else
    place_counters(key.forward, c, s);
  run_rounds<1>(key.forward, c.keeps ? kAfterKept : 0, key.rounds, s);
  const int turn = turned<1>(key.rounds);
  store_planes([&](int i) HR_LAMBDA { return s.word[(i / 4 + turn) & 3][i % 4]; },
               [&](int at, Vec v) HR_LAMBDA { store(out + at, xor2(v, load(in + at))); });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  PlanesCounter c;
  start_counting(c.counting, counter, order);
  make_fixed(*(const Key*)key, c);
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    ctr_state(*(const Key*)key, c, s, from, to);
  });
  wipe(&c, sizeof c);
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
