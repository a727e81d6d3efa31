// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::aria {

// Expands a user key to ek1, ek2, ... of kVariant[kIndex] [RFC 5794 section 2.2].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::aria
