// AES over bit planes in vectors, eight vectors of blocks at a time [FIPS 197 section 5]:
//
//     in:   x[k] = block V k | block V k + 1 | ...     16 bytes each, V = kWidth / 16
//     then: p[b] = bit b of every byte; bit k of byte i of a lane: byte i of that lane's block of x[k]
//
// ShiftRows moves no bytes. After n times ShiftRows, column c of row i is at the place of column c
// - n i. The round keys are stored in the same order, and MixColumns finds the bytes of a column by
// shuffles that depend on n modulo 4.
#pragma once

#include "cipher/aes/bitslice.hpp"
#include "cipher/aes/schedule.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/block_lanes.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;
constexpr int kBatchBlocks = 8 * kLanes;
constexpr int kBatchBytes = 8 * kWidth;

struct alignas(64) Key {
  std::uint8_t forward[kMaxRounds + 1][8][16], backward[kMaxRounds + 1][8][16];
  int rounds;
};

// The shuffles after n times ShiftRows, n modulo 4 (InvShiftRows counts down).
struct alignas(16) Order {
  std::uint8_t of[16];
};
struct Orders {
  Order next[4], opposite[4];  // from a byte to the bytes 1 and 2 rows below it in its column
  Order natural[4];            // to the natural places of the bytes
};
consteval Orders make_orders() {
  Orders r{};
  for (int n = 0; n < 4; n++)
    for (int i = 0; i < 16; i++) {
      const int column = i / 4, row = i % 4, one = (row + 1) % 4, two = (row + 2) % 4;
      r.next[n].of[i] = (std::uint8_t)(4 * ((column + n * (one - row + 4)) % 4) + one);
      r.opposite[n].of[i] = (std::uint8_t)(4 * ((column + n * (two - row + 4)) % 4) + two);
      r.natural[n].of[i] = (std::uint8_t)(4 * ((column + n * row) % 4) + row);
    }
  return r;
}
constexpr Orders kOrders = make_orders();
// The byte of a block that is at place i after n times ShiftRows.
HR_INLINE int byte_at(int n, int i) { return 4 * ((i / 4 + (4 - n % 4) * (i % 4)) % 4) + i % 4; }

HR_INLINE Vec reorder(Vec a, const Order& order) { return shuffle(a, load_splat128(order.of)); }

using RoundKey = std::uint8_t[8][16];
HR_INLINE void add_key(const RoundKey& key, Vec* p) {
  unroll<8>([&](auto b) HR_LAMBDA { p[b] = xor2(p[b], load_splat128(key[b])); });
}
// key(Index<b>) returns a value that is also added.
template <class RoundKeyPlane>
HR_INLINE void mix_columns(Vec* p, int n, RoundKeyPlane key) {
  const Vec next_order = load_splat128(kOrders.next[n & 3].of),
            opposite_order = load_splat128(kOrders.opposite[n & 3].of);
  Vec next[8], sum[8];
  unroll<8>([&](auto b) HR_LAMBDA {
    next[b] = shuffle(p[b], next_order);
    sum[b] = xor2(p[b], next[b]);
  });
  unroll<8>([&](auto b) HR_LAMBDA {
    p[b] = mixed<b>(next[b], shuffle(sum[b], opposite_order), sum, key(b));
  });
}
HR_INLINE void to_natural(Vec* p, int n) {
  unroll<8>([&](auto b) HR_LAMBDA { p[b] = reorder(p[b], kOrders.natural[n & 3]); });
}

HR_INLINE void encrypt_planes(const Key& key, Vec* x) {
  transpose_bits(x);
  add_key(key.forward[0], x);
  for (int r = 1; r < key.rounds; r++) {
    box_aes(x, x);
    mix_columns(x, r, [&](auto b) HR_LAMBDA { return load_splat128(key.forward[r][b]); });
  }
  box_aes(x, x);
  add_key(key.forward[key.rounds], x);
  to_natural(x, key.rounds);
  transpose_bits(x);
}
HR_INLINE void decrypt_planes(const Key& key, Vec* x) {
  transpose_bits(x);
  add_key(key.backward[key.rounds], x);
  for (int r = key.rounds - 1;; r--) {
    box_aes_inv(x, x);
    add_key(key.backward[r], x);
    if (r == 0) break;
    const int n = r - key.rounds;
    Vec t[8];
    unroll<8>([&](auto b) HR_LAMBDA { t[b] = xor2(x[b], reorder(x[b], kOrders.opposite[n & 3])); });
    add_quadrupled(x, t);
    mix_columns(x, n, [](auto) HR_LAMBDA { return zero(); });
  }
  to_natural(x, -key.rounds);
  transpose_bits(x);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = blank_key<Key>(key, rounds);
  for (int r = 0; r <= rounds; r++)
    for (int i = 0; i < 16; i++) {
      // InvShiftRows has run rounds - r times.
      const std::uint8_t forward = forward_byte(round_keys, r, byte_at(r, i)),
                         backward =
                             backward_byte(round_keys, rounds, r, byte_at(r + 3 * rounds, i));
      for (int b = 0; b < 8; b++) {
        k.forward[r][b][i] = bit_mask(forward, b);
        k.backward[r][b][i] = bit_mask(backward, b);
      }
    }
}

// Runs crypt(x, from) on each batch, where `from` points to the batch's message.
template <class Load, class Crypt>
HR_INLINE void for_planes(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                          Load load_batch, Crypt crypt) {
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
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

}  // namespace
}  // namespace hedgerow::HR_ISA
