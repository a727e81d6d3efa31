// Checks options that say how many bytes of each block are used for data: 1 up to the whole block.
#pragma once

#include "mode/mode.hpp"

namespace hedgerow {

constexpr bool is_part_of_block(const Variant& v, std::uint32_t bytes) noexcept {
  return bytes >= 1 && bytes <= v.block_bytes;
}

inline ParameterStatus check_feedback(const Variant& v, const Parameters& p) noexcept {
  return is_part_of_block(v, p.feedback_bytes) ? ParameterStatus::kOk : ParameterStatus::kFeedback;
}

inline ParameterStatus check_gamma(const Variant& v, const Parameters& p) noexcept {
  return is_part_of_block(v, p.gamma_bytes) ? ParameterStatus::kOk : ParameterStatus::kGamma;
}

}  // namespace hedgerow
