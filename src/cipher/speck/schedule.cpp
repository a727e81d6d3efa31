// The key schedule [ePrint 2013/404 section 4.2]: the round function itself, keyed by the round
// number, over k and the words l.
#include "cipher/speck/schedule.hpp"

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::speck {
namespace {

std::uint64_t load_word(const std::uint8_t* p, int bytes) {
  std::uint64_t r = 0;
  for (int i = 0; i < bytes; i++) r |= (std::uint64_t)p[i] << (8 * i);
  return r;
}

template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.word_bits, bytes = kV.word_bytes(), others = kV.key_words - 1;
  const std::uint64_t mask = ~0ull >> (64 - n);
  std::uint64_t l[3] = {};
  std::uint64_t k = load_word(user_key, bytes);
  for (int j = 0; j < others; j++) l[j] = load_word(user_key + (j + 1) * bytes, bytes);
  for (int i = 0, j = 0; i < kV.rounds; i++, j = j + 1 < others ? j + 1 : 0) {
    for (int b = 0; b < bytes; b++) *round_keys++ = (std::uint8_t)(k >> (8 * b));
    const std::uint64_t turned = (l[j] >> kV.alpha()) | (l[j] << (n - kV.alpha()));
    l[j] = (((k + turned) & mask) ^ (std::uint64_t)i) & mask;
    k = (((k << kV.beta()) | (k >> (n - kV.beta()))) & mask) ^ l[j];
  }
  wipe(l, sizeof l);
}

}  // namespace
}  // namespace hedgerow::speck

#define HR_SCHEDULE_FAMILY speck
#define HR_SCHEDULE_LIST "lists/speck.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 512
#include "cipher/skeleton/schedule.inc"
