// The round of Cypress over vectors of words (EXPERIMENTAL, see spec.hpp):
//
//     L, R = R ^ H(L ^ k), L        H: ChaCha's quarter round, twice, over four words
//
// The halves do not move, because their names change instead, and one block is in each lane of the
// vectors:
//
//     step   w[0 .. 3]   w[4 .. 7]
//       0        L           R
//       1        R           L
#pragma once

#include "cipher/common/arx.hpp"
#include "cipher/cypress/pinned_rounds.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace cypress;
template <int kIndex>
struct Cypress : Cipher<arx::Shape{8, kVariant[kIndex].word_bits, kBigEndian}> {
  static consteval Variant variant() { return kVariant[kIndex]; }
  static consteval int steps() { return variant().rounds; }
  static consteval int step_words() { return 4; }
  static consteval int period() { return 2; }
  // A round is one chain of about 30 dependent operations. More groups than fit into the registers
  // hide its latency, although some halves then wait in memory.
  static consteval int groups() {
#if defined HR_VEC_AVX512 || defined HR_VEC_TWO_LANES
    return 4;
#else
    return 3;
#endif
  }

  template <int kNumber, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][8], const std::uint8_t* key) {
    constexpr int kBits = variant().word_bits, kLeft = 4 * kNumber, kRight = 4 - kLeft;
    Vec p[kGroups][4];
    unroll<4>([&](auto j) HR_LAMBDA {
      const Vec k = load_key<kBits>(key + j * kBits / 8);
      unroll<kGroups>([&](auto g) HR_LAMBDA { p[g][j] = xor2(w[g][kLeft + j], k); });
    });
    unroll<4>([&](auto i) HR_LAMBDA {
      constexpr int r0 = variant().rotations[i % 2 * 2], r1 = variant().rotations[i % 2 * 2 + 1];
      unroll<kGroups>([&](auto g) HR_LAMBDA { p[g][0] = add<kBits>(p[g][0], p[g][1]); });
      unroll<kGroups>([&](auto g) HR_LAMBDA { p[g][3] = rotl<kBits, r0>(xor2(p[g][3], p[g][0])); });
      unroll<kGroups>([&](auto g) HR_LAMBDA { p[g][2] = add<kBits>(p[g][2], p[g][3]); });
      unroll<kGroups>([&](auto g) HR_LAMBDA { p[g][1] = rotl<kBits, r1>(xor2(p[g][1], p[g][2])); });
    });
    unroll<4>([&](auto j) HR_LAMBDA {
      unroll<kGroups>([&](auto g)
                          HR_LAMBDA { w[g][kRight + j] = xor2(w[g][kRight + j], p[g][j]); });
    });
  }
  template <int kNumber, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][8], const std::uint8_t* key) {
    step<kNumber, kGroups>(w, key);
  }
  // The number of rounds is even. Therefore the words are in their places if there is no final
  // swap.
  template <int kGroups>
  HR_INLINE void finish(Vec (&w)[kGroups][8], const std::uint8_t*) {
    if constexpr (kFinalSwap)
      unroll<4 * kGroups>([&](auto i) HR_LAMBDA {
        const Vec left = w[i / 4][i % 4];
        w[i / 4][i % 4] = w[i / 4][i % 4 + 4];
        w[i / 4][i % 4 + 4] = left;
      });
  }
  template <int kGroups>
  HR_INLINE void begin_inverse(Vec (&w)[kGroups][8], const std::uint8_t* key) {
    finish<kGroups>(w, key);
  }
#ifdef HR_VEC_TWO_LANES
  // If the halves are swapped at the end, decryption is encryption with the round keys in reverse
  // order.
  static consteval bool runs_whole(int groups) { return groups == 4 && kFinalSwap; }
  template <int kGroups, class Ahead>
  HR_INLINE void run_whole(Vec (&w)[kGroups][8], const std::uint8_t* key, int step, Ahead& ahead) {
    PinnedRounds<kIndex>::run(w, key, step, ahead);
    finish<kGroups>(w, key);
  }
#endif
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
