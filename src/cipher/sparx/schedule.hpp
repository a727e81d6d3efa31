// The portable key schedule, constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::sparx {

// User key -> the words xored in each step, branch and round of kVariant[kIndex], in that order,
// and those after the last step; bytes of words as in the variant.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::sparx
