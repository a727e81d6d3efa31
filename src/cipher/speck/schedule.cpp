// The key schedule [ePrint 2013/404 section 4.2]: the round function itself, keyed by the round
// number, over k and the words l.
#include "cipher/speck/schedule.hpp"

#include "base/secret.hpp"
#include "cipher/skeleton/schedule_word.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::speck {
namespace {

// All words stay in registers: the words l take turns in the rounds of a pass.
template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.word_bits, bytes = kV.word_bytes(), others = kV.key_words - 1;
  using Word = ScheduleWord<n>;
  Word k = load_schedule_word<n>(user_key), l[others];
  unroll<others>([&](auto j)
                     HR_LAMBDA { l[j] = load_schedule_word<n>(user_key + (j + 1) * bytes); });
  const auto round = [&](Word& turn, int i) HR_LAMBDA {
    store_schedule_word<n>(round_keys, k);
    round_keys += bytes;
    const Word sum =
        (Word)((k + rotate_schedule_word_left<n>(turn, n - kV.alpha())) & kScheduleMask<n>);
    turn = sum ^ (Word)i;
    k = rotate_schedule_word_left<n>(k, kV.beta()) ^ (Word)i ^ sum;
  };
  int i = 0;
  for (; i + others <= kV.rounds; i += others)
    unroll<others>([&](auto j) HR_LAMBDA { round(l[j], i + j); });
  unroll<kV.rounds % others>([&](auto j) HR_LAMBDA { round(l[j], i + j); });
}

}  // namespace
}  // namespace hedgerow::speck

#define HR_SCHEDULE_FAMILY speck
#define HR_SCHEDULE_LIST "lists/speck.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 320
#include "cipher/skeleton/schedule.inc"
