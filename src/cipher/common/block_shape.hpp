// The layout of blocks of 4 to 16 bytes in 16-byte lanes for block_planes.hpp: the order of the
// blocks, loads and stores, and the interleaving of bytes with the same number. For example, two
// blocks of 6 bytes in a lane:
//
//     in memory     a0 a1 a2 a3 a4 a5 b0 b1 b2 b3 b4 b5
//     interleaved   a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 -- -- -- --
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

consteval int padded_bytes(int block) { return block <= 4 ? 4 : block <= 8 ? 8 : 16; }
consteval int blocks_per_lane(int block) { return 16 / padded_bytes(block); }
// The bytes of memory that one lane holds.
consteval int lane_memory(int block) { return blocks_per_lane(block) * block; }
consteval int log2_of(int n) { return n == 1 ? 0 : 1 + log2_of(n / 2); }

consteval int block_number(int block, int p) {
  const int s = blocks_per_lane(block);
  return (p % 16 / s * (kWidth / 16) + p / 16) * s + p % s;
}

struct alignas(16) LaneOrder {
  std::uint8_t of[16];
};
consteval LaneOrder make_interleaved(int block) {
  LaneOrder r{};
  const int s = blocks_per_lane(block);
  for (int i = 0; i < 16; i++)
    r.of[i] = (std::uint8_t)(i / s < block ? i % s * block + i / s : 128);
  return r;
}
consteval LaneOrder make_packed(int block) {
  LaneOrder r{};
  for (int i = 0; i < 16; i++)
    r.of[i] =
        (std::uint8_t)(i < lane_memory(block) ? i / block * padded_bytes(block) + i % block : 128);
  return r;
}
template <int kBlock>
constexpr LaneOrder kInterleaved = make_interleaved(kBlock);
template <int kBlock>
constexpr LaneOrder kPacked = make_packed(kBlock);

// True if blocks are stored from vectors of their thirds, in whole cache lines; see
// block_planes_512.hpp.
#ifdef HR_VEC_AVX512
template <int kBlock>
constexpr bool kThreeParts = kBlock % 3 == 0;
#else
template <int kBlock>
constexpr bool kThreeParts = false;
#endif

template <int kBlock>
HR_INLINE Vec load_blocks(const std::uint8_t* p) {
  if constexpr (lane_memory(kBlock) == 12) return load_lanes12(p);
  return load(p);
}
template <int kBlock>
HR_INLINE void store_blocks(std::uint8_t* p, Vec a) {
  if constexpr (lane_memory(kBlock) == 12 && !kThreeParts<kBlock>) return store_lanes12(p, a);
  store(p, a);
}
template <int kBlock>
consteval int blocks_offset(int i) {
  return i * (kWidth / 16) * lane_memory(kBlock);
}

template <int kBytes>
HR_INLINE Vec unpack_lo(Vec a, Vec b) {
  if constexpr (kBytes == 1) return unpack_lo8(a, b);
  if constexpr (kBytes == 2) return unpack_lo16(a, b);
  if constexpr (kBytes == 4) return unpack_lo32(a, b);
}
template <int kBytes>
HR_INLINE Vec unpack_hi(Vec a, Vec b) {
  if constexpr (kBytes == 1) return unpack_hi8(a, b);
  if constexpr (kBytes == 2) return unpack_hi16(a, b);
  if constexpr (kBytes == 4) return unpack_hi32(a, b);
}
// log2 kCount stages of interleaving elements of kBytes bytes. Each stage interleaves vectors with
// a distance of half of them.
template <int kCount, int kBytes>
HR_INLINE void interleave(Vec* s) {
  unroll<log2_of(kCount)>([&](auto) HR_LAMBDA {
    Vec t[kCount];
    unroll<kCount / 2>([&](auto i) HR_LAMBDA {
      t[2 * i] = unpack_lo<kBytes>(s[i], s[i + kCount / 2]);
      t[2 * i + 1] = unpack_hi<kBytes>(s[i], s[i + kCount / 2]);
    });
    unroll<kCount>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
  });
}
template <int kBlock>
HR_INLINE auto storing(std::uint8_t* out) {
  return [=](int at, Vec v) HR_LAMBDA { store_blocks<kBlock>(out + at, v); };
}
template <int kBlock>
HR_INLINE auto adding(const std::uint8_t* in, std::uint8_t* out) {
  return [=](int at, Vec v) HR_LAMBDA {
    if constexpr (kThreeParts<kBlock>)
      store(out + at, xor2(v, load(in + at)));
    else
      store_blocks<kBlock>(out + at, xor2(v, load_blocks<kBlock>(in + at)));
  };
}

}  // namespace
}  // namespace hedgerow::HR_ISA
