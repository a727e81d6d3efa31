// Text in UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace hedgerow::container {

// Returns the longest beginning of `text` that has at most `most` bytes and does not cut a character.
inline std::string_view fitting(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) most--;
  return text.substr(0, most);
}

}  // namespace hedgerow::container
