// --preserve: the time of the last change and the permissions of an input, given to its output. The
// container stores neither.
#pragma once

namespace hedgerow::cli {

// From one open file or directory to another; call it when all is written. The set-id and sticky bits
// stay behind. Throws Error (IO).
void copy_time_and_mode(int from, int to);

}  // namespace hedgerow::cli
