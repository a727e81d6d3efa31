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

HR_NOINLINE void expand(const Variant& v, const std::uint8_t* user_key, std::uint8_t* round_keys) {
  const int n = v.word_bits, bytes = v.word_bytes(), others = v.key_words - 1;
  const std::uint64_t mask = ~0ull >> (64 - n);
  std::uint64_t l[3] = {};
  std::uint64_t k = load_word(user_key, bytes);
  for (int j = 0; j < others; j++) l[j] = load_word(user_key + (j + 1) * bytes, bytes);
  for (int i = 0, j = 0; i < v.rounds; i++, j = j + 1 < others ? j + 1 : 0) {
    for (int b = 0; b < bytes; b++) *round_keys++ = (std::uint8_t)(k >> (8 * b));
    const std::uint64_t turned = (l[j] >> v.alpha()) | (l[j] << (n - v.alpha()));
    l[j] = (((k + turned) & mask) ^ (std::uint64_t)i) & mask;
    k = (((k << v.beta()) | (k >> (n - v.beta()))) & mask) ^ l[j];
  }
  wipe(l, sizeof l);
}

}  // namespace

void schedule_portable(int variant, const std::uint8_t* user_key,
                       std::uint8_t* round_keys) noexcept {
  expand(kVariant[variant], user_key, round_keys);
  wipe_stack<512>();
}

}  // namespace hedgerow::speck
