// Table256 and lookup256 for instruction sets with a byte shuffle of 16 entries and a blend by sign
// in one operation. A look-up in 256 entries takes 16 shuffles and 19 other operations.
//
// The table is cut into eight parts of two rows. With a = x & 31, the first row of a part is read
// at a, and the second row at a - 16. The second row is stored as the xor with the first. A shuffle
// yields 0 if bit 7 of the index is set:
//
//   a            first row at a   second row at a - 16    xor
//   0 .. 15      first[a]         0 (a - 16 < 0)          first[a]
//   16 .. 31     first[a - 16]    second ^ first          second[a - 16]
//
// Bits 5, 6 and 7 of x, each moved to the sign, then select the part, lowest bit first. The asm
// hides the address of the table from the compiler, because gcc would otherwise copy all rows to
// the stack before the rounds. This is a part of vec_avx2.hpp, which has blend_by_sign.
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

// Computes x[i] = table[x[i]] for N vectors, which share the loads of the table.
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
  // Part k goes to part[0]. The result of blending two parts waits in part[1], and that of blending
  // four in part[2], until its neighbour is ready.
  unroll<8>([&](auto k) HR_LAMBDA {
    const Vec first = load_splat128(here->row[2 * k]), second = load_splat128(here->row[2 * k + 1]);
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
