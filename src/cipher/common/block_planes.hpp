// Converts blocks of 4 to 16 bytes to bit planes, and back: over vectors, or in 64-bit words.
//
// A batch is eight groups of kWidth blocks. Plane i is bit i % 8 of byte i / 8 of every block:
//
//     plane i      byte 0            byte p                    byte kWidth - 1
//                  groups 7 .. 0     bit g: the block g kWidth + block_number(p)
//
// On the way from memory, a 16-byte lane holds S whole blocks, padded to P bytes, and the bytes
// with the same number are next to each other. Unpacks then join these bytes from all lanes. The
// way back processes one byte number at a time.
//
//     block of  4 bytes      P =  4, S = 4       block of  6, 8 bytes    P =  8, S = 2
//     block of 12, 16 bytes  P = 16, S = 1
//
// With 64-bit words kWidth is 8, and block_number(p) is p.
#pragma once

#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/scalar_bytes.hpp"
#elif defined HR_VEC_AVX512
#include "cipher/common/block_planes_512.hpp"
#else
#include "cipher/common/block_shape.hpp"
#endif

#ifndef HR_VEC_AVX512
namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_SCALAR
consteval int log2_of(int n) { return n == 1 ? 0 : 1 + log2_of(n / 2); }
consteval int block_number(int, int p) { return p; }

// Loads eight bytes of a block, or the rest of it.
template <int kBytes>
HR_INLINE Vec load_part(const std::uint8_t* p) {
  std::uint8_t word[8] = {};
  __builtin_memcpy(word, p, kBytes);
  return load(word);
}
template <int kBytes>
HR_INLINE void store_part(std::uint8_t* p, Vec a) {
  std::uint8_t word[8];
  store(word, a);
  __builtin_memcpy(p, word, kBytes);
}

template <int kBlock, bool kPairs = true, class Place>
HR_INLINE void load_planes(const std::uint8_t* in, Place place) {
  static_assert(kPairs);  // only vectors of 64 bytes can leave out pairs
  for (int g = 0; g < 8; g++, in += 8 * kBlock)
    unroll<(kBlock + 7) / 8>([&](auto h) HR_LAMBDA {
      constexpr int kBytes = kBlock - 8 * h < 8 ? kBlock - 8 * h : 8;
      Vec w[8];
      unroll<8>([&](auto p) HR_LAMBDA { w[p] = load_part<kBytes>(in + p * kBlock + 8 * h); });
      transpose_bytes(w);
      unroll<kBytes>([&](auto j) HR_LAMBDA { place(8 * h + j)[g] = w[j]; });
    });
  for (int j = 0; j < kBlock; j++) transpose_bits(place(j));
}
// Calls finish(Index<n>, at, v) with the n bytes v at offset `at` of the batch.
template <int kBlock, bool kPairs = true, class Place, class Finish>
HR_INLINE void store_planes(Place place, Finish finish) {
  static_assert(kPairs);  // only vectors of 64 bytes can leave out pairs
  for (int j = 0; j < kBlock; j++) transpose_bits(place(j));
  for (int g = 0; g < 8; g++)
    unroll<(kBlock + 7) / 8>([&](auto h) HR_LAMBDA {
      constexpr int kBytes = kBlock - 8 * h < 8 ? kBlock - 8 * h : 8;
      Vec w[8] = {};
      unroll<kBytes>([&](auto j) HR_LAMBDA { w[j] = place(8 * h + j)[g]; });
      transpose_bytes(w);
      unroll<8>([&](auto p)
                    HR_LAMBDA { finish(Index<kBytes>{}, (8 * g + p) * kBlock + 8 * h, w[p]); });
    });
}
template <int kBlock>
HR_INLINE auto storing(std::uint8_t* out) {
  return [=](auto n, int at, Vec v) HR_LAMBDA { store_part<n>(out + at, v); };
}
template <int kBlock>
HR_INLINE auto adding(const std::uint8_t* in, std::uint8_t* out) {
  return [=](auto n, int at, Vec v)
             HR_LAMBDA { store_part<n>(out + at, xor2(v, load_part<n>(in + at))); };
}
#else
// place(j) returns the eight planes of byte j.
template <int kBlock, bool kPairs = true, class Place>
HR_INLINE void load_planes(const std::uint8_t* in, Place place) {
  static_assert(kPairs);  // only vectors of 64 bytes can leave out pairs
  constexpr int kPadded = padded_bytes(kBlock), kShared = blocks_per_lane(kBlock);
  for (int g = 0; g < 8; g++, in += kWidth * kBlock) {
    Vec s[kPadded];
    unroll<kPadded>([&](auto i) HR_LAMBDA {
      s[i] = load_blocks<kBlock>(in + blocks_offset<kBlock>(i));
      if constexpr (kShared > 1) s[i] = shuffle(s[i], load_splat128(kInterleaved<kBlock>.of));
    });
    interleave<kPadded, kShared>(s);
    unroll<kBlock>([&](auto j) HR_LAMBDA { place(j)[g] = s[j]; });
  }
  for (int j = 0; j < kBlock; j++) transpose_bits(place(j));
}
// Calls finish(at, v) with the vector v of the blocks at offset `at` of the batch.
template <int kBlock, bool kPairs = true, class Place, class Finish>
HR_INLINE void store_planes(Place place, Finish finish) {
  static_assert(kPairs);  // only vectors of 64 bytes can leave out pairs
  constexpr int kPadded = padded_bytes(kBlock);
  for (int j = 0; j < kBlock; j++) transpose_bits(place(j));
  for (int g = 0; g < 8; g++) {
    Vec s[kPadded];
    unroll<kBlock>([&](auto j) HR_LAMBDA { s[j] = place(j)[g]; });
    unroll<kPadded - kBlock>([&](auto j) HR_LAMBDA { s[kBlock + j] = zero(); });
    interleave<kPadded, 1>(s);
    unroll<kPadded>([&](auto i) HR_LAMBDA {
      if constexpr (kBlock == 6) s[i] = shuffle(s[i], load_splat128(kPacked<kBlock>.of));
      finish(g * kWidth * kBlock + blocks_offset<kBlock>(i), s[i]);
    });
  }
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
