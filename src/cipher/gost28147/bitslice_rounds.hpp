// The rounds of Magma and GOST 28147-89 on 64 bit planes. Plane i is bit i of the number N1 + 2^32
// N2 of every block [RFC 5830 section 5].
//
// A carry ripples over the planes to add the key, S-boxes are circuits, and the rotation by 11 only
// renames planes. Only these gates use the bits of keys and blocks.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/counter_planes.hpp"
#include "cipher/common/prefetch.hpp"
#include "cipher/gost28147/circuits.hpp"
#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
// Each bit of a key word as 64 equal bits, but two-input gates use other words (see add_key).
struct KeyWord {
  std::uint64_t bit[32];
#ifndef HR_VEC_TERNARY
  std::uint64_t carry[32];
#endif
};
// Repeats each bit of x 64 times.
HR_INLINE void spread(std::uint32_t x, std::uint64_t* bits) {
  const std::uint64_t v = opaque(x);
  for (std::uint64_t i = 0; i < 32; i++) bits[i] = 0 - (v >> i & 1);
}

// Bit 4 i + j is set if the S-box of row i + 1 expects bit j of its argument inverted.
consteval std::uint32_t inverted_arguments(const Circuits& circuits) {
  std::uint32_t r = 0;
  for (int row = 0; row < kBoxes && !kTernary; row++)
    r |= (std::uint32_t)circuits.row[row].zero << (4 * row);
  return r;
}

template <Order kOrder>
HR_INLINE void prepare_words(const std::uint8_t* round_keys, KeyWord* key,
                             [[maybe_unused]] std::uint32_t inverted) {
  for (int w = 0; w < 8; w++) {
    const std::uint32_t k = load_word<kOrder>(round_keys + 4 * w);
    spread(k, key[w].bit);
#ifndef HR_VEC_TERNARY
    spread(k ^ k << 1 ^ inverted, key[w].carry);
#endif
  }
}

// Returns the arguments of the S-boxes, bit by bit from the lowest. With ternary gates it computes
// x + k with a carry.
//
// With two-input gates it keeps e = carry ^ k instead of the carry. The sum's bit is x ^ e. The
// next carry is k ^ ((x ^ k) & e), so the next e needs only two more gates and one word, k ^ (the
// next k). This word can also invert e, and with it the sum's bit, if the S-box expects that.
struct Sum {
#ifdef HR_VEC_TERNARY
  Vec carry;
  template <std::uint32_t kInverted, int kBit>
  HR_LAMBDA Vec next(const KeyWord& key, Vec x) {
    const Vec k = load_splat64(key.bit + kBit);
    if constexpr (kBit == 0) {
      carry = and2(x, k);
      return xor2(x, k);
    } else {
      x = in_register(x);
      const Vec sum = xor3(x, k, carry);
      if constexpr (kBit < 31) carry = ternary<0xe8>(carry, x, k);
      return sum;
    }
  }
#else
  Vec e;
  template <std::uint32_t kInverted, int kBit>
  HR_LAMBDA Vec next(const KeyWord& key, Vec x) {
    constexpr bool kIsInverted = kInverted >> kBit & 1;
    const Vec k = load_splat64(key.bit + kBit);
    Vec sum, term;
    if constexpr (kBit == 0) {
      sum = xor2(x, load_splat64(key.carry));
      term = andnot(x, k);
    } else {
      const Vec different = xor2(x, k);
      sum = xor2(x, e);
      term = kIsInverted ? andnot(e, different) : and2(e, different);
    }
    if constexpr (kBit < 31) e = xor2(term, load_splat64(key.carry + kBit + 1));
    return sum;
  }
#endif
};

// The number of batches that run interleaved, each with its own 64 planes. One batch is a chain of
// carries, which needs at least two operations for each of 32 bits. Two batches have two
// independent chains and load the key only once.
#if defined HR_VEC_TWO_LANES && !defined HR_VEC_TERNARY
constexpr int kMostBatches = 2;
#else
constexpr int kMostBatches = 1;
#endif

// Computes to ^= t(from + key) <<< 11. The next round begins with the bits of the last three
// S-boxes. These S-boxes are therefore computed first, so that the others overlap with the next
// round. Two-operand instructions on general registers use the natural order, because it spills
// less. Two batches hide the latency anyway.
#ifdef HR_VEC_SCALAR
constexpr int kLateOfOne = 0;
#else
constexpr int kLateOfOne = 5;
#endif
template <const Circuits& kCircuits, int kBatches>
HR_INLINE void crypt_round(const KeyWord& key, const Vec* from, Vec* to) {
  constexpr std::uint32_t kInverted = inverted_arguments(kCircuits);
  constexpr int kLate = kBatches > 1 ? 0 : kLateOfOne;
  Sum sum[kBatches];
  Vec x[kBatches][32];
  const auto add = [&](auto row) HR_LAMBDA {
    unroll<4>([&](auto i) HR_LAMBDA {
      constexpr int bit = 4 * row + i;
      unroll<kBatches>([&](auto n) HR_LAMBDA {
        x[n][bit] = sum[n].template next<kInverted, bit>(key, from[64 * n + bit]);
      });
    });
  };
  const auto substitute = [&](auto row) HR_LAMBDA {
    unroll<kBatches>([&](auto n) HR_LAMBDA {
      Vec* onto[4];
      unroll<4>([&](auto i) HR_LAMBDA { onto[i] = to + 64 * n + (4 * row + i + kRotation) % 32; });
      xor_box<kCircuits, row>(x[n] + 4 * row, onto);
    });
  };
  unroll<kLate>([&](auto row) HR_LAMBDA { add(row); });
  unroll<kBoxes - kLate>([&](auto i) HR_LAMBDA {
    add(Index<kLate + i>{});
    substitute(Index<kLate + i>{});
  });
  unroll<kLate>([&](auto row) HR_LAMBDA { substitute(row); });
}

// Forces the planes into memory, because compilers would keep the last planes of a round in
// registers and spill others.
HR_INLINE void in_memory() { __asm__ __volatile__("" : : : "memory"); }

// Runs all rounds of kBatches batches, after which N1 and N2 are exchanged.
template <const Circuits& kCircuits, int kBatches>
HR_NOINLINE void crypt_planes(const KeyWord* key, bool decrypt, Vec* plane, Ahead ahead) {
  constexpr std::size_t kEach =
      (std::size_t)kBatches * kPlanesBlocks * kBlockBytes / 64 * 2 / kRounds + 1;
  for (int i = 0; i < kRounds; i += 2) {
    ahead.fetch(kEach);
    const int first = decrypt ? kRounds - 1 - i : i, second = decrypt ? first - 1 : first + 1;
    crypt_round<kCircuits, kBatches>(key[key_word(first)], plane, plane + 32);
    in_memory();
    crypt_round<kCircuits, kBatches>(key[key_word(second)], plane + 32, plane);
    in_memory();
  }
}
using CryptPlanes = void (*)(const KeyWord* key, bool decrypt, Vec* plane, Ahead ahead);
// crypt_planes for one batch, and also for two batches if two run interleaved.
#if defined HR_VEC_TWO_LANES && !defined HR_VEC_TERNARY
struct Rounds {
  CryptPlanes one, two;
};
template <const Circuits& kCircuits>
constexpr Rounds kRoundsOf = {crypt_planes<kCircuits, 1>, crypt_planes<kCircuits, 2>};
template <int kBatches>
HR_INLINE CryptPlanes rounds_for(Rounds rounds) {
  return kBatches == 2 ? rounds.two : rounds.one;
}
#else
using Rounds = CryptPlanes;
template <const Circuits& kCircuits>
constexpr Rounds kRoundsOf = crypt_planes<kCircuits, 1>;
template <int kBatches>
HR_INLINE CryptPlanes rounds_for(Rounds rounds) {
  return rounds;
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
