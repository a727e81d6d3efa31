// Who may do what with a file that takes the place of another.
#pragma once

#include "container/io/locked_file.hpp"

namespace hedgerow::container {

// Owner, group, permissions and access control list of the file that is replaced. Root keeps owner
// and group or fails. Anybody else keeps the group where that is allowed; where not, the new group
// gets nothing, and everybody, to whom the old group's members then belong, no more than that group
// had. Where the list cannot be kept, or the group is another, the owner alone gets anything,
// because a list can deny what the permissions seem to grant: their bits for the group are its mask.
// Throws kIo.
void keep_access(int fd, const LockedFile& old);

}  // namespace hedgerow::container
