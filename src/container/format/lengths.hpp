// Lengths: the number of segments and the length of the plaintext in a container of a given length.
#pragma once

#include "container/format/header.hpp"

namespace hedgerow::container {

struct Lengths {
  std::uint64_t segments;
  std::uint64_t plaintext_bytes;
};

// Returns the layout of a container of `container_bytes` bytes, including the header. Throws
// kTruncated if no container has this length.
Lengths lengths_of(const Header& header, std::uint64_t container_bytes);

}  // namespace hedgerow::container
