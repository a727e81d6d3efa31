// The portable key schedule, constant in time on any CPU: for kernels that have no faster one of
// their own.
#pragma once

#include "cipher/kalyna/spec.hpp"

namespace hedgerow::kalyna {

// User key -> canonical round keys, of the variant with this index in cipher.def's order.
void portable_schedule(int variant, const std::uint8_t* user_key,
                       std::uint8_t* round_keys) noexcept;

consteval int variant_index(const Variant& v) {
  int i = 0;
  while (kVariant[i].columns != v.columns || kVariant[i].key_columns != v.key_columns) i++;
  return i;
}

}  // namespace hedgerow::kalyna
