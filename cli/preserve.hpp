// --preserve: the time of the last change and the permissions of an input, given to its output. The
// container stores neither.
#pragma once

#include <string>

namespace hedgerow::cli {

// From one open file to another; call it when all is written. The set-id and sticky bits stay
// behind. Throws container::Error (kIo).
void copy_time_and_mode(int from, int to);

// The same for directories by name; neither may be a symbolic link.
void copy_directory_time_and_mode(const std::string& from, const std::string& to);

}  // namespace hedgerow::cli
