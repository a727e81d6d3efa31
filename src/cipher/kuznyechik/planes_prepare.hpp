// Preparation of the bitslice kernels' key. Included inside a kernel's anonymous namespace, after
// planes_batches.hpp.
//
// The round keys go through the steps of the recurrence as the first blocks of a batch (keys.hpp
// says why e = T y). What pi's circuit leaves to invert goes through L into the next key; what its
// inverse's leaves, into the key of the next round, before L^-1.
#pragma once

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

constexpr int kKeyGroups = (kRoundKeys + kBatchBlocks - 1) / kBatchBlocks;
constexpr KeyPlanes kNoKey = {};

// All ones or zero for each bit of the bytes of `block`, two bits in a word at a time.
HR_INLINE void spread(const std::uint8_t* block, bool reverse, KeyPlanes& key) {
  constexpr std::uint64_t kOnes = 0xffffffff;
  for (int k = 0; k < 16; k++) {
    const std::uint64_t byte = block[reverse ? 15 - k : k], pairs = byte | byte << 31;
    unroll<4>([&](auto b) HR_LAMBDA {
      store_le64((std::uint8_t*)&key.bit[k][2 * b], ((pairs >> (2 * b)) & 0x100000001) * kOnes);
    });
  }
}

struct Expansion {
  Slots s;
  Vec e[16][8];
  alignas(64) std::uint8_t rows[kKeyGroups * kBatchBytes];
};
// Rows e of the steps over the slots, a round key each. kAdd: the new slots are y, which e has too.
template <bool kAdd>
HR_INLINE void run_steps(Expansion& x) {
  for (int i = 0; i < 16; i++) {
    recurrence(x.s.at + i, kNoKey.bit[i], x.e[i]);
    if constexpr (kAdd)
      unroll<8>([&](auto b) HR_LAMBDA { x.e[i][b] = xor2(x.e[i][b], x.s.at[16 + i][b]); });
  }
  store_slots<false>(x.e, [&](int at, Vec v) HR_LAMBDA { store(x.rows + at, v); }, kKeyGroups);
}

HR_NOINLINE void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  Expansion x;
  __builtin_memset(&x, 0, sizeof x);
  spread(round_keys, true, k.first);
  for (int i = 16; i < kRoundKeyBytes; i++) x.rows[i] = round_keys[i] ^ kForwardOffset.of[i % 16];
  load_slots<true>(x.rows, x.s.at + 16, kKeyGroups);
  run_steps<true>(x);
  for (int i = 0; i < kRounds; i++) spread(x.rows + 16 * (i + 1), false, k.forward[i]);

  __builtin_memset(&x, 0, sizeof x);
  __builtin_memcpy(x.rows, round_keys, kRoundKeyBytes);
  for (int i = 0; i < 16 * kRounds; i++) x.rows[i] ^= (std::uint8_t)kNots_kuznyechik_inv;
  spread(x.rows, false, k.last);
  load_slots<false>(x.rows, x.s.at, kKeyGroups);
  run_steps<false>(x);
  for (int i = 0; i < kRounds; i++) spread(x.rows + 16 * (kRounds - i), false, k.backward[i]);
  wipe(&x, sizeof x);
}
