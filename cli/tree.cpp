// Directories by std::filesystem, which leaves names as the bytes that they are.
#include "tree.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "container/error.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using Kind = TreeEntry::Kind;
using Visit = std::function<bool(const TreeEntry&)>;

// The names in a directory, sorted.
std::vector<std::string> names_in(const fs::path& directory, std::error_code& error) {
  std::vector<std::string> names;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error))
    names.push_back(at->path().filename().native());
  std::ranges::sort(names);
  return names;
}

const char* name_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::symlink:
      return "a symbolic link, which is not followed";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    case fs::file_type::fifo:
      return "a FIFO";
    case fs::file_type::socket:
      return "a socket";
    default:
      return "neither a file nor a directory";
  }
}

void walk(const fs::path& root, const std::string& path, const std::vector<std::string>& names,
          const Visit& visit) {
  for (const auto& name : names) {
    const auto own = path.empty() ? name : path + "/" + name;
    std::error_code error;
    const auto type = fs::symlink_status(root / own, error).type();
    if (type == fs::file_type::none || type == fs::file_type::not_found) {
      visit({Kind::kFailed, own, "cannot be examined: " + error.message()});
    } else if (type == fs::file_type::regular) {
      visit({Kind::kFile, own});
    } else if (type != fs::file_type::directory) {
      visit({Kind::kSkipped, own, name_of(type)});
    } else {
      const auto inner = names_in(root / own, error);
      if (error) visit({Kind::kFailed, own, "cannot be read: " + error.message()});
      if (error || !visit({Kind::kDirectory, own})) continue;
      walk(root, own, inner, visit);
      visit({Kind::kDirectoryEnd, own});
    }
  }
}

}  // namespace

void walk_tree(const std::string& root, const Visit& visit) {
  std::error_code error;
  const auto names = names_in(root, error);
  if (error) container::throw_errno("directory " + root + " cannot be read", error.value());
  walk(root, "", names, visit);
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
