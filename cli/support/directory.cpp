// Uses openat and readdir.
#include "support/directory.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

struct Close {
  void operator()(DIR* directory) const { closedir(directory); }
};

}  // namespace

void lift_descriptor_limit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? "." : path.substr(0, slash + 1);
}

void require_place_for_directory(const std::string& path) {
  struct stat status;
  const auto whole = without_slashes(path);
  const auto name = whole.substr(whole.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..")
    throw Error(HEDGEROW_CONTAINER_ARGUMENT, "'" + path + "' does not name a new directory");
  if (lstat(whole.c_str(), &status) != 0 && errno != ENOENT)
    throw_errno(path + " could not be made", errno);
  const auto parent = directory_of(whole);
  if (faccessat(AT_FDCWD, parent.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    throw_errno("no directory can be made in " + parent, errno);
}

Descriptor open_directory(int parent, const std::string& name) {
  return Descriptor(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

Descriptor open_found_file(int parent, const std::string& name) {
  Descriptor file(openat(parent, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!file.valid() || fstat(file.get(), &status) != 0) throw_errno("could not be opened", errno);
  if (!S_ISREG(status.st_mode))
    throw Error(HEDGEROW_CONTAINER_IO, "could not be opened: something else took the file's place");
  return file;
}

std::vector<std::string> names_in(int directory) {
  const int copy = fcntl(directory, F_DUPFD_CLOEXEC, 0);
  const std::unique_ptr<DIR, Close> stream(copy < 0 ? nullptr : fdopendir(copy));
  if (!stream) throw_errno("cannot be read", errno);
  rewinddir(stream.get());
  std::vector<std::string> names;
  while (const dirent* entry = (errno = 0, readdir(stream.get())))
    if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
  if (errno != 0) throw_errno("cannot be read", errno);
  std::ranges::sort(names);
  return names;
}

Descent::Descent(int root) {
  auto own = std::make_shared<const Descriptor>(fcntl(root, F_DUPFD_CLOEXEC, 0));
  if (!own->valid()) throw_errno("the directory could not be opened", errno);
  auto names = names_in(own->get());
  enter(std::move(own), std::move(names));
}

bool Descent::next() {
  auto& level = levels_.back();
  path_.resize(level.path_bytes);
  if (level.next == level.names.size()) return false;
  if (!path_.empty()) path_ += '/';
  path_ += level.names[level.next++];
  return true;
}

void Descent::enter(Directory inner, std::vector<std::string> names) {
  levels_.push_back({std::move(inner), std::move(names), path_.size()});
}

Descent::Directory Descent::leave() {
  path_.resize(levels_.back().path_bytes);
  auto left = std::move(levels_.back().directory);
  levels_.pop_back();
  return levels_.empty() ? nullptr : left;
}

}  // namespace hedgerow::cli
