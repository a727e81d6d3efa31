// AES over bit planes in vectors, eight vectors of blocks at a time [FIPS 197 section 5]:
//
//     in:   x[k] = block V k | block V k + 1 | ...     16 bytes each, V = kWidth / 16
//     then: p[b] = bit b of every byte; bit k of byte i of a lane: byte i of that lane's block of
//     x[k]
//
// ShiftRows and the turns of columns in MixColumns are byte shuffles. Included inside a kernel's
// anonymous namespace, after `using namespace` of the ISA.
#pragma once

#include "cipher/aes/bitslice.hpp"
#include "cipher/shared/block_lanes.hpp"

constexpr int kBatchBlocks = 8 * kLanes;
constexpr int kBatchBytes = 8 * kWidth;

struct alignas(64) Key {
  std::uint8_t round[kMaxRounds + 1][8][16];
  int rounds;
};

// The byte that comes to position i when rows turn by `rows` columns a row and columns by `turn`.
struct alignas(16) Order {
  std::uint8_t of[16];
};
consteval Order make_order(int rows, int turn) {
  Order r{};
  for (int i = 0; i < 16; i++) {
    const int row = (i + turn) % 4;
    r.of[i] = (std::uint8_t)(4 * ((i / 4 + rows * row) % 4) + row);
  }
  return r;
}
constexpr Order kShiftRows = make_order(1, 0);
constexpr Order kShiftRowsNext = make_order(1, 1);
constexpr Order kInverseShiftRows = make_order(3, 0);
constexpr Order kNext = make_order(0, 1);
constexpr Order kOpposite = make_order(0, 2);

HR_INLINE Vec reorder(Vec a, const Order& order) { return shuffle(a, load_splat128(order.of)); }
HR_INLINE void reorder(Vec* r, const Vec* p, const Order& order) {
  unroll<8>([&](auto b) HR_LAMBDA { r[b] = reorder(p[b], order); });
}
HR_INLINE void add_key(const Key& key, int r, Vec* p) {
  unroll<8>([&](auto b) HR_LAMBDA { p[b] = xor2(p[b], load_splat128(key.round[r][b])); });
}
// p becomes 2 (a + next) + next + the two after it, for the bytes a and the ones next in their
// columns.
HR_INLINE void mix_columns(Vec* p, const Vec* next) {
  Vec sum[8];
  unroll<8>([&](auto b) HR_LAMBDA { sum[b] = xor2(p[b], next[b]); });
  unroll<8>([&](auto b) HR_LAMBDA { p[b] = xor2(next[b], reorder(sum[b], kOpposite)); });
  add_doubled(p, sum);
}
HR_INLINE void transpose_planes(Vec* p) {
  transpose_bits(p, [](std::uint64_t m) HR_LAMBDA { return splat64(m); });
}

HR_INLINE void encrypt_planes(const Key& key, Vec* x) {
  transpose_planes(x);
  add_key(key, 0, x);
  for (int r = 1; r < key.rounds; r++) {
    Vec next[8];
    rijndael_planes(x);
    reorder(next, x, kShiftRowsNext);
    reorder(x, x, kShiftRows);
    mix_columns(x, next);
    add_key(key, r, x);
  }
  rijndael_planes(x);
  reorder(x, x, kShiftRows);
  add_key(key, key.rounds, x);
  transpose_planes(x);
}
HR_INLINE void decrypt_planes(const Key& key, Vec* x) {
  transpose_planes(x);
  add_key(key, key.rounds, x);
  for (int r = key.rounds - 1;; r--) {
    reorder(x, x, kInverseShiftRows);
    inverse_planes(x);
    add_key(key, r, x);
    if (r == 0) break;
    Vec t[8];
    unroll<8>([&](auto b) HR_LAMBDA { t[b] = xor2(x[b], reorder(x[b], kOpposite)); });
    add_quadrupled(x, t);
    reorder(t, x, kNext);
    mix_columns(x, t);
  }
  transpose_planes(x);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = kVariant[kIndex].rounds;
  for (int r = 0; r <= kVariant[kIndex].rounds; r++)
    for (int b = 0; b < 8; b++)
      for (int i = 0; i < 16; i++) k.round[r][b][i] = key_mask(round_keys, r, b, i);
}

// Runs crypt(x, from) on each batch; from: the message there.
template <class Load, class Crypt>
HR_INLINE void for_planes(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                          Load load_batch, Crypt crypt) {
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes) {
      Vec x[8];
      unroll<8>([&](auto i) HR_LAMBDA { x[i] = load_batch(from + kWidth * i); });
      crypt(x, from);
      unroll<8>([&](auto i) HR_LAMBDA { store(to + kWidth * i, x[i]); });
    }
  });
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_planes(
      in, out, blocks, [](auto* p) HR_LAMBDA { return load(p); },
      [&](Vec* x, auto*) HR_LAMBDA { encrypt_planes(*(const Key*)key, x); });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_planes(
      in, out, blocks, [](auto* p) HR_LAMBDA { return load(p); },
      [&](Vec* x, auto*) HR_LAMBDA { decrypt_planes(*(const Key*)key, x); });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  Counters counters = make_counters(counter, order);
  for_planes(
      in, out, blocks, [&](auto*) HR_LAMBDA { return next_counters(counters); },
      [&](Vec* x, auto* from) HR_LAMBDA {
        encrypt_planes(*(const Key*)key, x);
        unroll<8>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], load(from + kWidth * i)); });
      });
}

#include "cipher/shared/kernel_ops.hpp"
