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

// A on words 0 and 1 of k, the result added to words 2 and 3.
void mix(std::uint16_t* k) {
  k[0] = (std::uint16_t)(left(k[0], kLeftRotation) + k[1]);
  k[1] = left(k[1], kRightRotation) ^ k[0];
  k[2] = (std::uint16_t)(k[2] + k[0]);
  k[3] = (std::uint16_t)(k[3] + k[1]);
}

template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.key_words,
                second = kV.branches == 2 ? 0
                         : n == 8         ? 4
                                          : 8,
                counted = second ? second + 3 : 7, by = n == 16 ? 6 : 2;
  constexpr int high = kV.big_endian ? 0 : 1;
  std::uint16_t k[n], old[n];
  for (int i = 0; i < n; i++)
    k[i] = (std::uint16_t)(user_key[2 * i + high] << 8 | user_key[2 * i + 1 - high]);
  for (int c = 0; c <= kV.branches * kV.steps; c++) {
    const int words = c < kV.branches * kV.steps ? 2 * kV.rounds : kV.words();
    for (int i = 0; i < words; i++, round_keys += 2) {
      round_keys[high] = (std::uint8_t)(k[i] >> 8);
      round_keys[1 - high] = (std::uint8_t)k[i];
    }
    mix(k);
    if (second) mix(k + second);
    k[counted] = (std::uint16_t)(k[counted] + c + 1);
    __builtin_memcpy(old, k, sizeof k);
    for (int i = 0; i < n; i++) k[(i + by) % n] = old[i];
  }
  wipe(k, sizeof k);
  wipe(old, sizeof old);
}

}  // namespace

template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand<kVariant[kIndex]>(user_key, round_keys);
  wipe_stack<512>();
}
#define CIPHER(family, identifier, ...) \
  template void schedule_portable<identifier>(const std::uint8_t*, std::uint8_t*) noexcept;
#include "lists/sparx.inc"

}  // namespace hedgerow::sparx
