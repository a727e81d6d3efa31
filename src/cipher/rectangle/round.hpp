// RECTANGLE bit-sliced over rows of 16-bit lanes: ECB and CTR [ePrint 2014/084].
//
// A group is four vectors of blocks, which become one vector for each row. With B = kWidth / 8
// blocks in a vector:
//
//     x[i]:  row i of blocks 0 1 | B B+1 | 2B 2B+1 | 3B 3B+1 || 2 3 | B+2 ...       16 bits each
#pragma once

#include "cipher/common/batches.hpp"
#include "cipher/common/prefetch.hpp"
#include "cipher/rectangle/keys.hpp"
#include "cipher/rectangle/sbox.hpp"
#include "isa/transpose_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;
constexpr int kGroupBytes = 4 * kWidth;
constexpr int kGroupBlocks = kGroupBytes / kBlockBytes;
// With 32 registers, the rows of four groups take half of them. With 16 registers, the rows of
// three groups take more than half and some values are stored. This is faster than two groups,
// because the inverse S-box and a rotation are a chain of 13 operations, and two groups do not hide
// it.
constexpr int kGroups = HR_VEC_REGISTERS == 32 ? 4 : 3;
constexpr int kBatchBlocks = kGroups * kGroupBlocks;

// The shuffle from two blocks in a lane to the rows of both, low byte first, and its inverse.
struct alignas(16) RowShuffle {
  std::uint8_t gather[16], scatter[16];
};
consteval RowShuffle make_row_shuffle() {
  RowShuffle r{};
  for (int i = 0; i < 16; i++) {
    const int row = i / 4, block = i / 2 % 2, low = i % 2 == 0;
    r.gather[i] = (std::uint8_t)(8 * block + 2 * row + low);
    r.scatter[r.gather[i]] = (std::uint8_t)i;
  }
  return r;
}
constexpr RowShuffle kRowShuffle = make_row_shuffle();

HR_INLINE void to_blocks(Vec* x) {
  const Vec scatter = load_splat128(kRowShuffle.scatter);
  transpose_dwords(x);
  unroll<4>([&](auto i) HR_LAMBDA { x[i] = shuffle(x[i], scatter); });
}

// Computes (a <<< kN) ^ k.
template <int kN>
HR_INLINE Vec turn_xor(Vec a, Vec k) {
#ifdef HR_VEC_ROTATE16
  return xor2(rotl16<kN>(a), k);
#else
  return xor3(shl16<kN>(a), shr16<16 - kN>(a), k);
#endif
}

// Adds round key `key`. kForward rotates row i to the left by kTurn[i] first, kBack rotates it to
// the right, and kNone does not rotate.
enum class Turn { kNone, kForward, kBack };
template <int kN, Turn kTurnRows>
HR_INLINE void add_key(const std::uint32_t* key, Vec (*x)[kRows]) {
  unroll<kRows>([&](auto row) HR_LAMBDA {
    constexpr int kLeft = kTurnRows == Turn::kBack ? 16 - kTurn[row] : kTurn[row];
    const Vec k = load_splat32(key + row);
    unroll<kN>([&](auto g) HR_LAMBDA {
      if constexpr (row == 0 || kTurnRows == Turn::kNone)
        x[g][row] = xor2(x[g][row], k);
      else
        x[g][row] = turn_xor<kLeft>(x[g][row], k);
    });
  });
}

template <int kN>
HR_INLINE void encrypt_rows(const Key& key, Ahead ahead, Vec (*x)[kRows]) {
  add_key<kN, Turn::kNone>(key.forward[0], x);
  for (int i = 1; i < kRoundKeys; i++) {
    ahead.fetch(1);
    unroll<kN>([&](auto g) HR_LAMBDA { substitute(x[g]); });
    add_key<kN, Turn::kForward>(key.forward[i], x);
  }
}
template <int kN>
HR_INLINE void decrypt_rows(const Key& key, Ahead ahead, Vec (*x)[kRows]) {
  for (int i = 0; i < kRounds; i++) {
    ahead.fetch(1);
    add_key<kN, Turn::kBack>(key.backward[i], x);
    unroll<kN>([&](auto g) HR_LAMBDA { inverse_substitute(x[g]); });
  }
  add_key<kN, Turn::kNone>(key.backward[kRounds], x);
}

// Only turns of the largest number of groups prefetch, because the last group may be in a buffer.
template <int kN>
HR_INLINE Ahead ahead_of_groups(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
  return lines_ahead<kN * kGroupBytes>(in, out, kN == kGroups ? left : 0);
}

template <bool kDecrypt>
void crypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  const Key& key = *(const Key*)prepared;
  const std::uint8_t* const end = out + blocks * kBlockBytes;
  for_groups<kBlockBytes, kGroupBlocks, kGroups>(
      in, out, blocks, [&](auto n, auto* from, auto* to) HR_LAMBDA {
        const Ahead ahead = ahead_of_groups<n>(from, to, (std::size_t)(end - to));
        const Vec gather = load_splat128(kRowShuffle.gather);
        Vec x[n][kRows];
        unroll<n>([&](auto g) HR_LAMBDA {
          unroll<4>([&](auto i) HR_LAMBDA {
            x[g][i] = shuffle(load(from + g * kGroupBytes + i * kWidth), gather);
          });
          transpose_dwords(x[g]);
        });
        if constexpr (kDecrypt)
          decrypt_rows<n>(key, ahead, x);
        else
          encrypt_rows<n>(key, ahead, x);
        unroll<n>([&](auto g) HR_LAMBDA {
          to_blocks(x[g]);
          unroll<4>([&](auto i) HR_LAMBDA { store(to + g * kGroupBytes + i * kWidth, x[g][i]); });
        });
      });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
