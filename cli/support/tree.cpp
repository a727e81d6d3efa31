// Walks a tree by directory descriptors, where names are bytes and are not converted.
#include "support/tree.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "support/directory.hpp"
#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using Kind = TreeEntry::Kind;
using Directory = std::shared_ptr<const Descriptor>;
using Visit = std::function<bool(const TreeEntry&)>;

constexpr std::int64_t kBlockUnit = 512;  // of st_blocks

const char* name_of(mode_t mode) {
  if (S_ISBLK(mode) || S_ISCHR(mode)) return "a device";
  if (S_ISFIFO(mode)) return "a FIFO";
  return S_ISSOCK(mode) ? "a socket" : "neither a file nor a directory";
}

void walk(const Directory& directory, const std::string& path,
          const std::vector<std::string>& names, const Visit& visit);

void enter(const Directory& parent, const std::string& name, const std::string& path,
           const Visit& visit) {
  const auto directory = std::make_shared<const Descriptor>(open_directory(parent->get(), name));
  std::vector<std::string> names;
  try {
    if (!directory->valid()) throw_errno("cannot be read", errno);
    names = names_in(directory->get());
  } catch (const Error& e) {
    visit({Kind::kFailed, path, parent, e.what()});
    return;
  }
  if (!visit({Kind::kDirectory, path, directory})) return;
  walk(directory, path, names, visit);
  visit({Kind::kDirectoryEnd, path, directory});
}

void walk(const Directory& directory, const std::string& path,
          const std::vector<std::string>& names, const Visit& visit) {
  for (const auto& name : names) {
    const auto own = path.empty() ? name : path + "/" + name;
    struct stat status;
    if (fstatat(directory->get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      visit({Kind::kFailed, own, directory, std::string("cannot be examined: ") + strerror(errno)});
    else if (S_ISREG(status.st_mode))
      visit({Kind::kFile, own, directory, "", static_cast<std::uint64_t>(status.st_size),
             status.st_blocks < status.st_size / kBlockUnit});
    else if (S_ISLNK(status.st_mode))
      visit({Kind::kLink, own, directory, "a symbolic link, which is not followed"});
    else if (S_ISDIR(status.st_mode))
      enter(directory, name, own, visit);
    else
      visit({Kind::kSpecial, own, directory, name_of(status.st_mode)});
  }
}

}  // namespace

void walk_tree(int root, const Visit& visit) {
  const auto own = std::make_shared<const Descriptor>(fcntl(root, F_DUPFD_CLOEXEC, 0));
  if (!own->valid()) throw_errno("the directory could not be opened", errno);
  walk(own, "", names_in(own->get()), visit);
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
