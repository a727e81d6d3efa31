// The key expansion with the S-box over bit planes (src/circuit/sm4). No secret reaches an address or a branch.
#include "base/secret.hpp"
#include "cipher/sm4/spec.hpp"
#include "circuit/sm4/sm4.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::sm4 {
namespace {

HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key(user_key, round_keys, [](std::uint32_t word) HR_LAMBDA {
    std::uint64_t planes[8] = {word};
    transpose_bits(planes);
    box_sm4(planes, planes);
    transpose_bits(planes);
    return (std::uint32_t)planes[0] ^ 0x01010101u * (std::uint32_t)kNots_sm4;
  });
}

}  // namespace

void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand(user_key, round_keys);
  wipe_stack<1024>();
}

}  // namespace hedgerow::sm4
