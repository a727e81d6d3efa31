// The key schedule [ePrint 2016/984 section 4.2]. The first words of the key state are the keys of
// one branch in one step. Then A is applied to one or two branches of the key state and added to
// the next one, a counter is added, and the branches rotate.
#include "cipher/common/schedule_word.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow::sparx {
namespace {

// Applies A to the words at and at + 1 of the key state and adds the result to the next two words.
// The state rotates by renaming: kFirst is the index of its first word.
template <int kFirst, int kWords>
HR_INLINE void mix(std::uint16_t (&k)[kWords], int at) {
  const auto word = [&](int i) HR_LAMBDA -> std::uint16_t& { return k[(kFirst + i) % kWords]; };
  const std::uint16_t l =
      (std::uint16_t)(rotate_schedule_word_left<16>(word(at), kLeftRotation) + word(at + 1));
  const std::uint16_t r = rotate_schedule_word_left<16>(word(at + 1), kRightRotation) ^ l;
  word(at) = l;
  word(at + 1) = r;
  word(at + 2) = (std::uint16_t)(word(at + 2) + l);
  word(at + 3) = (std::uint16_t)(word(at + 3) + r);
}

// Writes the first words of the key state.
template <Variant kV, int kFirst, int kWords>
HR_INLINE std::uint8_t* put(std::uint8_t* to, const std::uint16_t (&k)[kWords], int words) {
  for (int i = 0; i < words; i++, to += 2) {
    const std::uint16_t word = k[(kFirst + i) % kWords];
    store_schedule_word<16>(to, kV.big_endian ? rotate_schedule_word_left<16>(word, 8) : word);
  }
  return to;
}

// The key state stays in registers. After kTurns rotations its first word is again in its first
// place.
template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.key_words,
                second = kV.branches == 2 ? 0
                         : n == 8         ? 4
                                          : 8,
                counted = second ? second + 3 : 7, by = n == 16 ? 6 : 2, kTurns = n / 2,
                kKeys = kV.branches * kV.steps;
  static_assert(kTurns * by % n == 0 && kKeys % kTurns == 0);
  std::uint16_t k[n];
  unroll<n>([&](auto i) HR_LAMBDA {
    k[i] = load_schedule_word<16>(user_key + 2 * i);
    if (kV.big_endian) k[i] = rotate_schedule_word_left<16>(k[i], 8);
  });
  for (int c = 0; c < kKeys; c += kTurns)
    unroll<kTurns>([&](auto turn) HR_LAMBDA {
      constexpr int kFirst = (n * by - turn * by) % n;
      round_keys = put<kV, kFirst>(round_keys, k, 2 * kV.rounds);
      mix<kFirst>(k, 0);
      if (second) mix<kFirst>(k, second);
      std::uint16_t& word = k[(kFirst + counted) % n];
      word = (std::uint16_t)(word + c + turn + 1);
    });
  put<kV, 0>(round_keys, k, kV.words());
}

}  // namespace
}  // namespace hedgerow::sparx

#define HR_SCHEDULE_FAMILY sparx
#define HR_SCHEDULE_LIST "lists/sparx.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 384
#include "cipher/common/schedule.inc"
