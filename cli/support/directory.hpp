// Directories by descriptor. Who walks a tree so, and gives names to openat, mkdirat and the like, stays
// in that tree whatever is renamed or replaced meanwhile: no path is followed twice, and no symbolic
// link at all.
#pragma once

#include <string>
#include <vector>

#include "support/descriptor.hpp"

namespace hedgerow::cli {

// A walk holds a descriptor for each level: gives the process as many as the system allows.
void lift_descriptor_limit();

// Directory `name` in `parent`, for reading. Not valid when it cannot be opened or is no directory, a
// symbolic link for example; errno says why.
Descriptor open_directory(int parent, const std::string& name);

// The names in a directory, sorted by their bytes. Throws Error (IO).
std::vector<std::string> names_in(int directory);

}  // namespace hedgerow::cli
