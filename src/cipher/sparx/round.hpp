// A step of SPARX over vectors of words [ePrint 2016/984 section 4.1]. Each branch (l, r) does some
// rounds of
//
//     l ^= k, r ^= k', l = (l <<< 9) + r, r = (r <<< 2) ^ l
//
// and then the linear layer adds the transformed left half of the block to the right half and swaps
// the halves. The swap moves nothing, because in step n of two, word i is w[(i + n * half) %
// words]. For example, with two branches:
//
//     step   w[0]  w[1]  w[2]  w[3]      one block in each lane of a vector
//       0     l0    r0    l1    r1
//       1     l1    r1    l0    r0
//
// Keys of l are stored rotated, and the key of r is added in the round before. Both keys are then
// inputs of a three-input xor that is needed anyway.
#pragma once

#include "cipher/common/arx.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace sparx;
template <int kIndex>
struct Sparx : Cipher<arx::Shape{kVariant[kIndex].words(), 16, kVariant[kIndex].big_endian}> {
  static consteval Variant variant() { return kVariant[kIndex]; }
  static consteval int words() { return variant().words(); }
  static consteval BlockRange good_for() { return vectors_from(3); }
  static consteval int steps() { return variant().steps; }
  static consteval int step_words() { return variant().step_words(); }
  static consteval int period() { return 2; }
  static consteval int final_words() { return words(); }

  HR_INLINE std::uint64_t prepared_word(int i, std::uint64_t word) {
    if (i >= steps() * step_words() || i % 2) return word;
    return (word << kLeftRotation | word >> (16 - kLeftRotation)) & 0xffff;
  }
  // The key word of a round in branch b, where side 0 is l and side 1 is r.
  HR_INLINE Vec round_key(const std::uint8_t* key, int b, int round, int side) {
    return Sparx::key_word(key, 2 * (b * variant().rounds + round) + side);
  }
  static constexpr int place(int number, int i) { return (i + number * words() / 2) % words(); }

  // The number of branches that run their rounds interleaved. A branch is one chain of dependent
  // operations, and few groups do not hide its latency.
  static consteval int side_by_side() {
#ifdef HR_VEC_AVX512
    return 1;
#else
    return variant().branches;
#endif
  }
#if defined(HR_VEC_TWO_LANES) && HR_VEC_REGISTERS == 16
  // Chains are longer in decryption, therefore eight branches run interleaved there, and some of
  // their words wait in memory.
  static consteval int inverse_groups() { return 8 / variant().branches; }
#endif
  // In step kNumber, l and r of branch b are w[at<kNumber>(b)] and the next word.
  template <int kNumber>
  static consteval int at(int b) {
    return place(kNumber, 2 * b);
  }

  // The rounds of the branches kFirst ... kFirst + side_by_side() - 1.
  template <int kNumber, int kFirst, int kGroups>
  HR_INLINE void branches(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    constexpr int kRounds = variant().rounds;
    unroll<side_by_side()>([&](auto n) HR_LAMBDA {
      constexpr int b = kFirst + n;
      const Vec first = round_key(key, b, 0, 1);
      unroll<kGroups>([&](auto g) HR_LAMBDA {
        Vec& r = w[g][at<kNumber>(b) + 1];
        r = xor2(r, first);
      });
    });
    unroll<kRounds>([&](auto i) HR_LAMBDA {
      unroll<side_by_side()>([&](auto n) HR_LAMBDA {
        constexpr int b = kFirst + n;
        const Vec k = round_key(key, b, i, 0),
                  next = round_key(key, b, i + 1 < kRounds ? i + 1 : 0, 1);
        unroll<kGroups>([&](auto g) HR_LAMBDA {
          Vec &l = w[g][at<kNumber>(b)], &r = w[g][at<kNumber>(b) + 1];
          l = add16(rotl_xor<16, kLeftRotation>(l, k), r);
          if constexpr (i + 1 < kRounds)
            r = rotl_xor<16, kRightRotation>(r, l, next);
          else
            r = rotl_xor<16, kRightRotation>(r, l);
        });
      });
    });
  }
  template <int kNumber, int kFirst, int kGroups>
  HR_INLINE void inverse_branches(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    constexpr int kRounds = variant().rounds;
    unroll<kRounds>([&](auto j) HR_LAMBDA {
      unroll<side_by_side()>([&](auto n) HR_LAMBDA {
        constexpr int i = kRounds - 1 - j, b = kFirst + n;
        const Vec k = round_key(key, b, i, 0), k2 = round_key(key, b, i, 1);
        unroll<kGroups>([&](auto g) HR_LAMBDA {
          Vec &l = w[g][at<kNumber>(b)], &r = w[g][at<kNumber>(b) + 1];
          const Vec sum = rotr<16, kRightRotation>(xor2(r, l));
          l = rotr<16, kLeftRotation>(xor2(sub16(l, sum), k));
          r = xor2(sum, k2);
        });
      });
    });
  }
  // Computes right ^= L(left).
  template <int kNumber, int kGroups>
  HR_INLINE void add_left(Vec (&w)[kGroups][words()]) {
    constexpr int kHalf = words() / 2;
    unroll<kGroups>([&](auto g) HR_LAMBDA {
      const auto x = [&](int i) HR_LAMBDA -> Vec& { return w[g][place(kNumber, i)]; };
      if constexpr (kHalf == 2) {
        const Vec t = rotl_bytes<16, 8>(xor2(x(0), x(1)));
        x(2) = xor3(x(2), x(0), t);
        x(3) = xor3(x(3), x(1), t);
      } else {
        const Vec t = rotl_bytes<16, 8>(xor2(xor3(x(0), x(1), x(2)), x(3)));
        x(4) = xor3(x(4), x(2), t);
        x(5) = xor3(x(5), x(1), t);
        x(6) = xor3(x(6), x(0), t);
        x(7) = xor3(x(7), x(3), t);
      }
    });
  }

  template <int kNumber, int kGroups>
  HR_INLINE void step(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    unroll<variant().branches / side_by_side()>(
        [&](auto n) HR_LAMBDA { branches<kNumber, n * side_by_side(), kGroups>(w, key); });
    add_left<kNumber, kGroups>(w);
  }
  template <int kNumber, int kGroups>
  HR_INLINE void inverse_step(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    add_left<kNumber, kGroups>(w);
    unroll<variant().branches / side_by_side()>(
        [&](auto n) HR_LAMBDA { inverse_branches<kNumber, n * side_by_side(), kGroups>(w, key); });
  }
  template <int kGroups>
  HR_INLINE void finish(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    unroll<words()>([&](auto i) HR_LAMBDA {
      const Vec k = Sparx::key_word(key, i);
      unroll<kGroups>([&](auto g) HR_LAMBDA { w[g][i] = xor2(w[g][i], k); });
    });
  }
  template <int kGroups>
  HR_INLINE void begin_inverse(Vec (&w)[kGroups][words()], const std::uint8_t* key) {
    finish<kGroups>(w, key);
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_portable<kIndex>(user_key, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
