// A container, opened at the position of a descriptor: what decrypt, verify and salvage begin with.
#pragma once

#include <memory>

#include "container/container.hpp"
#include "container/io/source.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {

struct Input {
  Input(int in, Credentials credentials, const DecryptOptions& options);

  // Of `plaintext_bytes` that were found to be authentic.
  Verification verification(std::uint64_t plaintext_bytes) const;

  Preamble preamble;
  Unlocked unlocked;
  SegmentCipher cipher;
  std::unique_ptr<Source> source;  // of the body
};

}  // namespace hedgerow::container
