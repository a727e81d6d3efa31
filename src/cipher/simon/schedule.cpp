// The key schedule [ePrint 2013/404 section 3.2]: a linear register of m words, fed with constants
// of the sequence z_j, which is public.
#include "cipher/simon/schedule.hpp"

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::simon {
namespace {

template <Variant kV>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int n = kV.word_bits, m = kV.key_words;
  const std::uint64_t mask = ~0ull >> (64 - n);
  const auto right = [&](std::uint64_t a, int by) { return ((a >> by) | (a << (n - by))) & mask; };
  std::uint64_t k[4] = {};
  for (int j = 0; j < m; j++)
    for (int b = kV.word_bytes() - 1; b >= 0; b--)
      k[j] = (k[j] << 8) | user_key[j * kV.word_bytes() + b];
  for (int i = 0; i < kV.rounds; i++) {
    for (int b = 0; b < kV.word_bytes(); b++) *round_keys++ = (std::uint8_t)(k[0] >> (8 * b));
    std::uint64_t t = right(k[m - 1], 3);
    if (m == 4) t ^= k[1];
    const std::uint64_t constant = (mask ^ 3) ^ kSequences.z[kV.sequence][i % kPeriod];
    const std::uint64_t next = k[0] ^ t ^ right(t, 1) ^ constant;
    for (int j = 0; j + 1 < m; j++) k[j] = k[j + 1];
    k[m - 1] = next;
  }
  wipe(k, sizeof k);
}

}  // namespace
}  // namespace hedgerow::simon

#define HR_SCHEDULE_FAMILY simon
#define HR_SCHEDULE_LIST "lists/simon.inc"
#define HR_SCHEDULE_EXPAND expand<kVariant[kIndex]>
#define HR_SCHEDULE_STACK 512
#include "cipher/skeleton/schedule.inc"
