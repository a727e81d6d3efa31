// All rounds of four groups of Cypress over AVX2, in an order that compilers keep
// (isa/pinned.hpp). The code does a quarter of H for one group after another, so that four chains
// of dependent operations overlap:
//
//     time     group 0    group 1    group 2    group 3    group 0    ...
//              quarter 0  quarter 0  quarter 0  quarter 0  quarter 1
//
// The halves are in memory. The current words 0, 1 and 3 of each group stay in registers between
// rounds, which takes 12 of 16 registers. Word 2 waits in memory between quarters and is a memory
// operand of the addition that needs it.
#pragma once

#include "cipher/common/arx_word.hpp"
#include "cipher/cypress/spec.hpp"
#include "isa/pinned.hpp"
#include "isa/vec.hpp"

#ifdef HR_VEC_TWO_LANES
namespace hedgerow::HR_ISA {
namespace {

// Operations on words of a variant's width, in the order of the source.
template <int kBits>
struct PinnedWords : Pinned {
  HR_INLINE Vec splat(const std::uint8_t* key) {
    return kBits == 32 ? load_splat32(key) : load_splat64(key);
  }
  template <class B>
  HR_INLINE Vec add(Vec a, B b) {
    return kBits == 32 ? add32(a, b) : add64(a, b);
  }
  template <int kBy>
  HR_INLINE Vec rotl(Vec a) {
    if constexpr (kBy % 8 == 0)
      return shuffle(a, At{kRotation<kBits, kBy>.of});
    else if constexpr (kBits == 32)
      return or2(shl32<kBy>(a), shr32<kBits - kBy>(a));
    else
      return or2(shl64<kBy>(a), shr64<kBits - kBy>(a));
  }
};

template <int kIndex>
struct PinnedRounds {
  static constexpr cypress::Variant kV = cypress::kVariant[kIndex];
  using Words = PinnedWords<kV.word_bits>;
  // The current words 0, 1 and 3 of a group. At the end of a round they are those of the half that
  // the round computed.
  struct Work {
    Vec p0, p1, p3;
  };

  // A quarter of H: an addition, a sum and a rotation, done twice.
  template <int kQuarter, int kLeft>
  HR_INLINE void quarter(Vec (&w)[8], Work& at, Vec& waiting, const std::uint8_t* key) {
    constexpr int kRight = 4 - kLeft;
    constexpr int r0 = kV.rotations[kQuarter % 2 * 2], r1 = kV.rotations[kQuarter % 2 * 2 + 1];
    const auto splat = [&](int j) HR_LAMBDA { return Words::splat(key + j * kV.word_bytes()); };
    if constexpr (kQuarter == 0) {
      at.p1 = Words::xor2(splat(1), at.p1);
      at.p0 = Words::xor2(splat(0), at.p0);
      at.p3 = Words::xor2(splat(3), at.p3);
    }
    at.p0 = Words::add(at.p0, at.p1);
    at.p3 = Words::template rotl<r0>(Words::xor2(at.p3, at.p0));
    if constexpr (kQuarter == 3) {
      at.p0 = Words::xor2(at.p0, At{&w[kRight]});
      Words::store(&w[kRight], at.p0);
    }
    Vec p2;
    if constexpr (kQuarter == 0)
      p2 = Words::add(Words::xor2(splat(2), At{&w[kLeft + 2]}), at.p3);
    else
      p2 = Words::add(at.p3, At{&waiting});
    if constexpr (kQuarter < 3) Words::store(&waiting, p2);
    at.p1 = Words::xor2(at.p1, p2);
    at.p1 = Words::template rotl<r1>(at.p1);
    if constexpr (kQuarter == 3) {
      at.p3 = Words::xor2(at.p3, At{&w[kRight + 3]});
      Words::store(&w[kRight + 3], at.p3);
      Words::store(&w[kRight + 2], Words::xor2(p2, At{&w[kRight + 2]}));
      at.p1 = Words::xor2(at.p1, At{&w[kRight + 1]});
      Words::store(&w[kRight + 1], at.p1);
    }
  }
  template <int kLeft, int kGroups>
  HR_INLINE void round(Vec (&w)[kGroups][8], Work (&at)[kGroups], Vec (&waiting)[kGroups],
                       const std::uint8_t* key) {
    unroll<4>([&](auto i) HR_LAMBDA {
      unroll<kGroups>([&](auto g) HR_LAMBDA { quarter<i, kLeft>(w[g], at[g], waiting[g], key); });
    });
  }
  // `step` is the distance from the key of a round to that of the next round.
  template <int kGroups, class Ahead>
  HR_INLINE void run(Vec (&w)[kGroups][8], const std::uint8_t* key, int step, Ahead& ahead) {
    Work at[kGroups];
    Vec waiting[kGroups];
    unroll<kGroups>([&](auto g) HR_LAMBDA {
      at[g].p0 = w[g][0];
      at[g].p1 = w[g][1];
      at[g].p3 = w[g][3];
    });
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
