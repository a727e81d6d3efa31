// Walks by descriptors. Each directory is opened to its owner before the walk enters it.
#include "crypt/extracted.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "support/descriptor.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

constexpr mode_t kSetId = 06000;

[[noreturn]] void throw_unexamined() {
  throw_errno("the extracted files cannot be examined", errno);
}

mode_t wanted_mode(const struct stat& status) {
  return status.st_mode & ((status.st_mode & kSetId) != 0 ? 0777 : 07777);
}

// Changes the mode through O_PATH, because the owner may not be allowed to read the entry. A link's target is never
// changed.
bool change_mode(int directory, const std::string& name, mode_t mode) {
  const Descriptor entry(openat(directory, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  return entry.valid() &&
         chmod(("/proc/self/fd/" + std::to_string(entry.get())).c_str(), mode) == 0;
}

void require_mode(int directory, const std::string& name, mode_t mode, const std::string& path) {
  if (!change_mode(directory, name, mode))
    throw_errno(path + " could not get its permissions", errno);
}

void check_content(int directory, const std::string& path);

void check_entry(int directory, const std::string& name, const std::string& path) {
  struct stat status;
  if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) throw_unexamined();
  if (S_ISLNK(status.st_mode)) return;
  const auto mode = status.st_mode & 07777, wanted = wanted_mode(status);
  if (S_ISREG(status.st_mode)) {
    if (wanted != mode) require_mode(directory, name, wanted, path);
    return;
  }
  if (!S_ISDIR(status.st_mode))
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "the archive has a device, FIFO or socket, " + path +
                    ": only files, directories and links are extracted");
  const auto open = wanted | 0700;
  if (mode != open) require_mode(directory, name, open, path);
  const auto inner = open_directory(directory, name);
  if (!inner.valid()) throw_unexamined();
  check_content(inner.get(), path);
  if (wanted != open) require_mode(directory, name, wanted, path);
}

void check_content(int directory, const std::string& path) {
  for (const auto& name : names_in(directory))
    check_entry(directory, name, path.empty() ? name : path + "/" + name);
}

}  // namespace

mode_t check_extracted(int directory) {
  struct stat status;
  if (fstat(directory, &status) != 0) throw_unexamined();
  const auto wanted = wanted_mode(status);
  if (fchmod(directory, wanted | 0700) != 0) throw_unexamined();
  check_content(directory, "");
  return wanted;
}

void remove_content(int directory) noexcept try {
  for (const auto& name : names_in(directory)) {
    if (unlinkat(directory, name.c_str(), 0) == 0) continue;
    change_mode(directory, name, 0700);
    if (const auto inner = open_directory(directory, name); inner.valid())
      remove_content(inner.get());
    unlinkat(directory, name.c_str(), AT_REMOVEDIR);
  }
} catch (...) {
  // Memory is short, or a directory cannot be read: the rest stays.
}

}  // namespace hedgerow::cli
