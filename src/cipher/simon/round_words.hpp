// The round of SIMON over words in general registers, one block at a time [ePrint 2013/404 section
// 3.1]; see round.hpp. A group has the words [0] y and [1] x, in their order in memory. They change
// places by renaming.
//
// A round has a chain of a rotation, a product and a sum. But it rotates x three times, and
// processors rotate only two words in a cycle. The third rotation would therefore delay the sum by
// a cycle in every round. So x is also known as two parts,
//
//     x = a ^ b      a = y ^ k ^ (x <<< 2) of the round before,  b = its product
//
// which are ready a cycle before their sum: x <<< 2 is the sum of their rotations.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/arx.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace simon;
template <int kIndex>
struct Simon : Cipher<arx::Shape{2, kVariant[kIndex].word_bits, false}> {
  static consteval int bits() { return kVariant[kIndex].word_bits; }
  // A step has eight rounds, which are unrolled. The remaining rounds come after the last step.
  static consteval int step_words() { return 8; }
  static consteval int final_words() { return kVariant[kIndex].rounds % step_words(); }
  static consteval int steps() { return kVariant[kIndex].rounds / step_words(); }
  static consteval int period() { return 1; }
  static constexpr bool kPadded =
      kVariant[kIndex].word_bits == 24 || kVariant[kIndex].word_bits == 48;

  // Keeps the compiler from changing the order of sums. It is not needed if a 64-bit word takes two
  // registers.
  HR_INLINE void keep_order(Vec& a) {
    if constexpr (sizeof(void*) == 8) a.v = opaque(a.v);
  }

  // Runs kRounds rounds, with the keys in order or backwards from the last one.
  template <int kRounds, bool kBackwards>
  HR_INLINE void run(Vec& y, Vec& x, const std::uint8_t* key) {
    Vec w[2] = {y, x}, a = x, b = {0};
    unroll<kRounds>([&](auto i) HR_LAMBDA {
      Vec& next = w[i % 2];
      const Vec now = w[1 - i % 2], k = Simon::key_word(key, kBackwards ? kRounds - 1 - i : (int)i);
      if constexpr (kPadded) {
        // The result has arbitrary bits in its padding, so that no round waits for a mask at its
        // end.
        const Vec z = or2(and2(now, word_mask<bits()>()), shr<bits(), bits()>(now));
        Vec sum = xor2(xor2(next, k), shl<bits(), 2>(z));
        keep_order(sum);
        next = xor_and(sum, shl<bits(), 1>(z), shl<bits(), 8>(z));
      } else {
        Vec sum = xor2(next, k);
        keep_order(sum);
        if constexpr (i == 0) {
          a = xor2(sum, rotl<bits(), 2>(now));
        } else {
          sum = xor2(sum, rotl<bits(), 2>(a));
          keep_order(sum);
          a = xor2(sum, rotl<bits(), 2>(b));
        }
        b = and2(rotl<bits(), 1>(now), rotl<bits(), 8>(now));
        next = xor2(a, b);
      }
    });
    y = w[kRounds % 2];
    x = w[1 - kRounds % 2];
  }

  template <int, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { run<step_words(), false>(w[g][0], w[g][1], key); });
  }
  template <int kGroups>
  HR_INLINE void finish(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { run<final_words(), false>(w[g][0], w[g][1], key); });
  }
  // In decryption the words have exchanged places.
  template <int kGroups>
  HR_INLINE void begin_inverse(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { run<final_words(), true>(w[g][1], w[g][0], key); });
  }
  template <int, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { run<step_words(), true>(w[g][1], w[g][0], key); });
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
