// The key schedule [KS X 3246]. In every round some words of the key state add a rotated constant
// and are rotated. It is constant in time because it has only additions and rotations.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow::lea {
namespace {

constexpr std::uint32_t left(std::uint32_t a, int by) {
  return by % 32 ? a << by % 32 | a >> (32 - by % 32) : a;
}

// The constant that word j of the key state adds in round i.
template <Variant kV>
struct Added {
  std::uint32_t of[kV.rounds][kRoundKeyWords];
};
template <Variant kV>
consteval Added<kV> make_added() {
  Added<kV> r{};
  for (int i = 0; i < kV.rounds; i++)
    for (int j = 0; j < kRoundKeyWords; j++)
      r.of[i][j] = left(kConstants.delta[i % kV.key_words], (i + j) % 32);
  return r;
}
template <Variant kV>
constexpr Added<kV> kAdded = make_added<kV>();

// The key state stays in registers. After four rounds, every word is again in its first place.
template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int kWords128[kRoundKeyWords] = {0, 1, 2, 1, 3, 1}, kPeriod = 4;
  constexpr int n = kV.key_words, turned = n < kRoundKeyWords ? n : kRoundKeyWords;
  static_assert(kV.rounds % kPeriod == 0);
  std::uint32_t t[n];
  unroll<n>([&](auto j) HR_LAMBDA { t[j] = load_le32(user_key + 4 * j); });
  for (int i = 0; i < kV.rounds; i += kPeriod)
    unroll<kPeriod>([&](auto r) HR_LAMBDA {
      constexpr int first = n == 8 ? kRoundKeyWords * r : 0;
      const std::uint32_t* const added = kAdded<kV>.of[i + r];
      unroll<turned>([&](auto j) HR_LAMBDA {
        std::uint32_t& word = t[(first + j) % n];
        word = left(word + added[j], kKeyRotations[j]);
      });
      unroll<kRoundKeyWords>([&](auto j) HR_LAMBDA {
        store_le32(round_keys + 4 * j, t[n == 4 ? kWords128[j] : (first + j) % n]);
      });
      round_keys += 4 * kRoundKeyWords;
    });
}

}  // namespace
}  // namespace hedgerow::lea

#define HR_SCHEDULE_FAMILY lea
#define HR_SCHEDULE_LIST "lists/lea.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 320
#include "cipher/common/schedule.inc"
