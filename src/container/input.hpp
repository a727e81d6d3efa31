// A container that is opened at the position of a descriptor. decrypt, verify and salvage begin
// with it.
#pragma once

#include <memory>

#include "container/container.hpp"
#include "container/io/source.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {

struct Input {
  Input(int in, Credentials credentials, const DecryptOptions& options);

  // The result for `plaintext_bytes` bytes that were authentic.
  Verification verification(std::uint64_t plaintext_bytes) const;

  Preamble preamble;
  Unlocked unlocked;
  SegmentCipher cipher;
  std::unique_ptr<Source> source;  // of the body
};

}  // namespace hedgerow::container
