// Preparation of the bitslice kernels' key.
//
// The round keys go through the steps of the recurrence, because e = T y (steps.hpp). This uses
// byte shuffles or, over AVX-512 and words, treats the keys as the first blocks of a batch. The
// inverted outputs of pi's circuit go through L into the next key. Those of the inverse circuit go
// into the key of the next round, before L^-1.
#pragma once

#include "base/secret.hpp"
#include "cipher/kuznyechik/planes.hpp"
#if !defined(HR_VEC_SCALAR) && !defined(HR_VEC_AVX512)
#include "cipher/kuznyechik/steps.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
#if !defined(HR_VEC_SCALAR) && !defined(HR_VEC_AVX512)
constexpr BlockBytes kForwardTerm = make_upper_part(make_linear_of((std::uint8_t)kNots_kuznyechik));
constexpr BlockBytes kBackwardNots = make_repeated((std::uint8_t)kNots_kuznyechik_inv);
constexpr BlockBytes kBackwardTerm = make_upper_part(kBackwardNots);

// All lanes of `block` are equal.
HR_INLINE void spread_block(Vec block, BlockPlanes& key) {
  unroll<16>([&](auto k)
                 HR_LAMBDA { spread_repeated(shuffle(block, load(kRepeatOf.of[k])), key.bit[k]); });
}

HR_NOINLINE void expand(const std::uint8_t* round_keys, Key& k) {
  alignas(64) std::uint8_t rows[kRoundKeyBytes];
  upper_parts(round_keys, rows);
  const Vec first = load_splat128(round_keys);
  spread_block(reverse_block(first), k.first);
  spread_block(xor2(first, load_splat128(kBackwardNots.of)), k.last);
  for (int i = 1; i < kRoundKeys; i++) {
    const Vec row = load_splat128(rows + 16 * i);
    spread_block(reverse_block(xor2(row, load_splat128(kForwardTerm.of))), k.forward[i - 1]);
    spread_block(i == kRounds ? row : xor2(row, load_splat128(kBackwardTerm.of)),
                 k.backward[kRounds - i]);
  }
  wipe(rows, sizeof rows);
}
constexpr int kExpandStack = sizeof(void*) == 8 ? 1024 : 4096;  // for spilled registers
#else
struct BlockBytes {
  std::uint8_t of[16];
};
consteval BlockBytes make_forward_offset() {
  BlockBytes r{};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) r.of[i] ^= field_product(kLinear.at[i][j], kNots_kuznyechik);
  return r;
}
constexpr BlockBytes kForwardOffset = make_forward_offset();

constexpr int kKeyGroups = (kRoundKeys + kGroupBlocks - 1) / kGroupBlocks;
constexpr BlockPlanes kNoKey = {};

HR_INLINE void spread_block(const std::uint8_t* block, bool reverse, BlockPlanes& key) {
  for (int k = 0; k < 16; k++) spread(block[reverse ? 15 - k : k], key.bit[k]);
}

struct Expansion {
  State s;
  Vec e[16][8];
  alignas(64) std::uint8_t rows[kKeyGroups * kGroupBytes];
};
// Computes the rows e of the steps over the slots, with a round key in each. kAdd: the new slots
// are y, which is also a part of e.
template <bool kAdd>
HR_INLINE void run_steps(Expansion& x) {
  for (int i = 0; i < 16; i++) {
    recurrence(x.s.slot + i, kNoKey.bit[i], x.e[i]);
    if constexpr (kAdd)
      unroll<8>([&](auto b) HR_LAMBDA { x.e[i][b] = xor2(x.e[i][b], x.s.slot[16 + i][b]); });
  }
  store_planes([&](int i) HR_LAMBDA { return x.e[i]; },
               [&](int at, Vec v) HR_LAMBDA { store(x.rows + at, v); }, kKeyGroups);
}

HR_NOINLINE void expand(const std::uint8_t* round_keys, Key& k) {
  Expansion x;
  __builtin_memset(&x, 0, sizeof x);
  spread_block(round_keys, true, k.first);
  for (int i = 16; i < kRoundKeyBytes; i++) x.rows[i] = round_keys[i] ^ kForwardOffset.of[i % 16];
  load_planes(x.rows, [&](int i) HR_LAMBDA { return x.s.slot[31 - i]; }, kKeyGroups);
  run_steps<true>(x);
  for (int i = 0; i < kRounds; i++) spread_block(x.rows + 16 * (i + 1), false, k.forward[i]);

  __builtin_memset(&x, 0, sizeof x);
  __builtin_memcpy(x.rows, round_keys, kRoundKeyBytes);
  for (int i = 0; i < 16 * kRounds; i++) x.rows[i] ^= (std::uint8_t)kNots_kuznyechik_inv;
  spread_block(x.rows, false, k.last);
  load_planes(x.rows, [&](int i) HR_LAMBDA { return x.s.slot[i]; }, kKeyGroups);
  run_steps<false>(x);
  for (int i = 0; i < kRounds; i++) spread_block(x.rows + 16 * (kRounds - i), false, k.backward[i]);
}
constexpr int kExpandStack = sizeof(Expansion) + 4096;
#endif

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  expand(round_keys, *(Key*)key);
  wipe_stack<kExpandStack>();
}

}  // namespace
}  // namespace hedgerow::HR_ISA
