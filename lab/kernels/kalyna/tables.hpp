// S-box and MixColumns in eight tables of 256 words, 16 KiB for each direction. Decryption uses the tables of M^-1
// after S^-1.
#pragma once

#include "cipher/kalyna/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

struct Tables {
  std::uint64_t t[8][256];
};
// t[r][x] is the column that box(x) in row r contributes.
consteval Tables make_tables(const Boxes& boxes, const Row& row) {
  Tables tables{};
  for (int r = 0; r < 8; r++)
    for (int x = 0; x < 256; x++)
      for (int to = 0; to < 8; to++)
        tables.t[r][x] |=
            (std::uint64_t)kalyna::gf_mul(boxes.box[r % 4].t[x], row.c[(r - to + 8) % 8])
            << (8 * to);
  return tables;
}
alignas(64) constexpr Tables kForward = make_tables(kBoxes, kMixRow);
alignas(64) constexpr Tables kBackward = make_tables(kInverseBoxes, kInverseRow);

}  // namespace
}  // namespace hedgerow::HR_ISA
