// The key expansion [FIPS 197 section 5.2] with SubWord over bit planes (src/circuit/aes). No
// secret reaches an address or a branch.
#include "cipher/aes/schedule.hpp"

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/aes/spec.hpp"
#include "circuit/aes/aes.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::aes {
namespace {

std::uint32_t sub_word(std::uint32_t word) {
  std::uint64_t planes[8] = {word};
  transpose_bits(planes);
  box_aes(planes, planes);
  transpose_bits(planes);
  return (std::uint32_t)planes[0] ^ 0x01010101u * (std::uint32_t)kNots_aes;
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key<kVariant[kIndex].key_words>(user_key, round_keys, kVariant[kIndex].rounds, sub_word);
}

}  // namespace
}  // namespace hedgerow::aes

#define HR_SCHEDULE_FAMILY aes
#define HR_SCHEDULE_LIST "lists/aes.inc"
#define HR_SCHEDULE_EXPAND expand<kIndex>
#define HR_SCHEDULE_STACK 2048
#include "cipher/common/schedule.inc"
