// Recovers the authentic segments of a damaged container by trying every segment independently of
// the others.
//
// A container that is truncated or has bytes after its last segment is read as far as possible. One
// copy of the header and one copy of the slot area must be undamaged.
#pragma once

#include <vector>

#include "container/container.hpp"

namespace hedgerow::container {

// A gap is consecutive segments that are not authentic, with their place in the plaintext.
struct Gap {
  std::uint64_t first_segment = 0;
  std::uint64_t segments = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

struct Salvage {
  // `plaintext_bytes` includes the gaps. If the end is not authentic, the container may have been
  // longer.
  Verification found;
  std::vector<Gap> gaps;       // in order
  bool end_authentic = false;  // false if the last segment is damaged or was cut off
  // bytes after the last segment, which do not belong to the container
  std::uint64_t extra_bytes = 0;

  bool is_whole() const { return gaps.empty() && end_authentic && extra_bytes == 0; }
  std::uint64_t missing_bytes() const;
  // Returns kTampered, kTruncated or kTrailingData with a sentence that summarises the damage. Call
  // it only if is_whole() is false.
  Error failure() const;
};

// Tries every segment, from the position of `in` to its end, with several threads. `out` is an
// empty regular file, or -1 for no output. The plaintext of authentic segments is written at its
// place, and the rest has zeros (holes). The function also returns if no segment is authentic. It
// throws the errors of decrypt, except for damaged segments. `options.order` is not used.
Salvage salvage(int in, int out, Credentials credentials, const DecryptOptions& options);

}  // namespace hedgerow::container
