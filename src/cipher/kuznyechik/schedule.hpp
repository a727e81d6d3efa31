// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::kuznyechik {

// Expands a user key of 32 bytes to the ten round keys K_1..K_10, 160 bytes [RFC 7801 section 4.4].
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::kuznyechik
