// Walks by descriptors. Each directory is opened to its owner before the walk enters it.
#include "crypt/extracted.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

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

// Returns the mode of a directory that the walk enters.
mode_t open_mode(mode_t wanted) { return wanted | 0700; }

class Check {
 public:
  explicit Check(int root)
      : walk_(root), flushes_(hedgerow_container_syncfs_is_enough(root) == 0) {}

  void content() {
    for (;;) {
      if (walk_.next())
        entry();
      else if (const auto left = walk_.leave())
        leave(*left);
      else
        return;
    }
  }
  void flush(int fd, const std::string& path) const {
    if (flushes_ && fsync(fd) != 0) throw_errno(path + " could not be made durable", errno);
  }

 private:
  void require_mode(mode_t mode) const {
    if (!change_mode(walk_.directory()->get(), walk_.name(), mode))
      throw_errno(walk_.path() + " could not get its permissions", errno);
  }

  void entry() {
    struct stat status;
    const int directory = walk_.directory()->get();
    const auto name = walk_.name();
    if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) throw_unexamined();
    if (S_ISLNK(status.st_mode)) return;
    const auto mode = status.st_mode & 07777, wanted = wanted_mode(status);
    if (S_ISREG(status.st_mode)) return file(mode, wanted);
    if (!S_ISDIR(status.st_mode))
      throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                  "the archive has a device, FIFO or socket, " + walk_.path() +
                      ": only files, directories and links are extracted");
    const auto open = open_mode(wanted);
    if (mode != open) require_mode(open);
    auto inner = std::make_shared<const Descriptor>(open_directory(directory, name));
    if (!inner->valid()) throw_unexamined();
    auto names = names_in(inner->get());
    walk_.enter(std::move(inner), std::move(names));
    wanted_.push_back(wanted);
  }

  void leave(const Descriptor& directory) {
    const auto wanted = wanted_.back();
    wanted_.pop_back();
    if (wanted != open_mode(wanted)) require_mode(wanted);
    flush(directory.get(), walk_.path());
  }

  // A file that its owner may not read is opened to the owner until it is flushed.
  void file(mode_t mode, mode_t wanted) const {
    const auto open = flushes_ ? wanted | 0400 : wanted;
    if (mode != open) require_mode(open);
    if (!flushes_) return;
    const auto descriptor = open_found_file(walk_.directory()->get(), walk_.name());
    if (wanted != open) require_mode(wanted);
    flush(descriptor.get(), walk_.path());
  }

  Descent walk_;
  std::vector<mode_t> wanted_;  // of the directories from beneath the root to the current one
  bool flushes_;
};

std::vector<std::string> names_if_readable(int directory) {
  try {
    return names_in(directory);
  } catch (const Error&) {
    return {};
  }
}

// Removes the entry at which the walk is, or enters it if it is a directory.
void remove_entry(Descent& walk) {
  const int directory = walk.directory()->get();
  const auto name = walk.name();
  if (unlinkat(directory, name.c_str(), 0) == 0) return;
  change_mode(directory, name, 0700);
  auto inner = std::make_shared<const Descriptor>(open_directory(directory, name));
  if (!inner->valid()) {
    unlinkat(directory, name.c_str(), AT_REMOVEDIR);
    return;
  }
  auto names = names_if_readable(inner->get());
  walk.enter(std::move(inner), std::move(names));
}

}  // namespace

mode_t check_extracted(int directory) {
  struct stat status;
  if (fstat(directory, &status) != 0) throw_unexamined();
  const auto wanted = wanted_mode(status);
  if (fchmod(directory, wanted | 0700) != 0) throw_unexamined();
  Check check(directory);
  check.content();
  check.flush(directory, "the directory");
  return wanted;
}

void remove_content(int directory) noexcept try {
  Descent walk(directory);
  for (;;) {
    if (walk.next())
      remove_entry(walk);
    else if (walk.leave())
      unlinkat(walk.directory()->get(), walk.name().c_str(), AT_REMOVEDIR);
    else
      return;
  }
} catch (...) {
  // Memory is short, or a directory cannot be read: the rest stays.
}

}  // namespace hedgerow::cli
