// Walks a tree by directory descriptors, where names are bytes and are not converted.
#include "support/tree.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "support/directory.hpp"
#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using Kind = TreeEntry::Kind;
using Visit = std::function<bool(const TreeEntry&)>;

constexpr std::int64_t kBlockUnit = 512;  // of st_blocks

const char* name_of(mode_t mode) {
  if (S_ISBLK(mode) || S_ISCHR(mode)) return "a device";
  if (S_ISFIFO(mode)) return "a FIFO";
  return S_ISSOCK(mode) ? "a socket" : "neither a file nor a directory";
}

void enter(Descent& walk, const Visit& visit) {
  auto inner =
      std::make_shared<const Descriptor>(open_directory(walk.directory()->get(), walk.name()));
  std::vector<std::string> names;
  try {
    if (!inner->valid()) throw_errno("cannot be read", errno);
    names = names_in(inner->get());
  } catch (const Error& e) {
    visit({Kind::kFailed, walk.path(), walk.directory(), e.what()});
    return;
  }
  if (visit({Kind::kDirectory, walk.path(), inner})) walk.enter(std::move(inner), std::move(names));
}

void look_at(Descent& walk, const Visit& visit) {
  const auto& directory = walk.directory();
  const auto& path = walk.path();
  struct stat status;
  if (fstatat(directory->get(), walk.name().c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
    visit({Kind::kFailed, path, directory, std::string("cannot be examined: ") + strerror(errno)});
  else if (S_ISREG(status.st_mode))
    visit({Kind::kFile, path, directory, "", static_cast<std::uint64_t>(status.st_size),
           status.st_blocks < status.st_size / kBlockUnit});
  else if (S_ISLNK(status.st_mode))
    visit({Kind::kLink, path, directory, "a symbolic link, which is not followed"});
  else if (S_ISDIR(status.st_mode))
    enter(walk, visit);
  else
    visit({Kind::kSpecial, path, directory, name_of(status.st_mode)});
}

}  // namespace

void walk_tree(int root, const Visit& visit) {
  Descent walk(root);
  for (;;) {
    if (walk.next())
      look_at(walk, visit);
    else if (const auto left = walk.leave())
      visit({Kind::kDirectoryEnd, walk.path(), left});
    else
      return;
  }
}

bool lies_within(const std::string& inner, const std::string& outer) {
  std::error_code error;
  const auto real_outer = fs::canonical(outer, error);
  if (error) return false;
  auto real_inner = fs::weakly_canonical(fs::absolute(inner), error);
  if (error) return false;
  for (; real_inner != real_outer; real_inner = real_inner.parent_path())
    if (!real_inner.has_relative_path()) return false;
  return true;
}

}  // namespace hedgerow::cli
