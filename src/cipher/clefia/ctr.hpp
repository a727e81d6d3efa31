// CTR fused with the byteslice rounds: counter, cipher and xor.
//
// A big-endian counter counts in T3, the last word that enters a function. While only its lowest
// byte changes (256 blocks), most of the first rounds is constant:
//
//     round 0    constant, except the lowest byte itself
//     round 1    constant, except one byte of F1's input
//     round 2    constant, except F1
//
// The constant part is kept (CounterRuns of common/byteslice.hpp): the state after F0 of round 2,
// without the lowest byte and its contribution in round 1, and in vector 16 the input of S0 for the
// lowest byte in round 1, without that byte. Other counter orders run all rounds.
#pragma once

#include "cipher/clefia/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
using Runs = CounterRuns<17>;
constexpr int kLowByte = 15;  // the position of the lowest byte: byte 3 of T3

HR_NOINLINE void start_ctr_batch(const Key& key, Runs& c) {
  start_batch(c, [&](const Vec* blocks, Vec* w) HR_LAMBDA {
    const Direction& d = key.forward;
    unroll<16>([&](auto i) HR_LAMBDA { w[i] = blocks[i]; });
    enter(d, w);
    round<0>(w, d.round[0]);
    w[16] = w[kLowByte];
    function<0>(w + 4, w + 8, d.round[1]);
    function<1, true>(w + 12, w, d.round[1] + 4);
    function<0>(w + 8, w + 12, d.round[2]);
  });
}

// Runs the remaining rounds.
HR_INLINE void late_rounds(const Key& key, const Runs& c, Vec* w, Ahead ahead) {
  const Direction& d = key.forward;
  const LowByte b = low_byte(c);
  const Vec low = to_basis(b.value);
  Vec x = xor2(run_vector(c, b.carry, 16), low);
  substitute0<1>(&x);
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = run_vector(c, b.carry, i); });
  w[0] = xor2(w[0], multiply<kMatrixRow[1][3]>(x));
  w[1] = xor2(w[1], multiply<kMatrixRow[1][2]>(x));
  w[2] = xor2(w[2], multiply<kMatrixRow[1][1]>(x));
  w[3] = xor2(w[3], x);
  w[kLowByte] = xor2(w[kLowByte], low);
  function<1>(w, w + 4, d.round[2] + 4);
  run_rounds<1, 3>(d, (int)key.rounds, w, ahead);
  leave<1>(d, w);
}

HR_NOINLINE void ctr_batches(const Key& key, Runs& c, const std::uint8_t* in, std::uint8_t* out,
                             std::size_t batches) {
  ctr_stream_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
    if (c.done % kRunBlocks == 0) start_ctr_batch(key, c);
    late_rounds(key, c, w, ahead);
    c.done += kBatchBlocks;
  });
}
HR_NOINLINE void ctr_batches_any_order(const Key& key, BatchCounter& at, const std::uint8_t* in,
                                       std::uint8_t* out, std::size_t batches) {
  ctr_stream_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
    counter_slices(at, w);
    enter(key.forward, w);
    run_rounds<1>(key.forward, (int)key.rounds, w, ahead);
    leave<1>(key.forward, w);
    at.value += kBatchBlocks;
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  Runs c;
  c.at = make_batch_counter(counter, order);
  c.done = 0;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    if (order == CounterOrder::kBigEndian)
      ctr_batches(*(const Key*)key, c, from, to, n);
    else
      ctr_batches_any_order(*(const Key*)key, c.at, from, to, n);
  });
  wipe_vectors(c);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
