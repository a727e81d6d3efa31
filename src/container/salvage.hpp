// What is left of a damaged container: every segment is tried, whatever the others are.
//
// A container that is cut, or has bytes behind its last segment, is read as far as it goes. Header and
// slot area must be whole in one copy each.
#pragma once

#include <vector>

#include "container/container.hpp"

namespace hedgerow::container {

// Segments, one behind the other, that are not authentic, and their place in the plaintext.
struct Gap {
  std::uint64_t first_segment = 0;
  std::uint64_t segments = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

struct Salvage {
  // `plaintext_bytes` with the gaps. Unless the end is authentic, there may have been more.
  Verification found;
  std::vector<Gap> gaps;          // in order
  bool end_authentic = false;     // else the last segment is damaged or was cut off
  std::uint64_t extra_bytes = 0;  // behind the last segment, which are none of the container

  bool is_whole() const { return gaps.empty() && end_authentic && extra_bytes == 0; }
  std::uint64_t missing_bytes() const;
  // kTampered, kTruncated or kTrailingData, with a sentence that sums it up. Only unless is_whole.
  Error failure() const;
};

// Tries every segment, from the position of `in` to its end, with several threads. `out`: an empty
// regular file, into which the plaintext of authentic segments is written at its place, and which
// has zeros (holes) for all else; -1: nothing is written. Returns also when nothing was authentic.
// Throws as decrypt does for all but damaged segments. `options.order` is not used.
Salvage salvage(int in, int out, Credentials credentials, const DecryptOptions& options);

}  // namespace hedgerow::container
