// Table256 and lookup256 for instruction sets with a byte shuffle of 16 entries. A look-up in 256
// entries takes 16 shuffles.
//
// The table is cut into four quadrants of 64 entries, with four rows each. A shuffle yields 0 if
// bit 7 of the index is set. Therefore the indices a, a-16, a-32, a-48 (a = x & 63) read the rows 0
// up to a >> 4 and yield 0 for the others. Each row is stored as the xor with the row before it, so
// the xor of all reads telescopes to the wanted entry. For example, with a = 20, rows 0 and 1 are
// read at index 4:
//
//   row 0 [4]  ^  (row 1 ^ row 0) [4]  ^  0  ^  0  =  row 1 [4]
//
// Quadrants are stored as sums as well. With Q_k the entry in quadrant k and m6, m7 the masks of
// bits 6 and 7,
//
//   S(x) = Q_0 + m6 (Q_0 + Q_1) + m7 (Q_0 + Q_2 + m6 (Q_0 + Q_1 + Q_2 + Q_3))
//
// This takes three ands instead of blends, because a blend by sign is three micro-operations on
// Intel. The asm hides the address of the table from the compiler, because gcc would otherwise copy
// all rows to the stack before the rounds. This is a part of vec_sse.hpp and vec_avx2.hpp.
#pragma once

#include "isa/telescoped_rows.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

using Table256 = TelescopedRows;
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  return make_telescoped_rows(box);
}

#ifdef HR_VEC_GFNI
HR_INLINE Vec spread_bit6(Vec a) { return affine(a, 0x4040404040404040); }
#else
HR_INLINE Vec spread_bit6(Vec a) { return negative8(add8(a, a)); }
#endif

// Computes x[i] = table[x[i]] for N vectors, which share the loads of the table.
template <int N>
HR_INLINE void lookup256(const Table256& table, Vec* x) {
  Vec index[N][4], q[4][N];
  const Table256* here = &table;
  __asm__ volatile("" : "+r"(here));
  unroll<N>([&](auto n) HR_LAMBDA {
    index[n][0] = and2(x[n], splat8(0x3f));
    unroll<3>([&](auto i) HR_LAMBDA {
      index[n][i + 1] = sub8(index[n][0], splat8((std::uint8_t)(16 * (i + 1))));
    });
  });
  unroll<4>([&](auto k) HR_LAMBDA {
    unroll<4>([&](auto i) HR_LAMBDA {
      const Vec row = load_splat128(here->row[4 * k + i]);
      unroll<N>([&](auto n) HR_LAMBDA {
        const Vec v = shuffle(row, index[n][i]);
        q[k][n] = i == 0 ? v : xor2(q[k][n], v);
      });
    });
    if constexpr (k % 2 == 1)
      unroll<N>([&](auto n) HR_LAMBDA {
        q[k - 1][n] = xor2(q[k - 1][n], and2(q[k][n], spread_bit6(x[n])));
      });
  });
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = xor2(q[0][n], and2(q[2][n], negative8(x[n]))); });
}

}  // namespace hedgerow::HR_ISA
