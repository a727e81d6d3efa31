// The portable key schedule, which is constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::sparx {

// Expands a user key to the words that kVariant[kIndex] xors in each step, branch and round, in
// that order, followed by the words after the last step. The bytes of words are in the order of the
// variant.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::sparx
