// The key schedule, with the S-boxes over bit planes (bitslice.hpp) and the matrices on the bytes
// of a word. No secret reaches an address or a branch.
#include "cipher/clefia/bitslice.hpp"
#include "cipher/clefia/key_expansion.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::clefia {
namespace {

constexpr std::uint32_t kEven = 0xff00ff00;  // a mask of bytes 0 and 2 of a big-endian word

template <class Planes>
HR_INLINE std::uint32_t substitute(std::uint32_t word, Planes box) {
  std::uint64_t p[8] = {word};
  transpose_bits(p);
  box(p);
  transpose_bits(p);
  return (std::uint32_t)p[0];
}
// Multiplies four bytes by x in the field.
HR_INLINE std::uint32_t times_x(std::uint32_t a) {
  const std::uint32_t carry = (a >> 7) & 0x01010101;
  return ((a & 0x7f7f7f7f) << 1) ^ (((carry << 8) - carry) & 0x1d1d1d1d);
}
HR_INLINE std::uint32_t swap_halves(std::uint32_t a) { return a << 16 | a >> 16; }
HR_INLINE std::uint32_t swap_neighbours(std::uint32_t a) {
  return (a & kEven) >> 8 | (a & ~kEven) << 8;
}
// The matrices with rows (1, 2^a, 2^b, 2^a + 2^b).
HR_INLINE std::uint32_t mix(std::uint32_t x, int a, int b) {
  const std::uint32_t opposite = swap_halves(x), crossed = swap_neighbours(opposite);
  std::uint32_t u = swap_neighbours(x) ^ crossed, v = opposite ^ crossed;
  for (int i = 0; i < a; i++) u = times_x(u);
  for (int i = 0; i < b; i++) v = times_x(v);
  return x ^ u ^ v;
}

HR_INLINE void pair_f(std::uint32_t& a, std::uint32_t& b) {
  const std::uint32_t s0 = substitute((a & kEven) | (b & ~kEven), s0_planes);
  const std::uint32_t s1 = substitute((a & ~kEven) | (b & kEven), s1_planes);
  a = mix((s0 & kEven) | (s1 & ~kEven), 1, 2);
  b = mix((s1 & kEven) | (s0 & ~kEven), 3, 1);
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int words = permutation_words(kIndex);
  expand_key<kIndex>(user_key, round_keys, [&](const std::uint64_t* k, std::uint64_t* l) {
    std::uint32_t t[words];
    for (int i = 0; i < words; i++) t[i] = (std::uint32_t)(k[i / 2] >> (i % 2 ? 0 : 32));
    permute_key<words>(permutation_rounds(kIndex), kConstants[kIndex].of, t, pair_f);
    for (int i = 0; i < words; i++) l[i / 2] |= (std::uint64_t)t[i] << (i % 2 ? 0 : 32);
    wipe(t, sizeof t);
  });
}

}  // namespace
}  // namespace hedgerow::clefia

#define HR_SCHEDULE_FAMILY clefia
#define HR_SCHEDULE_LIST "lists/clefia.inc"
#define HR_SCHEDULE_EXPAND expand<kIndex>
#define HR_SCHEDULE_STACK 4096
#include "cipher/common/schedule.inc"
