// Table256 and lookup256 for instruction sets whose byte shuffle reads 16 entries and that choose bytes by a sign in
// one operation: 16 shuffles and 19 others per 256-entry table.
//
// A shuffle yields 0 where bit 7 of the index is set. The table is cut into eight parts of two rows; with a = x & 31
// the first row of a part is read at a, and the second, stored as the xor with the first, at a - 16, which is negative
// where the first row is wanted. Parts are chosen by bits 5, 6 and 7, each as a sign, lowest first. The compiler does
// not see where the table is, or gcc would copy all rows to the stack ahead of the rounds. A part of vec_avx2.hpp,
// which has blend_by_sign and table_row.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

struct alignas(64) Table256 {
  std::uint8_t row[16][16];
};

consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int k = 0; k < 16; k++)
    for (int j = 0; j < 16; j++)
      r.row[k][j] = (std::uint8_t)(box[16 * k + j] ^ (k % 2 ? box[16 * (k - 1) + j] : 0));
  return r;
}

// x[i] = table[x[i]] for N vectors, which share the loads of the table.
template <int N>
HR_INLINE void lookup256(const Table256& table, Vec* x) {
  Vec index[N][2], sign[N][2], part[3][N];
  const Table256* here = &table;
  __asm__ volatile("" : "+r"(here));
  unroll<N>([&](auto n) HR_LAMBDA {
    index[n][0] = and2(x[n], splat8(31));
    index[n][1] = sub8(index[n][0], splat8(16));
    sign[n][1] = add8(x[n], x[n]);
    sign[n][0] = add8(sign[n][1], sign[n][1]);
  });
  // Part k stands in part[0], or waits in part[1] or part[2] for those that its neighbours become.
  unroll<8>([&](auto k) HR_LAMBDA {
    const Vec first = table_row(here->row[2 * k]), second = table_row(here->row[2 * k + 1]);
    unroll<N>([&](auto n) HR_LAMBDA {
      Vec v = xor2(shuffle(first, index[n][0]), shuffle(second, index[n][1]));
      if constexpr (k % 2 == 1) v = blend_by_sign(part[0][n], v, sign[n][0]);
      if constexpr (k % 4 == 3) v = blend_by_sign(part[1][n], v, sign[n][1]);
      if constexpr (k == 7) v = blend_by_sign(part[2][n], v, x[n]);
      part[k % 2 == 0 ? 0 : k % 4 == 1 ? 1 : 2][n] = v;
    });
  });
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = part[2][n]; });
}

}  // namespace hedgerow::HR_ISA
