// The portable key schedule, constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::speck {

// User key -> round keys k_0 ... k_T-1 of kVariant[kIndex], words little-endian.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
// The same to the key words of a prepared ARX key (common/arx.hpp).
template <int kIndex>
void schedule_lanes_portable(const std::uint8_t* user_key, std::uint8_t* words) noexcept;

}  // namespace hedgerow::speck
