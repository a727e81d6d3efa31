// The round of LEA over vectors of words [KS X 3246]:
//
//     x0, x1, x2, x3 = ((x0 ^ k0) + (x1 ^ k1)) <<< 9, ((x1 ^ k2) + (x2 ^ k3)) >>> 5,
//                      ((x2 ^ k4) + (x3 ^ k5)) >>> 3, x0
//
// The words do not move, because the indices rotate instead. In step n of four, x_j is word (n + j)
// % 4, so x0 becomes x3 without a move:
//
//     step    w[0]  w[1]  w[2]  w[3]      one block in each lane of a vector
//       0      x0    x1    x2    x3
//       1      x3    x0    x1    x2
//       2      x2    x3    x0    x1
//       3      x1    x2    x3    x0
#pragma once

#include "cipher/common/arx.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace lea;
template <int kIndex>
struct Lea : Cipher<arx::Shape{4, 32, false}> {
  static consteval int steps() { return kVariant[kIndex].rounds; }
  static consteval int step_words() { return kRoundKeyWords; }
  static consteval int period() { return 4; }

  template <int kNumber, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][4], const std::uint8_t* key) {
    unroll<3>([&](auto i) HR_LAMBDA {
      constexpr int j = 2 - i;  // this is the last use of x_j+1
      const Vec k = key_word(key, 2 * j), l = key_word(key, 2 * j + 1);
      unroll<kGroups>([&](auto g) HR_LAMBDA {
        const Vec a = w[g][(kNumber + j) % 4];
        Vec& b = w[g][(kNumber + j + 1) % 4];
        b = rotl<32, kRotations[j]>(add32(xor2(a, k), xor2(b, l)));
      });
    });
  }
  template <int kNumber, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][4], const std::uint8_t* key) {
#ifdef HR_VEC_SCALAR
    // Each word waits for the word before it. Therefore its last key is joined with the first key
    // of the next word in advance.
    unroll<kGroups>([&](auto g) HR_LAMBDA {
      Vec a = xor2(w[g][kNumber % 4], key_word(key, 0));
      unroll<3>([&](auto j) HR_LAMBDA {
        Vec& b = w[g][(kNumber + j + 1) % 4];
        const Vec l = key_word(key, 2 * j + 1), t = sub32(rotr<32, kRotations[j]>(b), a);
        if constexpr (j < 2) a = xor2(t, xor2(l, key_word(key, 2 * j + 2)));
        b = xor2(t, l);
      });
    });
#else
    unroll<3>([&](auto j) HR_LAMBDA {
      const Vec k = key_word(key, 2 * j), l = key_word(key, 2 * j + 1);
      unroll<kGroups>([&](auto g) HR_LAMBDA {
        const Vec a = w[g][(kNumber + j) % 4];
        Vec& b = w[g][(kNumber + j + 1) % 4];
        b = xor2(sub32(rotr<32, kRotations[j]>(b), xor2(a, k)), l);
      });
    });
#endif
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
