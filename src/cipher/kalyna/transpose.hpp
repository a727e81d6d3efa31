// Converts message bytes to state registers and back, and adds or subtracts the outer round keys.
//
// In memory order, register i of a batch has whole columns. The key is added there, as 64-bit
// words. In 64-byte registers by rows, vpermb sorts the bytes of a register by row, and then an 8x8
// transposition of 64-bit words follows. Other layouts use four rounds of byte unpacking. Each
// round rotates the bits of the address (register, byte) to the left by one, so that the three row
// bits become the register number:
//
//   address     register 2..0 | byte 3..0 (in a lane)
//   before      block/column    column bit, row 2..0
//   after 4     row 2..0        block/column
//
// Three more rounds (split: four more) rotate them back. In a row register, blocks are in memory
// order, but in a split one, block b is at byte 16 * (b mod lanes) + b / lanes.
#pragma once

#include "base/bytes.hpp"
#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// Loads chunk i of eight registers of memory. With 32-byte registers the two lanes are 128 bytes
// apart, so that a lane has consecutive blocks.
HR_INLINE Vec load_chunk(const std::uint8_t* p, int i) {
  if constexpr (kWidth == 64) return load(p + 64 * i);
#ifdef HR_VEC_TWO_LANES
  return load_halves(p + 16 * i, p + 16 * i + 128);
#else
  return load(p + 16 * i);
#endif
}
HR_INLINE void store_chunk(std::uint8_t* p, int i, Vec a) {
  if constexpr (kWidth == 64) return store(p + 64 * i, a);
#ifdef HR_VEC_TWO_LANES
  store_halves(p + 16 * i, p + 16 * i + 128, a);
#else
  store(p + 16 * i, a);
#endif
}
// The outer round key for chunk i.
template <Shape kS>
HR_INLINE Vec chunk_key(const std::uint8_t* key, int i) {
  if constexpr (kWidth == 64) return load(key);
  return load_splat128(key + 16 * i % kS.v.block_bytes());
}

// One round of unpacking: rotates the address (register, byte) to the left by one bit.
template <int kCount>
HR_INLINE void unpack_round(Vec* x) {
  Vec y[kCount];
  unroll<kCount / 2>([&](auto i) HR_LAMBDA {
    y[2 * i] = unpack_lo8(x[i], x[i + kCount / 2]);
    y[2 * i + 1] = unpack_hi8(x[i], x[i + kCount / 2]);
  });
  unroll<kCount>([&](auto i) HR_LAMBDA { x[i] = y[i]; });
}

#ifdef HR_VEC_AVX512
struct alignas(64) ByteIndex {
  std::uint8_t b[64];
};
consteval ByteIndex make_row_index() {
  ByteIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(i % 8 * 8 + i / 8);
  return r;
}
// Converts eight columns to eight rows of eight bytes, and is its own inverse.
constexpr ByteIndex kRowIndex = make_row_index();

// Transposes 8x8 words of 64 bits.
HR_INLINE void transpose_words(Vec* x) {
  Vec t[8], u[8];
  unroll<4>([&](auto i) HR_LAMBDA {
    t[2 * i] = unpack_lo64(x[2 * i], x[2 * i + 1]);
    t[2 * i + 1] = unpack_hi64(x[2 * i], x[2 * i + 1]);
  });
  unroll<4>([&](auto k) HR_LAMBDA {
    constexpr int a = k / 2 * 4 + k % 2;
    u[a] = shuffle_lanes<0x88>(t[a], t[a + 2]);
    u[a + 2] = shuffle_lanes<0xdd>(t[a], t[a + 2]);
  });
  unroll<4>([&](auto k) HR_LAMBDA {
    x[k] = shuffle_lanes<0x88>(u[k], u[k + 4]);
    x[k + 4] = shuffle_lanes<0xdd>(u[k], u[k + 4]);
  });
}
HR_INLINE void rows_from_chunks(Vec* x) {
  unroll<8>([&](auto i) HR_LAMBDA { x[i] = permute8(load(kRowIndex.b), x[i]); });
  transpose_words(x);
}
HR_INLINE void chunks_from_rows(Vec* x) {
  transpose_words(x);
  unroll<8>([&](auto i) HR_LAMBDA { x[i] = permute8(load(kRowIndex.b), x[i]); });
}
#else
HR_INLINE void rows_from_chunks(Vec* x) {
  unroll<4>([&](auto) HR_LAMBDA { unpack_round<8>(x); });
}
HR_INLINE void chunks_from_rows(Vec* x) {
  unroll<3>([&](auto) HR_LAMBDA { unpack_round<8>(x); });
}
#endif

template <Shape kS, bool kSubtract>
HR_KALYNA_STEP void load_state(State<kS>& s, const std::uint8_t* in, const std::uint8_t* key) {
  Vec* const x = s.g[0];
  unroll<8 * kS.groups>([&](auto i) HR_LAMBDA {
    const Vec a = load_chunk(in + i / 8 * 8 * kWidth, i % 8), k = chunk_key<kS>(key, i % 8);
    x[i] = kSubtract ? sub64(a, k) : add64(a, k);
  });
  if constexpr (kS.split)
    unroll<4>([&](auto) HR_LAMBDA { unpack_round<16>(x); });
  else
    unroll<kS.groups>([&](auto g) HR_LAMBDA { rows_from_chunks(s.g[g]); });
}
// The result is XORed with `mask` if it is not null. In ctr this is the message.
template <Shape kS, bool kSubtract>
HR_KALYNA_STEP void store_state(State<kS>& s, std::uint8_t* out, const std::uint8_t* key,
                                const std::uint8_t* mask) {
  Vec* const x = s.g[0];
  if constexpr (kS.split)
    unroll<4>([&](auto) HR_LAMBDA { unpack_round<16>(x); });
  else
    unroll<kS.groups>([&](auto g) HR_LAMBDA { chunks_from_rows(s.g[g]); });
  unroll<8 * kS.groups>([&](auto i) HR_LAMBDA {
    const int at = i / 8 * 8 * kWidth;
    const Vec k = chunk_key<kS>(key, i % 8);
    Vec a = kSubtract ? sub64(x[i], k) : add64(x[i], k);
    if (mask) a = xor2(a, load_chunk(mask + at, i % 8));
    store_chunk(out + at, i % 8, a);
  });
}

// The byte (or bytes) of one block in a state register, repeated over eight bytes of memory.
template <Shape kS>
HR_INLINE std::uint64_t block_pattern(const std::uint8_t* reg, int block) {
  if constexpr (kS.split) {
    constexpr int lanes = kWidth / 16;
    return 0x0101010101010101u * reg[16 * (block % lanes) + block / lanes];
  } else {
    constexpr int n = kS.v.columns;
    std::uint64_t r = 0;
    for (int c = 0; c < n; c++) r |= (std::uint64_t)reg[block * n + c] << (8 * c);
    return to_le64(r * (n == 2 ? 0x0001000100010001u : n == 4 ? 0x0000000100000001u : 1u));
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
