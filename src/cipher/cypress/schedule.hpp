// The portable key schedule, constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::cypress {

// User key -> round keys of four words of kVariant[kIndex], bytes as in the block.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::cypress
