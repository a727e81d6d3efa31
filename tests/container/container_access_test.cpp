// After reencrypt, the permissions of a container must not give any user more access than before.
//
// The suite turned red when owner and group were not kept, when a failed change of the group counted as
// done, when an access control list was dropped or inherited from the directory, and when its mask
// remained as the permissions of the group.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

#include <filesystem>

#include "container/container_support.hpp"
#include "container/rekey.hpp"

// Replace functions of the C library, and fail when a test asks for it.
namespace {
bool setting_fails;
bool another_user = false, outside_the_group = false;
}  // namespace
extern "C" uid_t geteuid() noexcept {
  return another_user ? 1234 : static_cast<uid_t>(syscall(SYS_geteuid));
}
extern "C" int fchown(int fd, uid_t owner, gid_t group) noexcept {
  const bool changes_owner = owner != static_cast<uid_t>(-1);
  if (!another_user || (!changes_owner && !outside_the_group))
    return static_cast<int>(syscall(SYS_fchown, fd, owner, group));
  errno = EPERM;
  return -1;
}
extern "C" int fsetxattr(int fd, const char* name, const void* data, std::size_t bytes, int flags) {
  if (!setting_fails) return static_cast<int>(syscall(SYS_fsetxattr, fd, name, data, bytes, flags));
  errno = EPERM;
  return -1;
}

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

class AccessTest : public ::testing::Test, protected TestFolder {
 protected:
  AccessTest() {
    const auto bytes = seal(pattern(77), small_segments("kalyna-128-128"), test_key());
    put("c", std::string(bytes.begin(), bytes.end()));
  }
  std::string container() const { return path("c"); }
};

TEST_F(AccessTest, ReencryptKeepsOwnerAndGroup) {
  if (chown(container().c_str(), 12345, 23456) != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(chmod(container().c_str(), 04640), 0);
  reencrypt(container(), test_key(), {});
  struct stat status;
  ASSERT_EQ(stat(container().c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12345u);
  EXPECT_EQ(status.st_gid, 23456u);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

// A user who may not give the file away keeps its group if possible. Otherwise the new group has no more
// access than all others, and all others no more than the old group.
TEST_F(AccessTest, ReencryptByAnotherUserGivesNobodyMore) {
  struct {
    bool outside;
    mode_t before, after;
  } const lines[] = {{false, 0640, 0640}, {false, 0664, 0664}, {true, 0640, 0600},
                     {true, 0664, 0604},  {true, 0604, 0600},  {true, 0666, 0606}};
  for (const auto& [outside, before, after] : lines) {
    ASSERT_EQ(chmod(container().c_str(), before), 0);
    another_user = true, outside_the_group = outside;
    reencrypt(container(), test_key(), {});
    another_user = outside_the_group = false;
    EXPECT_EQ(fs::status(container()).permissions(), fs::perms(after)) << before;
  }
}

// An access control list as the system stores it: tag, permissions, id.
using AclEntry = std::array<std::uint32_t, 3>;
Bytes acl(const std::vector<AclEntry>& entries) {
  Bytes bytes = {2, 0, 0, 0};
  for (const auto& [tag, permissions, id] : entries)
    for (const auto b : {tag, 0u, permissions, 0u, id, id >> 8, id >> 16, id >> 24})
      bytes.push_back(static_cast<std::uint8_t>(b));
  return bytes;
}
constexpr std::uint32_t kNobody = 0xffffffff;
// user::rw- user:1234:rw- group::--- mask::rw- other::r--
const Bytes kAclOfFile =
    acl({{1, 6, kNobody}, {2, 6, 1234}, {4, 0, kNobody}, {16, 6, kNobody}, {32, 4, kNobody}});
constexpr char kAcl[] = "system.posix_acl_access", kDefaultAcl[] = "system.posix_acl_default";

Bytes acl_of(const std::string& path) {
  Bytes bytes(1000);
  const auto got = getxattr(path.c_str(), kAcl, bytes.data(), bytes.size());
  bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return bytes;
}

TEST_F(AccessTest, ReencryptKeepsTheAccessControlList) {
  if (setxattr(container().c_str(), kAcl, kAclOfFile.data(), kAclOfFile.size(), 0) != 0)
    GTEST_SKIP() << "no access control lists here";
  reencrypt(container(), test_key(), {});
  EXPECT_EQ(acl_of(container()), kAclOfFile);
  EXPECT_EQ(fs::status(container()).permissions(), fs::perms(0664));
  setting_fails = true;
  reencrypt(container(), test_key(), {});
  setting_fails = false;
  EXPECT_EQ(acl_of(container()), Bytes());
  EXPECT_EQ(fs::status(container()).permissions(), fs::perms(0600));
}

TEST_F(AccessTest, ReencryptTakesNoAccessControlListFromTheDirectory) {
  fs::permissions(container(), fs::perms(0640));
  if (setxattr(directory_.c_str(), kDefaultAcl, kAclOfFile.data(), kAclOfFile.size(), 0) != 0)
    GTEST_SKIP() << "no access control lists here";
  reencrypt(container(), test_key(), {});
  EXPECT_EQ(acl_of(container()), Bytes());
  EXPECT_EQ(fs::status(container()).permissions(), fs::perms(0640));
}

}  // namespace
}  // namespace hedgerow::container
