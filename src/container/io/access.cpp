// Sets the owner, the access control list (an extended attribute) and the permissions.
#include "container/io/access.hpp"

#include <errno.h>
#include <linux/limits.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

constexpr char kAcl[] = "system.posix_acl_access";

// Returns the access control list in the system's format, which is empty if the file has no list.
std::vector<std::uint8_t> acl_of(const LockedFile& file) {
  std::vector<std::uint8_t> acl(XATTR_SIZE_MAX);
  const auto bytes = fgetxattr(file.fd(), kAcl, acl.data(), acl.size());
  if (bytes < 0 && errno != ENODATA && errno != ENOTSUP)
    throw_errno(file.path() + ": its access control list could not be read", errno);
  acl.resize(static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return acl;
}

// Gives the new file the old one's list, or removes the list if the old file has none, because a
// directory can give new files a list. Returns true if it succeeded.
bool keep_acl(int fd, std::span<const std::uint8_t> acl) {
  if (!acl.empty()) return fsetxattr(fd, kAcl, acl.data(), acl.size(), 0) == 0;
  return fremovexattr(fd, kAcl) == 0 || errno == ENODATA || errno == ENOTSUP;
}

}  // namespace

void keep_access(int fd, const LockedFile& old) {
  auto mode = old.status().st_mode & 0777;
  const auto acl = acl_of(old);
  bool same_group = true;
  if (fchown(fd, old.status().st_uid, old.status().st_gid) != 0) {
    if (geteuid() == 0) throw_errno(old.path() + " could not keep its owner and group", errno);
    same_group = fchown(fd, static_cast<uid_t>(-1), old.status().st_gid) == 0;
    if (!same_group) mode &= 0700 | (mode >> 3 & 07);
  }
  const bool drops_list = !acl.empty() && !same_group;
  const bool kept = keep_acl(fd, drops_list ? std::span<const std::uint8_t>() : acl);
  if (drops_list || !kept) mode &= 0700;
  if (fchmod(fd, mode) != 0) throw_errno(old.path() + " could not keep its permissions", errno);
}

}  // namespace hedgerow::container
