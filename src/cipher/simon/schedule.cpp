// The key schedule [ePrint 2013/404 section 3.2]: a linear register of m words. Each round adds a
// constant from the sequence z_j, which is public.
#include "base/secret.hpp"
#include "cipher/common/schedule_word.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::simon {
namespace {

// The constant that a round adds: 2^n - 4 and a bit of the sequence.
template <Variant kV>
struct Added {
  std::uint8_t low_byte[kV.rounds];
};
template <Variant kV>
consteval Added<kV> make_added() {
  Added<kV> r{};
  for (int i = 0; i < kV.rounds; i++)
    r.low_byte[i] = (std::uint8_t)(0xfc ^ kSequences.z[kV.sequence][i % kPeriod]);
  return r;
}
template <Variant kV>
constexpr Added<kV> kAdded = make_added<kV>();

// All words stay in registers. Each of them is replaced once in m rounds, so the places and
// constants of a round are parts of its instructions.
template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.word_bits, m = kV.key_words, bytes = kV.word_bytes();
  using Word = ScheduleWord<n>;
  const auto right = [](Word a, int by)
                         HR_LAMBDA { return rotate_schedule_word_left<n>(a, n - by); };
  Word k[m];
  unroll<m>([&](auto j) HR_LAMBDA { k[j] = load_schedule_word<n>(user_key + j * bytes); });
  unroll<kV.rounds>([&](auto i) HR_LAMBDA {
    constexpr int j = i % m;
    store_schedule_word<n>(round_keys + i * bytes, k[j]);
    Word t = right(k[(j + m - 1) % m], 3);
    if constexpr (m == 4) t ^= k[(j + 1) % m];
    constexpr Word added = (Word)(kScheduleMask<n> ^ 0xff ^ kAdded<kV>.low_byte[i]);
    k[j] ^= (Word)(t ^ right(t, 1) ^ added);
  });
}

}  // namespace
}  // namespace hedgerow::simon

#define HR_SCHEDULE_FAMILY simon
#define HR_SCHEDULE_LIST "lists/simon.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 320
#include "cipher/common/schedule.inc"
