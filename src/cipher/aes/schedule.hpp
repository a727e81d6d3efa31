// The portable key schedule, constant in time on any CPU.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::aes {

// User key -> the round keys in order [FIPS 197 section 5.2].
void schedule_128(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
void schedule_192(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
void schedule_256(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

// By the index of cipher.def's lines.
using Schedule = void (*)(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
constexpr Schedule kSchedulePortable[3] = {schedule_128, schedule_192, schedule_256};

}  // namespace hedgerow::aes
