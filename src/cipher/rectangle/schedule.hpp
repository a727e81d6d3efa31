// The key schedules, which are constant in time on any CPU.
#pragma once

#include "cipher/rectangle/spec.hpp"

namespace hedgerow::rectangle {

// Expands a user key (its byte order is in spec.hpp) to 26 round keys of 8 bytes [ePrint 2014/084
// section 2.3].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
template <>
void schedule_portable<rectangle_80>(const std::uint8_t* user_key,
                                     std::uint8_t* round_keys) noexcept;
template <>
void schedule_portable<rectangle_128>(const std::uint8_t* user_key,
                                      std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::rectangle
