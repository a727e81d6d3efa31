// The key schedule [ePrint 2016/984 section 4.2]: the key state gives its first words to a branch
// of a step, then A runs on one or two of its branches, is added to the next, a counter is added,
// and the branches rotate.
#include "cipher/sparx/schedule.hpp"

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow::sparx {
namespace {

std::uint16_t left(std::uint16_t a, int by) { return (std::uint16_t)(a << by | a >> (16 - by)); }

// The words of the key state stand in a ring: to rotate them is to move its first word.
template <int kWords>
struct Ring {
  std::uint16_t word[kWords];
  int first;
  HR_LAMBDA std::uint16_t& operator[](int i) { return word[(first + i) & (kWords - 1)]; }
};

// A on words at and at + 1, the result added to the two after them.
template <int kWords>
HR_INLINE void mix(Ring<kWords>& k, int at) {
  const std::uint16_t l = (std::uint16_t)(left(k[at], kLeftRotation) + k[at + 1]);
  const std::uint16_t r = left(k[at + 1], kRightRotation) ^ l;
  k[at] = l;
  k[at + 1] = r;
  k[at + 2] = (std::uint16_t)(k[at + 2] + l);
  k[at + 3] = (std::uint16_t)(k[at + 3] + r);
}

template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.key_words,
                second = kV.branches == 2 ? 0
                         : n == 8         ? 4
                                          : 8,
                counted = second ? second + 3 : 7, by = n == 16 ? 6 : 2;
  const auto in_order = [](std::uint16_t word) HR_LAMBDA {
    return (std::uint16_t)(kV.big_endian ? word << 8 | word >> 8 : word);
  };
  Ring<n> k;
  k.first = 0;
  for (int i = 0; i < n; i++)
    k.word[i] = in_order((std::uint16_t)(user_key[2 * i] | user_key[2 * i + 1] << 8));
  for (int c = 0; c <= kV.branches * kV.steps; c++) {
    const int words = c < kV.branches * kV.steps ? 2 * kV.rounds : kV.words();
    for (int i = 0; i < words; i++, round_keys += 2) {
      // Each by itself: a vector of words that were just written would wait for memory.
      const std::uint64_t word = opaque(in_order(k[i]));
      round_keys[0] = (std::uint8_t)word;
      round_keys[1] = (std::uint8_t)(word >> 8);
    }
    mix(k, 0);
    if (second) mix(k, second);
    k[counted] = (std::uint16_t)(k[counted] + c + 1);
    k.first = (k.first + n - by) & (n - 1);
  }
  wipe(&k, sizeof k);
}

}  // namespace
}  // namespace hedgerow::sparx

#define HR_SCHEDULE_FAMILY sparx
#define HR_SCHEDULE_LIST "lists/sparx.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 512
#include "cipher/skeleton/schedule.inc"
