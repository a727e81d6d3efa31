// The key expansion with the S-boxes over bit planes (src/circuit/camellia). No secret reaches an address or a branch.
#include "base/secret.hpp"
#include "cipher/camellia/spec.hpp"
#include "circuit/camellia/s1.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::camellia {
namespace {

// Rotates the bytes in `where` to the left by kBits. A big-endian word has t1 at the top.
template <int kBits>
HR_INLINE std::uint64_t rotate_bytes(std::uint64_t x, std::uint64_t where) {
  constexpr std::uint64_t low = 0x0101010101010101 * ((1 << kBits) - 1);
  const std::uint64_t rotated = ((x & ~(low << (8 - kBits))) << kBits) | (x >> (8 - kBits) & low);
  return x ^ ((x ^ rotated) & where);
}
HR_INLINE std::uint32_t sum_bytes(std::uint32_t x) {
  const std::uint32_t y = x ^ (x << 16 | x >> 16);
  return y ^ (y << 8 | y >> 24);
}
HR_INLINE std::uint64_t function(std::uint64_t x) {
  std::uint64_t p[8] = {rotate_bytes<1>(x, 0x000000ff0000ff00)};
  transpose_bits(p);
  box_camellia_s1(p, p);
  invert<kNots_camellia_s1>(p);
  transpose_bits(p);
  const std::uint64_t t =
      rotate_bytes<7>(rotate_bytes<1>(p[0], 0x00ff0000ff000000), 0x0000ff0000ff0000);
  const auto left = (std::uint32_t)(t >> 32), right = (std::uint32_t)t;
  const std::uint32_t low = sum_bytes(right) ^ right ^ left ^ (left << 8 | left >> 24);
  return (std::uint64_t)(low ^ sum_bytes(left) ^ left) << 32 | low;
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key<kIndex>(user_key, round_keys, function);
}

}  // namespace
}  // namespace hedgerow::camellia

#define HR_SCHEDULE_FAMILY camellia
#define HR_SCHEDULE_LIST "lists/camellia.inc"
#define HR_SCHEDULE_EXPAND expand<kIndex>
#define HR_SCHEDULE_STACK 2048
#include "cipher/common/schedule.inc"
