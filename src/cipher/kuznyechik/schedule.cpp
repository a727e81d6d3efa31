// The portable key schedule [RFC 7801 section 4.4]: S over bit planes (sub_words.hpp), and L as a
// masked sum of its 128 columns. No secret reaches an address or a branch.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "circuit/kuznyechik/sub_words.hpp"

namespace hedgerow::kuznyechik {
namespace {

// A block as two words, where byte 0 is the lowest byte of the first word.
struct Half {
  std::uint64_t w[2];
};
// of[8 j + b] is L of the block that has only bit b of byte j set.
struct Columns {
  Half of[128];
};
consteval Columns make_columns() {
  Columns r{};
  for (int j = 0; j < 16; j++)
    for (int b = 0; b < 8; b++)
      for (int i = 0; i < 16; i++)
        r.of[8 * j + b].w[i / 8] |= (std::uint64_t)field_product(kLinear.at[i][j], 1u << b)
                                    << (i % 8 * 8);
  return r;
}
constexpr Columns kColumns = make_columns();

// Computes state = L(S(state)), where the words after the first two are not used.
void sub_linear(std::uint64_t (&state)[8]) {
  sub_words(state);
  std::uint64_t r[2] = {0, 0};
  for (int i = 0; i < 128; i++) {
    const std::uint64_t mask = opaque(0 - ((state[i / 64] >> (i % 64)) & 1));
    r[0] ^= kColumns.of[i].w[0] & mask;
    r[1] ^= kColumns.of[i].w[1] & mask;
  }
  state[0] = r[0];
  state[1] = r[1];
}

HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  std::uint64_t pair[4], state[8] = {};
  for (int i = 0; i < 4; i++) pair[i] = load_le64(user_key + 8 * i);
  for (int i = 0; i <= 32; i++) {
    if (i % 8 == 0)
      for (int j = 0; j < 4; j++) store_le64(round_keys + 4 * i + 8 * j, pair[j]);
    if (i == 32) break;
    for (int j = 0; j < 2; j++) state[j] = pair[j] ^ load_le64(kIteration.c[i] + 8 * j);
    sub_linear(state);
    for (int j = 0; j < 2; j++) {
      const std::uint64_t next = state[j] ^ pair[j + 2];
      pair[j + 2] = pair[j];
      pair[j] = next;
    }
  }
  wipe(pair, sizeof pair);
  wipe(state, sizeof state);
}

}  // namespace

void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand(user_key, round_keys);
  wipe_stack<4096>();
}

}  // namespace hedgerow::kuznyechik
