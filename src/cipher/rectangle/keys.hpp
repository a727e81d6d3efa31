// The prepared key of the bitslice kernels.
#pragma once

#include "cipher/rectangle/sbox.hpp"
#include "cipher/rectangle/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;
// Decryption adds a key after the rows have rotated back. Therefore all backward keys are stored
// rotated, except the last.
struct alignas(64) Key {
  // each row is stored twice
  std::uint32_t forward[kRoundKeys][kRows], backward[kRoundKeys][kRows];
};

HR_INLINE std::uint32_t key_row(const std::uint8_t* round_keys, int i, int row, bool flipped,
                                int turn) {
  const std::uint32_t r =
      rotate_left16(load_be16(round_keys + kBlockBytes * i + 2 * row), turn % 16);
  return (flipped ? r ^ 0xffff : r) * 0x10001;
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  for (int i = 0; i < kRoundKeys; i++)
    for (int row = 0; row < kRows; row++) {
      k.forward[i][row] = key_row(round_keys, i, row, i > 0 && kFlipped[row], 0);
      k.backward[i][row] = key_row(round_keys, kRounds - i, row, i > 0 && kInverseFlipped[row],
                                   i < kRounds ? 16 - kTurn[row] : 0);
    }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
