// What an archive made of a directory.
#pragma once

#include <sys/types.h>

namespace hedgerow::cli {

// Refuses what no archive of files needs and what could harm whoever extracts it: throws
// Error (ARGUMENT) for a device, a FIFO or a socket beneath `directory`, and takes set-id
// bits away. Links are not followed. Throws IO for what cannot be examined. Returns the permissions
// that the directory itself should have: its owner may do all in it until it gets them.
mode_t check_extracted(int directory);

// Removes all that is in `directory`, also from directories that their owner may not change.
void remove_content(int directory) noexcept;

}  // namespace hedgerow::cli
