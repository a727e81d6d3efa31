// The key expansion with the S-boxes over bit planes (src/circuit). No secret reaches an address or a branch.
#include "base/secret.hpp"
#include "cipher/aria/spec.hpp"
#include "circuit/aes/aes.andn.hpp"
#include "circuit/aes/inv.andn.hpp"
#include "circuit/aria/inv.andn.hpp"
#include "circuit/aria/s2.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::aria {
namespace {

template <int kBoxIndex>
HR_INLINE void substitute(std::uint64_t* p) {
  if constexpr (kBoxIndex == 0) {
    box_aes(p, p);
    invert<kNots_aes>(p);
  } else if constexpr (kBoxIndex == 1) {
    box_aria_s2(p, p);
    invert<kNots_aria_s2>(p);
  } else if constexpr (kBoxIndex == 2) {
    box_aes_inv(p, p);
    invert<kNots_aes_inv>(p);
  } else {
    box_aria_inv(p, p);
    invert<kNots_aria_inv>(p);
  }
}
// The two layers differ in the columns that the boxes process.
HR_NOINLINE void layer(bool second, std::uint8_t* block) {
  std::uint32_t w[4];
  unroll<4>([&](auto box) HR_LAMBDA {
    const int column = second ? (box + 2) % 4 : (int)box;
    std::uint64_t p[8] = {};
    for (int i = 0; i < 4; i++) p[0] |= (std::uint64_t)block[4 * i + column] << (8 * i);
    transpose_bits(p);
    substitute<box>(p);
    transpose_bits(p);
    for (int i = 0; i < 4; i++) block[4 * i + column] = (std::uint8_t)(p[0] >> (8 * i));
  });
  for (int i = 0; i < 4; i++) w[i] = load_le32(block + 4 * i);
  diffuse(w);
  for (int i = 0; i < 4; i++) store_le32(block + 4 * i, w[i]);
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key<kIndex>(user_key, round_keys, layer);
}

}  // namespace
}  // namespace hedgerow::aria

#define HR_SCHEDULE_FAMILY aria
#define HR_SCHEDULE_LIST "lists/aria.inc"
#define HR_SCHEDULE_EXPAND expand<kIndex>
#define HR_SCHEDULE_STACK 2048
#include "cipher/common/schedule.inc"
