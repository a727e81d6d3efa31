// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::clefia {

// Expands a user key to WK_0..WK_3, RK_0, RK_1, ... of kVariant[kIndex] [RFC 6114 section 6].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::clefia
