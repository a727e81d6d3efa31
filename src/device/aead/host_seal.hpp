// Sealing and opening of one message in host memory. Pieces go through one or several devices, and
// through the CPU if the caller allowed it.
#pragma once

#include <span>

#include "device/aead/device_aead.hpp"

namespace hedgerow::device {

// The handles have the same cipher, mode and key. On failure `out` is unchanged if it is `in`, else
// zeroed; the tag is zeroed.
void seal(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, std::uint8_t* tag, std::size_t tag_bytes);
// Checks the tag before it decrypts, or throws kNotAuthentic and leaves `out` untouched.
void open(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, const std::uint8_t* tag, std::size_t tag_bytes);

}  // namespace hedgerow::device
