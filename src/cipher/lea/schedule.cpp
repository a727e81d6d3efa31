// The key schedule [KS X 3246]: in every round some words of the key state take a rotated constant
// and are rotated themselves. Addition and rotation alone: constant in time.
#include "cipher/lea/schedule.hpp"

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow::lea {
namespace {

std::uint32_t left(std::uint32_t a, int by) {
  return by % 32 ? a << by % 32 | a >> (32 - by % 32) : a;
}

template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int kWords128[kRoundKeyWords] = {0, 1, 2, 1, 3, 1};
  constexpr int n = kV.key_words, turned = n < kRoundKeyWords ? n : kRoundKeyWords;
  std::uint32_t t[8] = {};
  for (int j = 0; j < n; j++) t[j] = load_le32(user_key + 4 * j);
  for (int i = 0; i < kV.rounds; i++, round_keys += 4 * kRoundKeyWords) {
    const int first = n == 8 ? kRoundKeyWords * i : 0;
    const std::uint32_t delta = kConstants.delta[i % n];
    for (int j = 0; j < turned; j++) {
      std::uint32_t& word = t[(first + j) % n];
      word = left(word + left(delta, i + j), kKeyRotations[j]);
    }
    for (int j = 0; j < kRoundKeyWords; j++)
      store_le32(round_keys + 4 * j, t[n == 4 ? kWords128[j] : (first + j) % n]);
  }
  wipe(t, sizeof t);
}

}  // namespace

template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand<kVariant[kIndex]>(user_key, round_keys);
  wipe_stack<512>();
}
#define CIPHER(family, identifier, ...) \
  template void schedule_portable<identifier>(const std::uint8_t*, std::uint8_t*) noexcept;
#include "lists/lea.inc"

}  // namespace hedgerow::lea
