// Preparation of the bitslice kernels' key.
//
// The round keys go through the steps of the recurrence as the first blocks of a batch (steps.hpp
// says why e = T y), of bytes where products by byte shuffles are at hand, else of planes. What pi's
// circuit leaves to invert goes through L into the next key; what its inverse's leaves, into the key
// of the next round, before L^-1.
#pragma once

#include "base/secret.hpp"
#include "cipher/kuznyechik/planes.hpp"
#if !defined(HR_VEC_SCALAR) && !defined(HR_VEC_AVX512)
#include "cipher/kuznyechik/steps.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
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

#if !defined(HR_VEC_SCALAR) && !defined(HR_VEC_AVX512)
struct alignas(64) DwordBits {
  std::uint8_t of[32];
};
consteval DwordBits make_dword_bits() {
  DwordBits r{};
  for (int i = 0; i < 32; i++) r.of[i] = (std::uint8_t)(1 << (i / 4));
  return r;
}
constexpr DwordBits kDwordBits = make_dword_bits();

// Byte k of a round key, in every byte of a vector of which each dword keeps another bit, is bytes[stride * k].
HR_INLINE void spread_block(const std::uint8_t* bytes, int stride, BlockPlanes& key) {
  for (int k = 0; k < 16; k++) {
    const Vec byte = splat8(bytes[stride * k]);
    unroll<32 / kWidth>([&](auto i) HR_LAMBDA {
      const Vec bits = load(kDwordBits.of + kWidth * i);
      store((char*)key.bit[k] + kWidth * i, equal8(and2(byte, bits), bits));
    });
  }
}
// Where the transposition puts round key i.
constexpr int place_of_key(int i) { return i / (kWidth / 16) + i % (kWidth / 16) * 16; }

HR_NOINLINE void expand(const std::uint8_t* round_keys, Key& k) {
  alignas(64) std::uint8_t rows[16 * kWidth] = {};
  Vec r[16], e[16];
  const auto store_steps = [&] HR_LAMBDA {
    unroll<16>([&](auto i) HR_LAMBDA { store(rows + kWidth * i, e[i]); });
  };
  spread_block(round_keys + 15, -1, k.first);
  for (int i = 16; i < kRoundKeyBytes; i++) rows[i] = round_keys[i] ^ kForwardOffset.of[i % 16];
  load_rows(rows, r);
  forward_steps([&](auto i) HR_LAMBDA { return r[15 - i]; }, e);
  store_steps();
  for (int i = 0; i < kRounds; i++) spread_block(rows + place_of_key(i + 1), kWidth, k.forward[i]);

  __builtin_memset(rows, 0, sizeof rows);
  for (int i = 0; i < kRoundKeyBytes; i++)
    rows[i] = round_keys[i] ^ (i < 16 * kRounds ? (std::uint8_t)kNots_kuznyechik_inv : 0);
  spread_block(rows, 1, k.last);
  load_rows(rows, r);
  backward_steps(r, e);
  store_steps();
  for (int i = 0; i < kRounds; i++)
    spread_block(rows + place_of_key(kRounds - i), kWidth, k.backward[i]);
}
constexpr int kExpandStack = 128 * kWidth;
#else
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
// Rows e of the steps over the slots, a round key each. kAdd: the new slots are y, which e has too.
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
