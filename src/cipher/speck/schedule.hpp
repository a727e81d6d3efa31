// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::speck {

// Expands a user key to the round keys k_0 ... k_T-1 of kVariant[kIndex], as little-endian words.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
// Expands a user key to the key words of a prepared ARX key (common/arx.hpp).
template <int kIndex>
void schedule_lanes_portable(const std::uint8_t* user_key, std::uint8_t* words) noexcept;

}  // namespace hedgerow::speck
