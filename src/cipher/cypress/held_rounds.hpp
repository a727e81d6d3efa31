// All rounds of four groups of Cypress over AVX2, in an order that compilers keep (isa/held_order.hpp): a quarter of H
// of one group after the other, so that four chains of dependent operations run at once.
//
// The halves stand in memory. Words 0, 1 and 3 at work are in registers from round to round, 12 of 16; word 2 waits in
// memory from quarter to quarter, an operand of the addition that needs it.
#pragma once

#include "cipher/cypress/spec.hpp"
#include "cipher/skeleton/arx_word.hpp"
#include "isa/held_order.hpp"
#include "isa/vec.hpp"

#ifdef HR_VEC_HALVES
namespace hedgerow::HR_ISA {
namespace {

template <int kBits>
struct HeldWords {
  HR_INLINE Vec splat(const std::uint8_t* key) {
    if constexpr (kBits == 32)
      return held_splat32(key);
    else
      return held_splat64(key);
  }
  template <class B>
  HR_INLINE Vec add(Vec a, B b) {
    if constexpr (kBits == 32)
      return held_add32(a, b);
    else
      return held_add64(a, b);
  }
  template <int kBy>
  HR_INLINE Vec shl(Vec a) {
    if constexpr (kBits == 32)
      return held_shl32<kBy>(a);
    else
      return held_shl64<kBy>(a);
  }
  template <int kBy>
  HR_INLINE Vec shr(Vec a) {
    if constexpr (kBits == 32)
      return held_shr32<kBy>(a);
    else
      return held_shr64<kBy>(a);
  }
  template <int kBy>
  HR_INLINE Vec rotl(Vec a) {
    if constexpr (kBy % 8 == 0)
      return held_shuffle(a, kRotation<kBits, kBy>.of);
    else
      return held_or(shl<kBy>(a), shr<kBits - kBy>(a));
  }
};

template <int kIndex>
struct HeldRounds {
  static constexpr cypress::Variant kV = cypress::kVariant[kIndex];
  using Words = HeldWords<kV.word_bits>;
  // What is at work of a group: words 0, 1 and 3, which at the end of a round are those of the half that it made.
  struct Work {
    Vec p0, p1, p3;
  };

  // A quarter of H: twice an addition, a sum and a rotation.
  template <int kQuarter, int kLeft>
  HR_INLINE void quarter(Vec (&w)[8], Work& at, Vec& waiting, const std::uint8_t* key) {
    constexpr int kRight = 4 - kLeft;
    constexpr int r0 = kV.rotations[kQuarter % 2 * 2], r1 = kV.rotations[kQuarter % 2 * 2 + 1];
    const auto splat = [&](int j) HR_LAMBDA { return Words::splat(key + j * kV.word_bytes()); };
    if constexpr (kQuarter == 0) {
      at.p1 = held_xor(splat(1), at.p1);
      at.p0 = held_xor(splat(0), at.p0);
      at.p3 = held_xor(splat(3), at.p3);
    }
    at.p0 = Words::add(at.p0, at.p1);
    at.p3 = Words::template rotl<r0>(held_xor(at.p3, at.p0));
    if constexpr (kQuarter == 3) {
      at.p0 = held_xor(at.p0, &w[kRight]);
      held_store(&w[kRight], at.p0);
    }
    Vec p2;
    if constexpr (kQuarter == 0)
      p2 = Words::add(held_xor(splat(2), &w[kLeft + 2]), at.p3);
    else
      p2 = Words::add(at.p3, &waiting);
    if constexpr (kQuarter < 3) held_store(&waiting, p2);
    at.p1 = held_xor(at.p1, p2);
    at.p1 = Words::template rotl<r1>(at.p1);
    if constexpr (kQuarter == 3) {
      at.p3 = held_xor(at.p3, &w[kRight + 3]);
      held_store(&w[kRight + 3], at.p3);
      held_store(&w[kRight + 2], held_xor(p2, &w[kRight + 2]));
      at.p1 = held_xor(at.p1, &w[kRight + 1]);
      held_store(&w[kRight + 1], at.p1);
    }
  }
  template <int kLeft, int kGroups>
  HR_INLINE void round(Vec (&w)[kGroups][8], Work (&at)[kGroups], Vec (&waiting)[kGroups],
                       const std::uint8_t* key) {
    unroll<4>([&](auto i) HR_LAMBDA {
      unroll<kGroups>([&](auto g) HR_LAMBDA { quarter<i, kLeft>(w[g], at[g], waiting[g], key); });
    });
  }
  // `step`: from the key of a round to that of the next one.
  template <int kGroups, class Ahead>
  HR_INLINE void run(Vec (&w)[kGroups][8], const std::uint8_t* key, int step, Ahead& ahead) {
    Work at[kGroups];
    Vec waiting[kGroups];
    unroll<kGroups>([&](auto g)
                        HR_LAMBDA { at[g].p0 = w[g][0], at[g].p1 = w[g][1], at[g].p3 = w[g][3]; });
    for (int i = 0; i < kV.rounds / 2; i++, key += 2 * step) {
      ahead.fetch();
      round<0>(w, at, waiting, key);
      round<4>(w, at, waiting, key + step);
    }
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
