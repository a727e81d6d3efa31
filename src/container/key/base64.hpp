// Strict base64, for keys and armor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hedgerow::container {

// Decodes `text` with libsodium and returns the number of bytes. The time depends only on the
// length. `variant` is one of sodium_base64_VARIANT_. Returns nullopt if the text has other
// characters, a wrong padding, or more bytes than `out`.
std::optional<std::size_t> decode_base64(std::string_view text, int variant,
                                         std::span<std::uint8_t> out);

}  // namespace hedgerow::container
