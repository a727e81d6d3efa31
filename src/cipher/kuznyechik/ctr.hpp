// CTR fused with the byteslice rounds, which joins counter, cipher and xor in one pass.
//
// In the first round, a batch computes only the part of the lowest counting byte (CounterRuns of
// common/byteslice.hpp). The rest is shared:
//
//   round 1 = run vectors xor column of L * S(lowest byte)
//   run vectors, by slot: K_2 + L(S(K_1 + block)) without the lowest byte's S-box
#pragma once

#include "cipher/kuznyechik/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
// The columns of L for the lowest counting byte of each CounterOrder, by slot.
struct CounterColumns {
  Multipliers of[3];
};
consteval CounterColumns make_counter_columns() {
  CounterColumns r{};
  for (int order = 0; order < 3; order++)
    for (int k = 0; k < 16; k++)
      r.of[order].of[k] =
          make_multiplier(kLinear.at[15 - k][counter_position<16>((CounterOrder)order, 0)]);
  return r;
}
constexpr CounterColumns kCounterColumns = make_counter_columns();

HR_NOINLINE void start_ctr_batch(const Key& key, CounterRuns<16>& c) {
  start_batch(c, [&](const Vec* w, Vec* s) HR_LAMBDA {
    for (int k = 0; k < 16; k++) {
      s[k] = xor2(w[15 - k], load_splat64(key.first + k));
      substitute<1>(kForwardBox, s + k);
    }
    s[15 - c.at.position(0)] = zero();
    linear(s, key.forward[0]);
  });
}

HR_NOINLINE void ctr_batches(const Key& key, CounterRuns<16>& c, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  const Multipliers& column = kCounterColumns.of[(int)c.at.order];
  const std::uint64_t* const low_key = key.first + 15 - c.at.position(0);
  ctr_stream_batches(in, out, batches, [&](Vec* r, Ahead ahead) HR_LAMBDA {
    if (c.done % kRunBlocks == 0) start_ctr_batch(key, c);
    const LowByte low = low_byte(c);
    Vec s[16], x = xor2(low.value, load_splat64(low_key));
    substitute<1>(kForwardBox, &x);
    unroll<16>([&](auto k) HR_LAMBDA {
      s[k] = xor2(run_vector(c, low.carry, k), multiply(x, column.of[k]));
    });
    encrypt_rounds(key, 1, s, ahead);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
    c.done += kBatchBlocks;
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  CounterRuns<16> c;
  c.at = make_batch_counter(counter, order);
  c.done = 0;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, c, from, to, n);
  });
  wipe_batch_stack<kRoundStack>();
  wipe_vectors(c);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
