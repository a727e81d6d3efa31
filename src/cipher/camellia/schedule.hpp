// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::camellia {

// Expands a user key to the subkeys of kVariant[kIndex] in the order of their use [RFC 3713 section 2.2].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::camellia
