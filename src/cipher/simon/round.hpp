// The round of SIMON over vectors of words [ePrint 2013/404 section 3.1]:
//
//     x, y = y ^ f(x) ^ k, x        f(x) = ((x <<< 1) & (x <<< 8)) ^ (x <<< 2)
//
// A group has the words [0] y and [1] x, in their order in memory, with one block in each lane.
// They change places by renaming.
#pragma once

#include "cipher/common/arx.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace simon;
template <int kIndex>
struct Simon : Cipher<arx::Shape{2, kVariant[kIndex].word_bits, false}> {
  static consteval int bits() { return kVariant[kIndex].word_bits; }
  static consteval int steps() { return kVariant[kIndex].rounds; }
  static consteval int step_words() { return 1; }
  static consteval int period() { return 2; }
  static constexpr bool kPadded =
      kVariant[kIndex].word_bits == 24 || kVariant[kIndex].word_bits == 48;
  static consteval BlockRange good_for() {
    return vectors_from(bits() == 24 || bits() == 32 ? 2 : 3);
  }

  // Computes y ^ f(x) ^ k.
  HR_INLINE Vec feistel(Vec y, Vec x, Vec k) {
    if constexpr (kPadded) {
      // The padding repeats the top bits, so that shifts rotate. The mask comes last.
      const Vec z = or2(x, shr<bits(), bits()>(x));
      const Vec f = xor_and(shl<bits(), 2>(z), add<bits()>(z, z), rotl_bytes<bits(), 8>(x));
      return xor_and(xor2(y, k), f, word_mask<bits()>());
    }
    // The product comes last. Therefore only a rotation, the product and one sum separate a round
    // from the next.
    return xor_and(xor3(y, k, rotl<bits(), 2>(x)), rotl<bits(), 1>(x), rotl_bytes<bits(), 8>(x));
  }

  template <int kNumber, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    const Vec k = load_key<bits()>(key);
    unroll<kGroups>(
        [&](auto g) HR_LAMBDA { w[g][kNumber] = feistel(w[g][kNumber], w[g][1 - kNumber], k); });
  }
  template <int kNumber, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    step<kNumber, kGroups>(w, key);
  }
  // After an odd number of rounds the words have changed places.
  template <int kGroups>
  HR_INLINE void finish(Vec (&w)[kGroups][2], const std::uint8_t*) {
    if constexpr (steps() % 2 == 1)
      unroll<kGroups>([&](auto g) HR_LAMBDA {
        const Vec y = w[g][1];
        w[g][1] = w[g][0];
        w[g][0] = y;
      });
  }
  template <int kGroups>
  HR_INLINE void begin_inverse(Vec (&w)[kGroups][2], const std::uint8_t* key) {
    finish<kGroups>(w, key);
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
