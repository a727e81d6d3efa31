// The key schedule of every variant [RFC 5830 section 5.1, RFC 8891 section 4.3].
#include "cipher/gost28147/schedule.hpp"

#include "base/secret.hpp"

namespace hedgerow::gost28147 {
namespace {

void expand(const std::uint8_t* user_key, const std::uint8_t* boxes, std::uint8_t* round_keys) {
  for (int i = 0; i < kRounds; i++)
    store_le32(round_keys + 4 * i, load_le32(user_key + 4 * key_word(i)));
  for (int i = 0; i < kBoxBytes; i += 8)
    store_le64(round_keys + 4 * kRounds + i, load_le64(boxes + i));
}

#define SBOXES(set, rows) constexpr PackedBoxes kPacked_##set = pack_boxes(kBoxes_##set);
#include "cipher/gost28147/sboxes.def"
#undef SBOXES

}  // namespace

#define SBOXES(set, rows)                                                                \
  void schedule_##set(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept { \
    expand(user_key, kPacked_##set.bytes, round_keys);                                   \
  }
#include "cipher/gost28147/sboxes.def"
#undef SBOXES

void schedule_magma(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  schedule_tc26_z(user_key, round_keys);
}

bool boxes_are_permutations(const std::uint8_t* boxes) noexcept {
  std::uint64_t missing = 0;
  for (int row = 0; row < kBoxes; row++) {
    std::uint64_t seen = 0;
    for (int x = 0; x < 16; x++) {
      const std::uint64_t v = packed_box(boxes, row, x);
      // Computes 2^v by multiplications, because a shift by a secret count is not constant in time
      // on every CPU.
      seen |=
          (1 + (v & 1)) * (1 + 3 * (v >> 1 & 1)) * (1 + 15 * (v >> 2 & 1)) * (1 + 255 * (v >> 3));
    }
    missing |= seen ^ 0xffff;
  }
  return opaque(missing) == 0;
}

void schedule_user(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand(user_key, user_key + kKeyBytes, round_keys);
}

}  // namespace hedgerow::gost28147
