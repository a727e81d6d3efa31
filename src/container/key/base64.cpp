// Decodes base64 with libsodium.
#include "container/key/base64.hpp"

#include <sodium.h>

namespace hedgerow::container {

std::optional<std::size_t> decode_base64(std::string_view text, int variant,
                                         std::span<std::uint8_t> out) {
  // libsodium 1.0.18 takes some bytes from 0x80 on for characters of base64.
  unsigned all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  std::size_t decoded = 0;
  const char* end = nullptr;
  if (all >= 0x80 ||
      sodium_base642bin(out.data(), out.size(), text.data(), text.size(), nullptr, &decoded, &end,
                        variant) != 0 ||
      end != text.data() + text.size())
    return {};
  return decoded;
}

}  // namespace hedgerow::container
