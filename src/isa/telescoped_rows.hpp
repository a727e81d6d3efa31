// The rows of a 256-entry table as telescoping sums. table_telescoped.hpp reads and explains them.
#pragma once

#include <cstdint>

namespace hedgerow {

struct alignas(64) TelescopedRows {
  std::uint8_t row[16][16];
};

consteval TelescopedRows make_telescoped_rows(const std::uint8_t (&box)[256]) {
  TelescopedRows r{};
  for (int k = 0; k < 16; k++)
    for (int j = 0; j < 16; j++) {
      const int quadrant = k / 4;
      for (int q = 0; q < 4; q++)
        if ((q & quadrant) == q) {
          const int row = 4 * q + k % 4;
          r.row[k][j] ^= (std::uint8_t)(box[16 * row + j] ^ (k % 4 ? box[16 * (row - 1) + j] : 0));
        }
    }
  return r;
}

}  // namespace hedgerow
