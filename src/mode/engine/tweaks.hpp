// Tweaks of XTS: T_j = T_0 x^j in GF(2^128), GF(2^256) or GF(2^512), with little-endian elements [IEEE 1619; DSTU
// 7624]. RowOps::tweaks computes consecutive tweaks. The function below jumps to a distant one.
#pragma once

#include <string.h>

#include "base/secret.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

// tweak = first * x^n.
inline void seek_tweak(const FieldOps& field, const std::uint8_t* first, std::uint64_t n,
                       std::uint8_t* tweak) noexcept {
  const std::size_t block = field.block_bytes;
  std::uint8_t power[64] = {1}, square[64] = {2}, product[64];
  for (; n != 0; n >>= 1) {
    memset(product, 0, sizeof product);
    if (n & 1) {
      field.dot(false, product, power, square, 1);
      memcpy(power, product, block);
      memset(product, 0, sizeof product);
    }
    field.dot(false, product, square, square, 1);
    memcpy(square, product, block);
  }
  memset(product, 0, sizeof product);
  field.dot(false, product, first, power, 1);
  memcpy(tweak, product, block);
  wipe(product, sizeof product);
}

}  // namespace hedgerow
