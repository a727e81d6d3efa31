// What an archive made of a directory.
#pragma once

#include <string>

namespace hedgerow::cli {

// Refuses what no archive of files needs and what could harm whoever extracts it: throws
// container::Error (kArgument) for a device, a FIFO or a socket in `root`, and takes set-id bits
// away. Links are not followed. Throws kIo for what cannot be examined.
void check_extracted(const std::string& root);

// Removes `root` and all in it, also from directories that their owner may not change.
void remove_extracted(const std::string& root) noexcept;

}  // namespace hedgerow::cli
