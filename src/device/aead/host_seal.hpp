// Sealing and opening of one message in host memory: pieces through one or several devices, and
// through the CPU where the caller allowed it.
#pragma once

#include <span>

#include "device/aead/device_aead.hpp"

namespace hedgerow::device {

// Handles of one cipher, mode and key. On failure `out` is as it was when it is `in`, else zeroed; the tag is zeroed.
void seal(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, std::uint8_t* tag, std::size_t tag_bytes);
// The tag is checked before anything is decrypted: throws kNotAuthentic, `out` is then untouched.
void open(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, const std::uint8_t* tag, std::size_t tag_bytes);

}  // namespace hedgerow::device
