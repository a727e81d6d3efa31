// Checks and removes the content of a directory into which tar extracted an archive.
#pragma once

#include <sys/types.h>

namespace hedgerow::cli {

// Makes extracted files harmless: throws Error (ARGUMENT) for a device, a FIFO or a socket beneath `directory`, and
// removes set-id bits. Links are not followed. Where syncfs is not enough, it also flushes each entry. Throws IO if an
// entry cannot be examined or flushed. Returns the permissions that the directory itself should get at the end. Until
// then its owner has all permissions.
mode_t check_extracted(int directory);

// Removes everything in `directory`, also from directories that their owner may not change.
void remove_content(int directory) noexcept;

}  // namespace hedgerow::cli
