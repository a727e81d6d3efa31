// AES in plain 64-bit words, constant in time on any CPU with any word size and byte order. It
// processes eight blocks at a time, with two words for each of the eight bit planes:
//
//     w[h][b]:  row 2h + 1, columns 3..0 | row 2h, columns 3..0      (column 0 of row 2h lowest)
//
// Each byte has bit b of that byte of the state, from block 0 in its lowest bit to block 7.
// ShiftRows rotates the halves of words, and MixColumns works on whole words. bitslice.hpp has the
// code around the circuit.
#pragma once

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/aes/bitslice.hpp"
#include "cipher/aes/schedule.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/common/batches.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;

constexpr int kBatchBlocks = 8;
constexpr int kBatchBytes = kBatchBlocks * kBlockBytes;

using RoundKey = std::uint64_t[2][8];
struct alignas(64) Key {
  RoundKey forward[kMaxRounds + 1], backward[kMaxRounds + 1];
  int rounds;
};
struct State {
  std::uint64_t w[2][8];
};

// The byte of a block that is in byte i of the words of half h.
constexpr int position(int h, int i) { return 4 * (i % 4) + 2 * h + i / 4; }

HR_INLINE void load_batch(const std::uint8_t* in, State& s) {
  for (int h = 0; h < 2; h++) {
    for (int k = 0; k < kBatchBlocks; k++) {
      s.w[h][k] = 0;
      for (int i = 0; i < 8; i++)
        s.w[h][k] |= (std::uint64_t)in[16 * k + position(h, i)] << (8 * i);
    }
    hedgerow::transpose_bits(s.w[h]);
  }
}
HR_INLINE void store_batch(State& s, std::uint8_t* out) {
  for (int h = 0; h < 2; h++) {
    hedgerow::transpose_bits(s.w[h]);
    for (int k = 0; k < kBatchBlocks; k++)
      for (int i = 0; i < 8; i++)
        out[16 * k + position(h, i)] = (std::uint8_t)(s.w[h][k] >> (8 * i));
  }
}

HR_INLINE void add_key(const RoundKey& key, State& s) {
  for (int i = 0; i < 16; i++) s.w[i / 8][i % 8] ^= key[i / 8][i % 8];
}
// Rotates the four columns of a row to the left by kTurn columns, as ShiftRows does.
template <int kTurn>
HR_INLINE std::uint64_t turn_row(std::uint64_t w, int row) {
  const std::uint32_t x = (std::uint32_t)(w >> (32 * row));
  constexpr int n = 8 * (kTurn & 3);
  return (std::uint64_t)(x >> n | x << ((32 - n) & 31)) << (32 * row);
}
// kSign 1 is ShiftRows, and -1 is its inverse.
template <int kSign>
HR_INLINE void shift_rows(State& s) {
  for (int b = 0; b < 8; b++) {
    s.w[0][b] = turn_row<0>(s.w[0][b], 0) | turn_row<kSign>(s.w[0][b], 1);
    s.w[1][b] = turn_row<2 * kSign>(s.w[1][b], 0) | turn_row<3 * kSign>(s.w[1][b], 1);
  }
}
// MixColumns, then adds key(h, Index<b>).
template <class RoundKeyWord>
HR_INLINE void mix_columns(State& s, RoundKeyWord key) {
  State next, sum;
  unroll<8>([&](auto b) HR_LAMBDA {
    const std::uint64_t a = s.w[0][b], c = s.w[1][b];
    next.w[0][b] = a >> 32 | c << 32;
    next.w[1][b] = c >> 32 | a << 32;
    sum.w[0][b] = a ^ next.w[0][b];
    sum.w[1][b] = c ^ next.w[1][b];
  });
  for (int h = 0; h < 2; h++)
    unroll<8>([&](auto b) HR_LAMBDA {
      s.w[h][b] = mixed<b>(next.w[h][b], sum.w[1 - h][b], sum.w[h], key(h, b));
    });
}
HR_INLINE void inverse_mix_columns(State& s) {
  std::uint64_t u[8];
  unroll<8>([&](auto b) HR_LAMBDA { u[b] = s.w[0][b] ^ s.w[1][b]; });
  add_quadrupled(s.w[0], u);
  add_quadrupled(s.w[1], u);
  mix_columns(s, [](int, auto) HR_LAMBDA { return std::uint64_t{0}; });
}

HR_NOINLINE void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  load_batch(in, s);
  add_key(key.forward[0], s);
  for (int r = 1;; r++) {
    for (int h = 0; h < 2; h++) box_aes(s.w[h], s.w[h]);
    shift_rows<1>(s);
    if (r == key.rounds) break;
    mix_columns(s, [&](int h, auto b) HR_LAMBDA { return key.forward[r][h][b]; });
  }
  add_key(key.forward[key.rounds], s);
  store_batch(s, out);
  wipe(&s, sizeof s);
}

HR_NOINLINE void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  load_batch(in, s);
  add_key(key.backward[key.rounds], s);
  for (int r = key.rounds - 1;; r--) {
    shift_rows<-1>(s);
    for (int h = 0; h < 2; h++) box_aes_inv(s.w[h], s.w[h]);
    add_key(key.backward[r], s);
    if (r == 0) break;
    inverse_mix_columns(s);
  }
  store_batch(s, out);
  wipe(&s, sizeof s);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = blank_key<Key>(key, rounds);
  for (int r = 0; r <= rounds; r++)
    for (int j = 0; j < 128; j++) {
      const int h = j / 64, b = j / 8 % 8, i = j % 8, at = position(h, i);
      const std::uint8_t forward = forward_byte(round_keys, r, at),
                         backward = backward_byte(round_keys, rounds, r, at);
      k.forward[r][h][b] |= (std::uint64_t)bit_mask(forward, b) << (8 * i);
      k.backward[r][h][b] |= (std::uint64_t)bit_mask(backward, b) << (8 * i);
    }
}

using Loops = Batches<Key, kBlockBytes, kBatchBlocks, encrypt_batch, decrypt_batch>;
constexpr auto encrypt = Loops::encrypt, decrypt = Loops::decrypt;
constexpr auto ctr = Loops::ctr;

}  // namespace
}  // namespace hedgerow::HR_ISA
