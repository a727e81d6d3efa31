// The key schedule [ePrint 2013/404 section 4.2]. It applies the round function to k and the words
// l, with the round number as the key.
#include "base/secret.hpp"
#include "cipher/common/schedule_word.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::speck {
namespace {

// The destination of the words: a prepared ARX key, or the canonical round keys.
enum class To { kRoundKeys, kLanes };

// All words stay in registers, because each pass uses every word l once.
template <Variant kV, To kTo>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* out) {
  constexpr int n = kV.word_bits, bytes = kV.word_bytes(), others = kV.key_words - 1,
                padding = kSchedulePadding<n>,
                kLaneBytes = n == 16 ? 4 : (int)sizeof(ScheduleWord<n>);
  using Word = ScheduleWord<n>;
  const auto load = [&](int j) HR_LAMBDA {
    return (Word)(load_schedule_word<n>(user_key + j * bytes) << padding);
  };
  Word k = load(0), l[others];
  unroll<others>([&](auto j) HR_LAMBDA { l[j] = load(j + 1); });
  const auto round = [&](Word& turn, int i) HR_LAMBDA {
    if constexpr (kTo == To::kLanes) {
      store_lane<n>(out + i * kLaneBytes, k);
    } else {
      store_schedule_word<n>(out, (Word)(k >> padding));
      out += bytes;
    }
    const Word sum = (Word)(k + rotate_lane_left<n>(turn, n - kV.alpha()));
    turn = sum ^ (Word)((Word)i << padding);
    k = (Word)(rotate_lane_left<n>(k, kV.beta()) ^ turn);
  };
  if constexpr (kTo == To::kLanes) {
    // Unrolled, the round numbers and the places are constants, which saves a third of the
    // instructions.
    unroll<kV.rounds>([&](auto i) HR_LAMBDA { round(l[i % others], i); });
    return;
  }
  int i = 0;
  for (; i + others <= kV.rounds; i += others)
    unroll<others>([&](auto j) HR_LAMBDA { round(l[j], i + j); });
  unroll<kV.rounds % others>([&](auto j) HR_LAMBDA { round(l[j], i + j); });
}

// Words of 32 and 64 bits have the same layout in both.
template <Variant kV>
constexpr To kRoundKeysOf = kV.word_bits == 32 || kV.word_bits == 64 ? To::kLanes : To::kRoundKeys;

}  // namespace
}  // namespace hedgerow::speck

#define HR_SCHEDULE_FAMILY speck
#define HR_SCHEDULE_LIST "lists/speck.inc"
#define HR_SCHEDULE_EXPAND (expand<kVariant[kIndex], kRoundKeysOf<kVariant[kIndex]>>)
#define HR_SCHEDULE_LANES (expand<kVariant[kIndex], To::kLanes>)
// With 64-bit registers all words stay in registers.
#define HR_SCHEDULE_STACK sizeof(void*) == 8 ? 64 : 320
#include "cipher/common/schedule.inc"
