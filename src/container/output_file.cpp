// Temporary file, fsync, rename; and a table that a signal handler can clean up from.
#include "container/output_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "container/error.hpp"
#include "container/secret.hpp"

namespace hedgerow::container {
namespace {

constexpr char kPrefix[] = ".hedgerow-";
constexpr std::size_t kRandomBytes = 12;
constexpr std::size_t kTemporaryName = sizeof kPrefix + 2 * kRandomBytes;

// The temporary files in existence. A slot's name is written before its state says kArmed, and the
// file is made after that: the handler may find a name without a file, never the reverse.
struct Temporary {
  enum State { kFree, kTaken, kArmed };
  std::atomic<int> state{kFree};
  int directory = -1;
  char name[kTemporaryName] = {};
};
constexpr int kSlots = 16;
Temporary temporaries[kSlots];
static_assert(std::atomic<int>::is_always_lock_free);

int take_slot(int directory) {
  for (int i = 0; i < kSlots; i++) {
    int expected = Temporary::kFree;
    auto& slot = temporaries[i];
    if (!slot.state.compare_exchange_strong(expected, Temporary::kTaken)) continue;
    std::uint8_t random[kRandomBytes];
    randombytes_buf(random, sizeof random);
    std::memcpy(slot.name, kPrefix, sizeof kPrefix);
    sodium_bin2hex(slot.name + sizeof kPrefix - 1, 2 * kRandomBytes + 1, random, sizeof random);
    slot.directory = directory;
    slot.state.store(Temporary::kArmed);
    return i;
  }
  throw Error(Status::kArgument, "at most 16 files can be written at once");
}

void free_slot(int slot) { temporaries[slot].state.store(Temporary::kFree); }

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(Status::kExists,
              path + " exists already: --force overwrites it, -o names another file");
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite)
    : path_(path), name_(path.substr(path.rfind('/') + 1)), overwrite_(overwrite) {
  require_sodium();
  if (name_.empty() || name_ == "." || name_ == "..")
    throw Error(Status::kArgument, "'" + path + "' does not name a file");
  struct stat existing;
  if (lstat(path.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode)) throw Error(Status::kArgument, path + " is a directory");
    if (!overwrite) throw_exists(path);
  }
  const auto directory = directory_of(path);
  directory_ = Descriptor(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory_.valid()) throw_errno("directory " + directory + " could not be opened", errno);
  slot_ = take_slot(directory_.get());
  file_ = Descriptor(openat(directory_.get(), temporaries[slot_].name,
                            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file_.valid()) {
    const int error = errno;
    free_slot(slot_);
    throw_errno("no file could be made in directory " + directory, error);
  }
}

OutputFile::~OutputFile() {
  if (!committed_) unlinkat(directory_.get(), temporaries[slot_].name, 0);
  free_slot(slot_);
}

void OutputFile::rename_into_place() {
  const int directory = directory_.get();
  const char* temporary = temporaries[slot_].name;
  int failed;
  if (overwrite_) {
    failed = renameat(directory, temporary, directory, name_.c_str());
  } else {
    failed = renameat2(directory, temporary, directory, name_.c_str(), RENAME_NOREPLACE);
    if (failed != 0 && (errno == EINVAL || errno == ENOSYS)) {
      // A file system without this flag: a second link refuses to replace, too.
      failed = linkat(directory, temporary, directory, name_.c_str(), 0);
      if (failed == 0) unlinkat(directory, temporary, 0);
    }
  }
  if (failed != 0 && errno == EEXIST) throw_exists(path_);
  if (failed != 0) throw_errno(path_ + " could not be put in place", errno);
}

void OutputFile::commit() {
  if (fsync(file_.get()) != 0) throw_errno(path_ + " could not be made durable", errno);
  if (const int error = file_.close(); error != 0)
    throw_errno(path_ + " could not be written", error);
  rename_into_place();
  committed_ = true;
  if (fsync(directory_.get()) != 0 && errno != EINVAL)
    throw_errno("the directory of " + path_ + " could not be made durable", errno);
}

void remove_temporary_files() noexcept {
  for (auto& slot : temporaries)
    if (slot.state.load() == Temporary::kArmed) unlinkat(slot.directory, slot.name, 0);
}

bool is_same_file(int fd, const std::string& path) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && stat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

bool is_same_file(int fd, int other_fd) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && fstat(other_fd, &b) == 0 && S_ISREG(a.st_mode) &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace hedgerow::container
