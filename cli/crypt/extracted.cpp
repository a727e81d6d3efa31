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

class Check {
 public:
  explicit Check(int root) : flushes_(hedgerow_container_syncfs_is_enough(root) == 0) {}

  void content(int directory, const std::string& path) const {
    for (const auto& name : names_in(directory))
      entry(directory, name, path.empty() ? name : path + "/" + name);
  }
  void flush(int fd, const std::string& path) const {
    if (flushes_ && fsync(fd) != 0) throw_errno(path + " could not be made durable", errno);
  }

 private:
  void entry(int directory, const std::string& name, const std::string& path) const {
    struct stat status;
    if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) throw_unexamined();
    if (S_ISLNK(status.st_mode)) return;
    const auto mode = status.st_mode & 07777, wanted = wanted_mode(status);
    if (S_ISREG(status.st_mode)) return file(directory, name, path, mode, wanted);
    if (!S_ISDIR(status.st_mode))
      throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                  "the archive has a device, FIFO or socket, " + path +
                      ": only files, directories and links are extracted");
    const auto open = wanted | 0700;
    if (mode != open) require_mode(directory, name, open, path);
    const auto inner = open_directory(directory, name);
    if (!inner.valid()) throw_unexamined();
    content(inner.get(), path);
    if (wanted != open) require_mode(directory, name, wanted, path);
    flush(inner.get(), path);
  }

  // A file that its owner may not read is opened to the owner until it is flushed.
  void file(int directory, const std::string& name, const std::string& path, mode_t mode,
            mode_t wanted) const {
    const auto open = flushes_ ? wanted | 0400 : wanted;
    if (mode != open) require_mode(directory, name, open, path);
    if (!flushes_) return;
    const auto descriptor = open_found_file(directory, name);
    if (wanted != open) require_mode(directory, name, wanted, path);
    flush(descriptor.get(), path);
  }

  bool flushes_;
};

}  // namespace

mode_t check_extracted(int directory) {
  struct stat status;
  if (fstat(directory, &status) != 0) throw_unexamined();
  const auto wanted = wanted_mode(status);
  if (fchmod(directory, wanted | 0700) != 0) throw_unexamined();
  const Check check(directory);
  check.content(directory, "");
  check.flush(directory, "the directory");
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
