// What an output's name stands for.
#include "target.hpp"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "container/error.hpp"
#include "startup.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using container::Error;
using container::Status;

constexpr int kMostLinks = 40;

bool is_in_proc(const fs::path& directory) {
  struct statfs status;
  return statfs(directory.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

bool is_own_descriptor_table(const fs::path& directory) {
  std::error_code ignored;
  return fs::equivalent(directory, "/proc/self/fd", ignored);
}

// The link of /proc that `path` leads to: one that names a descriptor, whatever it says.
std::optional<fs::path> descriptor_link(fs::path path) {
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); i++) {
    const auto directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (is_in_proc(directory) && directory.filename() == "fd") return path;
    // /dev/fd/1: the directory itself is a link.
    const auto real = fs::canonical(directory, error);
    if (error) return {};
    if (is_in_proc(real) && real.filename() == "fd") return real / path.filename();
    path = real / fs::read_symlink(path, error);
    if (error) return {};
  }
  return {};
}

Target descriptor_target(const std::string& path, int descriptor) {
  if (!was_inherited(descriptor))
    throw Error(Status::kIo, descriptor == STDOUT_FILENO ? "standard output is closed"
                                                         : path + ": that descriptor is not open");
  return {Target::Kind::kDescriptor, path, descriptor};
}

}  // namespace

Target resolve_target(const std::string& path, bool force) {
  if (path == kStandardStream) return descriptor_target(path, STDOUT_FILENO);
  if (const auto link = descriptor_link(path)) {
    if (!is_own_descriptor_table(link->parent_path())) return {Target::Kind::kStream, path, -1};
    return descriptor_target(path, std::atoi(link->filename().c_str()));
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {Target::Kind::kFile, path, -1};
  if (S_ISSOCK(status.st_mode))
    throw Error(Status::kArgument, path + " is a socket: name a file, a pipe or a device");
  if (S_ISBLK(status.st_mode) && !force)
    throw Error(Status::kArgument, path + " is a block device: --force writes over what it holds");
  const bool stream =
      S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISBLK(status.st_mode);
  return {stream ? Target::Kind::kStream : Target::Kind::kFile, path, -1};
}

}  // namespace hedgerow::cli
