// The access rights of a file that replaces another one.
#pragma once

#include "container/io/locked_file.hpp"

namespace hedgerow::container {

// Gives the new file the owner, group, permissions and access control list of the replaced file.
// Root keeps owner and group, or the call fails, and other users keep the group if this is allowed.
// If it is not, the new group gets no access, and everybody else gets no more than the old group
// had, because its members are now part of everybody. If the list cannot be kept, or if the group
// changes, only the owner gets access, because a list can deny rights that the permissions seem to
// grant (the group bits are its mask). Throws kIo.
void keep_access(int fd, const LockedFile& old);

}  // namespace hedgerow::container
