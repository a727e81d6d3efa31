// --preserve gives an output the modification time and the permissions of its input. A container does not store them,
// so decrypt takes them from the container's own file.
#pragma once

namespace hedgerow::cli {

// Copies the access and modification times and the permissions from one open file or directory to another, without
// set-id and sticky bits. Call it after the last write, because a write changes the time. Throws Error (IO).
void copy_time_and_mode(int from, int to);

}  // namespace hedgerow::cli
