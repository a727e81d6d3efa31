// S0 of CLEFIA by nibbles. A byte shuffle is the look-up of a nibble: u = upper[x upper] + lower[x
// lower], and the result is computed from u in the same way (spec.hpp).
#pragma once

#include "cipher/clefia/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

HR_INLINE Vec look_up(const std::uint8_t (&table)[16], Vec index) {
  return shuffle(load_splat128(table), index);
}

struct alignas(16) S0Tables {
  std::uint8_t upper[16], lower[16], last_upper[16], last_lower[16];
};
consteval S0Tables make_s0_tables(const ByteMap& basis) {
  S0Tables r{};
  for (int x = 0; x < 16; x++) {
    r.upper[x] = mix_nibbles((unsigned)kSmallBox[0][x] << 4);
    r.lower[x] = mix_nibbles(kSmallBox[1][x]);
    r.last_upper[x] = basis.of[kSmallBox[2][x] << 4];
    r.last_lower[x] = basis.of[kSmallBox[3][x]];
  }
  return r;
}
template <class Upper>
HR_INLINE Vec look_up_s0(const S0Tables& t, Vec upper, Vec lower, Upper upper_of) {
  const Vec u = xor2(look_up(t.upper, upper), look_up(t.lower, lower));
  return xor2(look_up(t.last_upper, upper_of(u)), look_up(t.last_lower, low_nibble(u)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
