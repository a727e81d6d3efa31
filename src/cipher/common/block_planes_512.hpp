// Converts blocks of 4 to 16 bytes to the planes of block_planes.hpp and back, over vectors of 64
// bytes.
//
// Shuffles exchange bytes and use one port. Shifts and ternary gates exchange bits and use the
// other port. Each of the two passes over the planes does a share of both, so that no port waits:
//
//                     exchanges bytes                              exchanges bits
//     from memory
//       pass 1        of vectors i, i + P/4, i + P/2, i + 3P/4     of groups g, g + 2, g + 4, g + 6
//       pass 2        that pass 1 left apart                       of groups 2 g, 2 g + 1
//     to memory       the same; blocks of 6 or 12 bytes: the bytes of each third, then the thirds
//
// The first pass leaves its results in the planes, at the places where the second pass reads them.
// For blocks of 4 bytes the second pass only exchanges bits of the groups 2 g, 2 g + 1. A caller
// that has the planes in registers may do this itself (kPairs: false).
#pragma once

#include "cipher/common/block_shape.hpp"
#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_AVX512

namespace hedgerow::HR_ISA {
namespace {

// The two parts of transpose_bits: groups g, g + 2, g + 4, g + 6, and groups 2 g, 2 g + 1.
HR_INLINE void swap_far_bits(Vec& a, Vec& b, Vec& c, Vec& d) {
  const Vec nibbles = splat8(0x0f), pairs = splat8(0x33);
  swap_bits<4>(a, c, nibbles);
  swap_bits<4>(b, d, nibbles);
  swap_bits<2>(a, b, pairs);
  swap_bits<2>(c, d, pairs);
}
template <int kCount>
HR_INLINE void swap_far_bits(Vec (&s)[4][kCount], int used = kCount) {
  unroll<kCount>([&](auto i) HR_LAMBDA {
    if (i < used) swap_far_bits(s[0][i], s[1][i], s[2][i], s[3][i]);
  });
}

// place(j) returns the eight planes of byte j.
template <int kBlock, bool kPairs = true, class Place>
HR_INLINE void load_planes(const std::uint8_t* in, Place place) {
  constexpr int kPadded = padded_bytes(kBlock), kShared = blocks_per_lane(kBlock);
  constexpr int kQuarter = kPadded / 4, kUsed = kBlock / kQuarter;
  for (int g = 0; g < 2; g++)
    unroll<kQuarter>([&](auto q) HR_LAMBDA {
      Vec s[4][4];
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<4>([&](auto i) HR_LAMBDA {
          s[k][i] = load_blocks<kBlock>(in + (g + 2 * k) * kWidth * kBlock +
                                        blocks_offset<kBlock>(q + i * kQuarter));
          if constexpr (kShared > 1)
            s[k][i] = shuffle(s[k][i], load_splat128(kInterleaved<kBlock>.of));
        });
        interleave<4, kShared>(s[k]);
      });
      swap_far_bits(s, kUsed);
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<kUsed>([&](auto i) HR_LAMBDA { place(kQuarter * i + q)[g + 2 * k] = s[k][i]; });
      });
    });
  static_assert(kPairs || kQuarter == 1);
  if constexpr (!kPairs) return;
  for (int i = 0; i < kUsed; i++)
    unroll<4>([&](auto g) HR_LAMBDA {
      Vec s[2][kQuarter];
      unroll<kQuarter>([&](auto q) HR_LAMBDA {
        unroll<2>([&](auto k) HR_LAMBDA { s[k][q] = place(kQuarter * i + q)[2 * g + k]; });
        swap_bits<1>(s[0][q], s[1][q], splat8(0x55));
      });
      unroll<2>([&](auto k) HR_LAMBDA {
        interleave<kQuarter, kShared>(s[k]);
        unroll<kQuarter>([&](auto q) HR_LAMBDA { place(kQuarter * i + q)[2 * g + k] = s[k][q]; });
      });
    });
}

// The permutation from vectors of the thirds of blocks, kBytes bytes each, to vector `number` of
// the same blocks in memory.
template <int kBytes>
consteval Three make_three(int number) {
  constexpr int kCount = kWidth / kBytes, kLane = 16 / kBytes;
  Three r{};
  for (int i = 0; i < kCount; i++) {
    const int n = (number * kCount + i) / 3, third = (number * kCount + i) % 3;
    const int place = kBytes == 4 ? n % 4 * kLane + n / 4 : n % 8 / 2 * kLane + n / 8 * 2 + n % 2;
    r.index[i * kBytes] = (std::uint8_t)(place + (third == 1 ? kCount : 0));
    r.second |= (std::uint64_t)(third == 1) << i;
    r.third |= (std::uint64_t)(third == 2) << i;
  }
  return r;
}
template <int kBytes>
constexpr Three kThree[3] = {make_three<kBytes>(0), make_three<kBytes>(1), make_three<kBytes>(2)};

// Blocks of 6 and 12 bytes: interleaves the bytes of each third, and then the thirds.
template <int kBlock, class Place, class Finish>
HR_INLINE void store_thirds(Place place, Finish finish) {
  constexpr int kPart = kBlock / 3;
  for (int g = 0; g < 2; g++)
    unroll<3>([&](auto third) HR_LAMBDA {
      Vec s[4][kPart];
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<kPart>([&](auto i) HR_LAMBDA { s[k][i] = place(kPart * third + i)[g + 2 * k]; });
        interleave<kPart, 1>(s[k]);
      });
      swap_far_bits(s);
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<kPart>([&](auto i) HR_LAMBDA { place(kPart * third + i)[g + 2 * k] = s[k][i]; });
      });
    });
  for (int g = 0; g < 8; g += 2)
    unroll<kPart>([&](auto i) HR_LAMBDA {
      Vec s[2][3];
      unroll<3>([&](auto third) HR_LAMBDA {
        unroll<2>([&](auto k) HR_LAMBDA { s[k][third] = place(kPart * third + i)[g + k]; });
        swap_bits<1>(s[0][third], s[1][third], splat8(0x55));
      });
      unroll<2>([&](auto k) HR_LAMBDA {
        unroll<3>([&](auto v) HR_LAMBDA {
          finish((g + k) * kWidth * kBlock + (3 * i + v) * kWidth,
                 pick_of_three<kPart>(s[k][0], s[k][1], s[k][2], kThree<kPart>[v]));
        });
      });
    });
}
// Calls finish(at, v) with the vector v of the blocks at offset `at` of the batch.
template <int kBlock, bool kPairs = true, class Place, class Finish>
HR_INLINE void store_planes(Place place, Finish finish) {
  if constexpr (kThreeParts<kBlock>) return store_thirds<kBlock>(place, finish);
  constexpr int kQuarter = kBlock / 4;
  for (int g = 0; g < 2; g++)
    unroll<kQuarter>([&](auto q) HR_LAMBDA {
      Vec s[4][4];
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<4>([&](auto i) HR_LAMBDA { s[k][i] = place(kQuarter * i + q)[g + 2 * k]; });
        interleave<4, 1>(s[k]);
      });
      swap_far_bits(s);
      unroll<4>([&](auto k) HR_LAMBDA {
        unroll<4>([&](auto i) HR_LAMBDA {
          if constexpr (kPairs)
            place(kQuarter * i + q)[g + 2 * k] = s[k][i];
          else
            finish((g + 2 * k) * kWidth * kBlock + blocks_offset<kBlock>(i), s[k][i]);
        });
      });
    });
  static_assert(kPairs || kQuarter == 1);
  if constexpr (!kPairs) return;
  for (int g = 0; g < 8; g += 2)
    unroll<4>([&](auto i) HR_LAMBDA {
      Vec s[2][kQuarter];
      unroll<kQuarter>([&](auto q) HR_LAMBDA {
        unroll<2>([&](auto k) HR_LAMBDA { s[k][q] = place(kQuarter * i + q)[g + k]; });
        swap_bits<1>(s[0][q], s[1][q], splat8(0x55));
      });
      unroll<2>([&](auto k) HR_LAMBDA {
        interleave<kQuarter, 1>(s[k]);
        unroll<kQuarter>([&](auto q) HR_LAMBDA {
          finish((g + k) * kWidth * kBlock + blocks_offset<kBlock>(kQuarter * i + q), s[k][q]);
        });
      });
    });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
