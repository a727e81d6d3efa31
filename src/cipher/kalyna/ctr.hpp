// Fused CTR for the little-endian counter, where the first round costs little more than one S-box.
//
// Let u = column 0 of the counter block + column 0 of round key 0: all that the counter changes.
// Counted from the start of a call, 256 blocks see only two values of u / 256, H before and H + 1
// after the low byte overflows; where that happens is secret, so both are at hand and a byte mask,
// made by arithmetic, picks one for each block:
//   round 1 = base[H] xor (carry mask and (base[H] xor base[H + 1])) xor column of M * S0(low byte of u)
// base is the round without the S-box output of row 0, column 0 (ctr_base.hpp).
#pragma once

#include "cipher/common/batches.hpp"
#include "cipher/common/carry.hpp"
#include "cipher/common/prefetch.hpp"
#include "cipher/kalyna/ctr_base.hpp"
#include "cipher/kalyna/transpose.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

struct alignas(64) BlockIndex {
  std::uint8_t b[2][kWidth];
};
// The number within the batch of the block that each byte of a group's registers belongs to.
template <Shape kS>
consteval BlockIndex make_block_index() {
  BlockIndex r{};
  constexpr int lanes = kWidth / 16;
  for (int g = 0; g < 2; g++)
    for (int i = 0; i < kWidth; i++)
      r.b[g][i] =
          (std::uint8_t)(kS.split ? i % 16 * lanes + i / 16 : (g * kWidth + i) / kS.v.columns);
  return r;
}
template <Shape kS>
constexpr BlockIndex kBlockIndex = make_block_index<kS>();

// The state after round 1 of the batch that starts `at` blocks into the run. low: the low byte of u
// at the start.
template <Shape kS>
HR_KALYNA_STEP void first_ctr_round(State<kS>& s, const CtrConstants<kS>& c, std::uint8_t low,
                                    std::uint8_t at) {
  constexpr int sources = kS.split ? 1 : kS.groups;
  Vec carry[sources], sub[sources];
  unroll<sources>([&](auto g) HR_LAMBDA {
    const Vec index = add8(load(kBlockIndex<kS>.b[g]), splat8(at)), start = splat8(low);
    const Vec sum = add8(index, start);
    carry[g] = carry8(index, start, sum);
    sub[g] = sum;
    lookup256<1>(kSubTable[0], &sub[g]);
    if constexpr (!kS.split) sub[g] = xor2(sub[g], without_first_byte<kS>(sub[g], g));
  });
  unroll<8 * kS.groups>([&](auto i) HR_LAMBDA {
    constexpr int g = i / 8, r = i % 8, source = kS.split ? 0 : g, word = kS.split ? i : r;
    const Vec change = and2(carry[source], load_splat64(c.change + word));
    if constexpr (kS.split && g > 0)
      s.g[g][r] = xor2(load_splat64(c.base + word), change);
    else
      s.g[g][r] =
          xor3(load_splat64(c.base + word), change, multiply<kMixRow.c[(8 - r) % 8]>(sub[source]));
  });
}

// ctr without wrapping of the 32-bit field.
template <Shape kS>
HR_INLINE void ctr_stretch(const PreparedKey<kS>& key, const std::uint8_t* counter,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  CtrConstants<kS> c;
  std::size_t done = 0;
  const std::uint8_t low = (std::uint8_t)(counter[0] + key.first[0]);
  for_each_batch<kS.v.block_bytes(), kS.batch_blocks()>(
      in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
        if (done % 256 == 0) start_ctr_run<kS>(c, key, counter, done / 256);
        const Ahead ahead =
            lines_ahead<kS.batch_bytes()>(from, to, (blocks - done) * kS.v.block_bytes());
        State<kS> s;
        first_ctr_round<kS>(s, c, low, (std::uint8_t)done);
        encrypt_rounds<kS>(s, key, 1, ahead);
        store_state<kS, false>(s, to, key.last, from);
        done += kS.batch_blocks();
      });
  wipe(&c, sizeof c);
}

// Splits where the field wraps: each stretch then adds to the whole column without error.
template <Shape kS>
HR_INLINE void ctr_little_endian(const PreparedKey<kS>& key, const std::uint8_t* counter,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  constexpr std::size_t bytes = kS.v.block_bytes();
  std::uint8_t start[bytes];
  __builtin_memcpy(start, counter, bytes);
  while (blocks > 0) {
    const std::uint64_t room =
        ((std::uint64_t)1 << 32) - counter_value<bytes>(start, CounterOrder::kLittleEndian);
    const std::size_t now = blocks < room ? blocks : (std::size_t)room;
    ctr_stretch<kS>(key, start, in, out, now);
    write_counter<bytes>(start, counter, CounterOrder::kLittleEndian, 0);
    in += now * bytes;
    out += now * bytes;
    blocks -= now;
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
