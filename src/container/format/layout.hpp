// Sizes: how many segments a container of a given length has, and how much plaintext.
#pragma once

#include "container/format/header.hpp"

namespace hedgerow::container {

struct Layout {
  std::uint64_t segments;
  std::uint64_t plaintext_bytes;
};

// Of a container of `container_bytes`, header included. Throws kTruncated for a length that no
// container has.
Layout layout_of(const Header& header, std::uint64_t container_bytes);

}  // namespace hedgerow::container
