// Converts 64 blocks of 4 to 16 bytes to bit planes in 64-bit words, and back. The planes are those
// of block_planes.hpp:
//
//     plane i      byte 7 ...           byte p                 ... byte 0
//                               bit g: block 8 g + p
#pragma once

#include "cipher/common/bit_transpose.hpp"
#include "cipher/common/scalar_bytes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

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

}  // namespace
}  // namespace hedgerow::HR_ISA
