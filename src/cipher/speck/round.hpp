// The round of SPECK over vectors of words [ePrint 2013/404 section 4.1]:
//
//     x = ((x >>> alpha) + y) ^ k,    y = (y <<< beta) ^ x
//
// A group has the words [0] y and [1] x, in their order in memory:
//
//     w[0]   y of block 0 | y of block 1 | ...      one block in each lane
//     w[1]   x of block 0 | x of block 1 | ...
#pragma once

#include "cipher/common/arx.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace speck;
template <int kIndex>
using SpeckCipher = Cipher<arx::Shape{2, kVariant[kIndex].word_bits, false}>;
template <int kIndex>
struct Speck : SpeckCipher<kIndex> {
  static consteval Variant variant() { return kVariant[kIndex]; }
  static consteval int bits() { return variant().word_bits; }
  static consteval int steps() { return variant().rounds; }
  static consteval int step_words() { return 1; }
  // A decryption round of words with padding is a chain of five operations, and two shifts of it
  // share a port on Intel's cores. Four groups do not keep this port busy, but eight groups are
  // slower in CTR.
  static consteval int groups() {
#ifdef HR_VEC_AVX512
    if (bits() == 24 || bits() == 48) return 6;
#elif defined HR_VEC_TWO_LANES
    // This is also a chain of five operations, but it needs no registers for masks.
    if (bits() != 24 && bits() != 48) return 5;
#endif
    return SpeckCipher<kIndex>::groups();
  }
  // A turn over words of 16 bits has nearly three steps for each of its lines. With one prefetch in
  // each step, all new lines would be prefetched together at the end.
  static consteval bool asks_evenly() { return bits() == 16; }
  // With a long loop, a single block in general registers would have to wait for a mispredicted end
  // of the loop.
#ifdef HR_VEC_SCALAR
  static consteval int period() { return 8; }
#else
  static consteval int period() { return 1; }
#endif

#ifdef HR_VEC_SCALAR
  // The parts of rotr(a) for a word with padding. A sum can use one part while the other part still
  // waits for its mask.
  struct Parts {
    Vec high, low;
  };
  template <int kBy>
  HR_INLINE Parts parts(Vec a) {
    if constexpr (bits() == 24 || bits() == 48)
      return {shl<bits(), bits() - kBy>(a), and2(shr<bits(), kBy>(a), word_mask<bits()>())};
    return {rotr<bits(), kBy>(a), {0}};
  }
#endif

  template <int, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    const Vec k = load_key<bits()>(key);
    unroll<kGroups>([&](auto g) HR_LAMBDA {
      Vec &y = w[g][0], &x = w[g][1];
#ifdef HR_VEC_SCALAR
      const Parts turned = parts<variant().alpha()>(x);
      x = xor2(add<bits()>(add<bits()>(y, turned.high), turned.low), k);
#else
      x = xor2(add<bits()>(rotr<bits(), variant().alpha()>(x), y), k);
#endif
      y = rotl_xor<bits(), variant().beta()>(y, x);
    });
  }
  template <int, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    const Vec k = load_key<bits()>(key);
    unroll<kGroups>([&](auto g) HR_LAMBDA {
      Vec &y = w[g][0], &x = w[g][1];
#ifdef HR_VEC_SCALAR
      const Parts turned = parts<variant().beta()>(xor2(y, x));
      y = or2(turned.high, turned.low);
      x = rotl<bits(), variant().alpha()>(
          sub<bits()>(sub<bits()>(xor2(x, k), turned.high), turned.low));
#else
      y = rotr<bits(), variant().beta()>(xor2(y, x));
      x = rotl<bits(), variant().alpha()>(sub<bits()>(xor2(x, k), y));
#endif
    });
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
  static void schedule_lanes(const std::uint8_t* user_key, std::uint8_t* words) noexcept {
    schedule_lanes_portable<kIndex>(user_key, words);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
