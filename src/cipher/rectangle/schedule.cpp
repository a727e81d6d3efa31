// The key schedules. They apply the S-box to whole rows and keep only the low columns of the
// result.
#include "base/secret.hpp"
#include "cipher/rectangle/sbox.hpp"
#include "cipher/rectangle/spec.hpp"

namespace hedgerow::rectangle {
namespace {

using namespace HR_ISA;

// Applies the S-box to the lowest `columns` columns of rows 0 to 3.
HR_INLINE void substitute_columns(std::uint32_t* row, int columns) {
  Vec r[4];
  for (int i = 0; i < 4; i++) r[i].v = row[i];
  substitute(r);
  const std::uint64_t mask = (1u << columns) - 1;
  for (int i = 0; i < 4; i++)
    row[i] ^= (std::uint32_t)((row[i] ^ r[i].v ^ (kFlipped[i] ? ~0ull : 0)) & mask);
}

HR_INLINE void write_round_key(std::uint8_t* round_keys, int i, const std::uint32_t* row) {
  for (int j = 0; j < kRows; j++) store_be16(round_keys + kBlockBytes * i + 2 * j, row[j]);
}

HR_NOINLINE void expand_80(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  std::uint32_t row[5];
  for (int i = 0; i < 5; i++) row[i] = load_be16(user_key + 2 * i);
  for (int i = 0;; i++) {
    write_round_key(round_keys, i, row);
    if (i == kRounds) break;
    substitute_columns(row, 4);
    const std::uint32_t row0 = row[0];
    row[0] = rotate_left16(row0, 8) ^ row[1] ^ kRoundConstants.of[i];
    row[1] = row[2];
    row[2] = row[3];
    row[3] = rotate_left16(row[3], 12) ^ row[4];
    row[4] = row0;
  }
  wipe(row, sizeof row);
}

HR_NOINLINE void expand_128(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  std::uint32_t row[4];
  for (int i = 0; i < 4; i++) row[i] = load_be32(user_key + 4 * i);
  for (int i = 0;; i++) {
    write_round_key(round_keys, i, row);
    if (i == kRounds) break;
    substitute_columns(row, 8);
    const std::uint32_t row0 = row[0];
    row[0] = (row0 << 8 | row0 >> 24) ^ row[1] ^ kRoundConstants.of[i];
    row[1] = row[2];
    row[2] = (row[2] << 16 | row[2] >> 16) ^ row[3];
    row[3] = row0;
  }
  wipe(row, sizeof row);
}

}  // namespace

template <>
void schedule_portable<rectangle_80>(const std::uint8_t* user_key,
                                     std::uint8_t* round_keys) noexcept {
  expand_80(user_key, round_keys);
  wipe_stack<1024>();
}
template <>
void schedule_portable<rectangle_128>(const std::uint8_t* user_key,
                                      std::uint8_t* round_keys) noexcept {
  expand_128(user_key, round_keys);
  wipe_stack<1024>();
}

}  // namespace hedgerow::rectangle
