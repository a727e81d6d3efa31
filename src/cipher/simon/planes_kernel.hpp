// SIMON bit-sliced: ECB and CTR. A batch has eight blocks for each byte of a vector.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/counter_planes.hpp"
#include "cipher/common/key_planes.hpp"
#include "cipher/common/prefetch.hpp"
#include "cipher/simon/planes.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace simon;
// With three-input gates, the planes of 16-bit words stay in registers for all rounds, words of 24
// and 32 bits use steps, and the others use passes.
#ifdef HR_VEC_TERNARY
template <int kBits>
constexpr bool kStays = kBits == 16;
template <int kBits>
constexpr bool kInSteps = kBits == 24 || kBits == 32;
#else
template <int kBits>
constexpr bool kStays = false;
template <int kBits>
constexpr bool kInSteps = false;
#endif
template <int kBits>
constexpr bool kMovesOf = kMoves && !kStays<kBits> && !kInSteps<kBits>;
template <int kBits>
struct alignas(64) Planes {
  Vec word[kMovesOf<kBits> ? 3 : 2][kBits];
};
// The round keys of a variant, and their number.
struct Rounds {
  const std::uint32_t* key;
  int number;
};

template <int kBits>
constexpr std::size_t kBatchBytes = (std::size_t)kPlanesBlocks * kBits / 4;
// Prefetches `each` lines of the next batch in each call.
struct LinesBetween {
  Ahead ahead;
  std::size_t each;

  HR_LAMBDA void operator()() { ahead.fetch(each); }
};
// Prefetches the same number of lines in each call, at a distance of one and a half batches. A
// short batch has no time to absorb a burst of prefetches, and this distance gives memory enough
// time to answer.
template <int kBits>
struct SteadyLines {
  static constexpr int kCalls = kVariant[simon_32_64].rounds / 2;
  SteadyAhead<kBatchBytes<kBits>, kCalls, 3 * kBatchBytes<kBits> / 2> ahead;

  HR_LAMBDA void operator()() { ahead.fetch(); }
};
// Returns the function that the rounds of a batch call to prefetch. `left` is the number of blocks
// from this batch on, and becomes the number after it.
template <int kBits>
HR_INLINE auto lines_between(const std::uint8_t* in, const std::uint8_t* out, std::size_t& left,
                             int rounds) {
  constexpr int kBlock = kBits / 4;
  if constexpr (kStays<kBits>) {
    const std::size_t bytes = left * kBlock;
    left -= left < kPlanesBlocks ? left : kPlanesBlocks;
    return SteadyLines<kBits>{decltype(SteadyLines<kBits>::ahead)::from(in, out, bytes)};
  } else {
    constexpr std::size_t kRoundsAtOnce = kInSteps<kBits> ? 1 : kDepth;
    const std::size_t each = kBatchBytes<kBits> / 64 * kRoundsAtOnce / (std::size_t)rounds + 1;
    return LinesBetween{after_batch<kBlock, kPlanesBlocks>(in, out, left), each};
  }
}

// Returns the planes of a byte of the block. The places of both words are chosen once, because
// compilers would otherwise choose for each plane.
template <int kBits>
struct WordPlanes {
  Vec* word[2];

  HR_LAMBDA Vec* operator()(int byte) const {
    return word[byte / (kBits / 8)] + 8 * (byte % (kBits / 8));
  }
};

// The planes before and after the rounds. After the rounds each word is at its place in the block.
// Therefore, with an odd number of rounds, the words begin at exchanged places.
template <int kBits>
struct Run {
  Planes<kBits>& planes;
  const Rounds& rounds;
  bool decrypt;

  static constexpr int kSpare = kMovesOf<kBits> ? 2 : 0;
  // The index of x before the rounds. y is the other one of the first two.
  HR_LAMBDA int x_before() const { return decrypt ? 0 : 1; }
  HR_LAMBDA WordPlanes<kBits> before() const { return {{planes.word[0], planes.word[1]}}; }
  HR_LAMBDA WordPlanes<kBits> after() const {
    Vec* const x = planes.word[kMovesOf<kBits> && rounds.number / kDepth % 2 ? kSpare : x_before()];
    Vec* const y = planes.word[1 - x_before()];
    return (x_before() == 0) == (rounds.number % 2 == 0) ? WordPlanes<kBits>{{x, y}}
                                                         : WordPlanes<kBits>{{y, x}};
  }
  // kPairs describes the planes before the rounds (run_in_registers).
  template <bool kPairs, class Lines>
  HR_LAMBDA void rounds_of(Lines lines) const {
    const std::uint32_t* const key = rounds.key + (decrypt ? kBits * (rounds.number - 1) : 0);
    const int step = decrypt ? -kBits : kBits;
    Vec *const x = planes.word[x_before()], *const y = planes.word[1 - x_before()];
#ifdef HR_VEC_TERNARY
    if constexpr (kStays<kBits>)
      return run_in_registers<kPairs>({key, step}, rounds.number, x, y, lines);
    if constexpr (kInSteps<kBits>)
      return run_steps<kBits / 8>({key, step}, rounds.number, x, y, lines);
#endif
    run_rounds<kBits / 8>(key, step, rounds.number, x, y, planes.word[kSpare], lines);
  }
};

template <int kBits>
HR_NOINLINE void crypt_blocks(const Rounds& rounds, bool decrypt, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t blocks) {
  constexpr int kBlock = kBits / 4;
  Planes<kBits> planes;
  const Run<kBits> run = {planes, rounds, decrypt};
  std::size_t left = blocks;
  for_each_batch<kBlock, kPlanesBlocks>(
      in, out, blocks, [&](const std::uint8_t* from, std::uint8_t* to) HR_LAMBDA {
        load_planes<kBlock, !kStays<kBits>>(from, run.before());
        run.template rounds_of<!kStays<kBits>>(lines_between<kBits>(from, to, left, rounds.number));
        store_planes<kBlock, !kStays<kBits>>(run.after(), storing<kBlock>(to));
      });
  wipe(&planes, sizeof planes);
}
template <int kBits>
HR_NOINLINE void ctr_blocks(const Rounds& rounds, const std::uint8_t* counter, CounterOrder order,
                            const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  constexpr int kBlock = kBits / 4;
  Planes<kBits> planes;
  PlanesCounter<kBlock> c;
  start_counter(c, counter, order);
  const Run<kBits> run = {planes, rounds, false};
  std::size_t left = blocks;
  for_each_batch<kBlock, kPlanesBlocks>(
      in, out, blocks, [&](const std::uint8_t* from, std::uint8_t* to) HR_LAMBDA {
        count_planes(c, run.before());
        run.template rounds_of<true>(lines_between<kBits>(from, to, left, rounds.number));
        store_planes<kBlock, !kStays<kBits>>(run.after(), adding<kBlock>(from, to));
      });
  wipe(&planes, sizeof planes);
  wipe(&c, sizeof c);
}

// One copy of this function serves all variants. If an instruction can spread a byte over a vector,
// sixteen bytes are loaded together into every lane. A vector of planes then takes four
// instructions, and the loop costs little.
HR_NOINLINE void spread_round_keys(const std::uint8_t* bytes, int n, std::uint32_t* planes) {
#if !defined(HR_VEC_SCALAR) && !defined(HR_VEC_AVX512)
  const RepeatIndices* each = &kRepeatOf;
  // The indices are read from memory, because compilers would compute each index with three
  // instructions.
  __asm__("" : "+r"(each));
  // The few bytes of SIMON-32/64 do not use this loop, because such a long load would wait for the
  // short stores of the schedule.
  constexpr int kFew = 64;
  for (int left = n > kFew ? n : 0; left >= 16; left -= 16, n -= 16) {
    const Vec block = load_splat128(bytes);
    unroll<16>([&](auto k) HR_LAMBDA {
      spread_repeated(shuffle(block, load(each->of[k])), planes + 8 * k);
    });
    bytes += 16;
    planes += 16 * 8;
  }
#endif
  spread_bytes(bytes, n, planes);
}

template <int kIndex>
struct Bitslice {
  static consteval int bits() { return kVariant[kIndex].word_bits; }
  static consteval int number() { return kVariant[kIndex].rounds; }
  struct alignas(64) Key {
    std::uint32_t bit[number()][bits()];
  };
  HR_INLINE Rounds rounds(const void* key) { return {((const Key*)key)->bit[0], number()}; }

  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    spread_round_keys(round_keys, number() * bits() / 8, ((Key*)key)->bit[0]);
#ifdef HR_VEC_SCALAR
    wipe_stack<1024>();  // spilled key words
#endif
  }
  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    crypt_blocks<bits()>(rounds(key), false, in, out, blocks);
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    crypt_blocks<bits()>(rounds(key), true, in, out, blocks);
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_blocks<bits()>(rounds(key), counter, order, in, out, blocks);
  }
  // Up to this number of blocks the arx kernel of the same ISA is faster than a batch here. For
  // each block it takes half as long for words with padding, three eighths with AVX-512, and two
  // thirds or three quarters for words without padding.
  static consteval std::uint32_t arx_up_to() {
    [[maybe_unused]] constexpr bool kPadded = bits() == 24 || bits() == 48;
#ifdef HR_VEC_SCALAR
    return bits() == 64 ? 56 : bits() == 16 ? 8 : 24;
#elif defined HR_VEC_AVX512
    return (kPadded ? 3 : bits() == 16 ? 5 : 6) * kWidth;
#elif defined HR_VEC_TWO_LANES
    return (kPadded || bits() == 64 ? 8 : 9) * kWidth / 2;
#else
    return (kPadded ? 4 : 5) * kWidth;
#endif
  }
  static consteval KernelOps ops() {
    return {sizeof(Key),
            (std::uint32_t)(number() * bits() / 8),
            kPlanesBlocks,
            calls_from(arx_up_to() + 1),
            schedule_portable<kIndex>,
            WipeStackAfter<prepare>::call,
            WipeStackAfter<encrypt>::call,
            WipeStackAfter<decrypt>::call,
            WipeStackAfter<ctr>::call};
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
