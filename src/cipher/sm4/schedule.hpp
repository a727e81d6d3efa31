// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::sm4 {

// Expands a user key to rk_0, rk_1, ... [GB/T 32907-2016 section 7.3].
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::sm4
