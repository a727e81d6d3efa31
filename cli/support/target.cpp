// Finds out the kind of an output from its name.
#include "support/target.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "support/error.hpp"
#include "support/startup.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;

bool is_in_proc(const fs::path& directory) {
  struct statfs status;
  return statfs(directory.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

bool is_own_descriptor_table(const fs::path& directory) {
  std::error_code ignored;
  return fs::equivalent(directory, "/proc/self/fd", ignored);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

// Returns the entry of a descriptor table in /proc that `path` leads to, if there is one. The descriptor may be
// closed.
std::optional<fs::path> descriptor_link(fs::path path) {
  std::error_code error;
  for (int i = 0; i < kMostLinks; i++) {
    const auto directory =
        fs::canonical(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
    if (error) return {};
    if (directory.filename() == "fd" && is_in_proc(directory) && is_number(path.filename()))
      return directory / path.filename();
    if (!fs::is_symlink(path, error)) return {};
    path = directory / fs::read_symlink(path, error);
    if (error) return {};
  }
  return {};
}

Target descriptor_target(const std::string& path, int descriptor) {
  if (!was_inherited(descriptor))
    throw Error(HEDGEROW_CONTAINER_IO, descriptor == STDOUT_FILENO
                                           ? "standard output is closed"
                                           : path + ": that descriptor is not open");
  return {Target::Kind::kDescriptor, path, descriptor};
}

[[noreturn]] void refuse(Force force, const std::string& text, const std::string& with_force) {
  throw Error(HEDGEROW_CONTAINER_ARGUMENT,
              text + (force == Force::kNone ? ": name a file" : with_force));
}

// The user who made a FIFO can read from it.
void refuse_of_others(const std::string& path, const struct stat& status, Force force) {
  if (status.st_uid == geteuid() || force == Force::kYes) return;
  const char* kind = S_ISFIFO(status.st_mode) ? " is a FIFO" : " is a file";
  refuse(force,
         path + kind + " of another user (uid " + std::to_string(status.st_uid) +
             "), who could read the output",
         ": name another with -o, or give --force if you trust that user");
}

}  // namespace

void require_files(std::vector<std::string>& files) {
  if (std::ranges::count(files, kStandardStream) > 1)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "- is given more than once, but standard input can be read only once");
  if (!files.empty()) return;
  if (!was_inherited(STDIN_FILENO) || isatty(STDIN_FILENO) != 0)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "no FILE is given, and standard input is a terminal or closed: name a FILE, or "
                "send the data "
                "through a pipe");
  files = {kStandardStream};
}

Target target_in_tree(const ContainerPlace& place) {
  struct stat old;
  const bool exists = fstatat(place.directory, place.name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  const bool is_new = !exists && errno == ENOENT;
  if (exists && !S_ISREG(old.st_mode))
    throw Error(HEDGEROW_CONTAINER_EXISTS,
                place.shown + " exists already and is not a regular file");
  return {Target::Kind::kFile, place.shown, -1, place, is_new};
}

Target resolve_target(const std::string& path, Force force) {
  if (path == kStandardStream) return descriptor_target(path, STDOUT_FILENO);
  if (const auto link = descriptor_link(path)) {
    if (!is_own_descriptor_table(link->parent_path())) return {Target::Kind::kStream, path, -1};
    return descriptor_target(path, std::atoi(link->filename().c_str()));
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {Target::Kind::kFile, path, -1};
  if (S_ISSOCK(status.st_mode))
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                path + " is a socket: name a file, a pipe or a device");
  if (S_ISBLK(status.st_mode) && force != Force::kYes)
    refuse(force, path + " is a block device", ": --force writes over what it holds");
  if (S_ISFIFO(status.st_mode)) refuse_of_others(path, status, force);
  const bool stream =
      S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISBLK(status.st_mode);
  return {stream ? Target::Kind::kStream : Target::Kind::kFile, path, -1};
}

Descriptor open_stream(const Target& target, Force force) {
  Descriptor stream(open(target.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  struct stat status;
  if (!stream.valid() || fstat(stream.get(), &status) != 0)
    throw_errno(target.path + " could not be opened", errno);
  if (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode))
    refuse_of_others(target.path, status, force);
  return stream;
}

}  // namespace hedgerow::cli
