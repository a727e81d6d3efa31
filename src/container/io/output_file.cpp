// The temporary file, fsync, and the ways to give the file its name.
#include "container/io/output_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace hedgerow::container {
namespace {

constexpr mode_t kMode = 0600;
constexpr int kNewFile = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(Status::kExists, path + " exists already", Remedy::kOverwrite);
}

// Fails if `to` exists.
int rename_to_new(int directory, const char* from, const char* to) {
#ifdef __GLIBC__
  return renameat2(directory, from, directory, to, RENAME_NOREPLACE);
#else  // musl 1.2 has no renameat2
  return static_cast<int>(syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE));
#endif
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string link_to(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

// The device on which a trial succeeded last. Files of a batch on this device need no other trial.
std::atomic<dev_t> proven_device{0};
static_assert(std::atomic<dev_t>::is_always_lock_free);

// The device of an open file, or 0 if it is not known.
dev_t device_of(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 ? status.st_dev : 0;
}

// Returns 0 or the errno of a write to the file that failed after syncfs had begun it. A directory's
// descriptor may be younger than the failure, and then syncfs does not report it.
int lost_write(int file) {
  if (sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE) == 0) return 0;
  if (errno == ENOSYS && fsync(file) == 0) return 0;
  return errno;
}

// Blocks signals, so that no handler runs between the steps of a commit.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &old_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t old_;
};

// Returns true if `name` in `directory` is not the file that `fd` has open. If stat fails, the
// files count as the same, because the failure proves nothing.
bool names_another(int directory, const std::string& name, int fd) {
  struct stat named, opened;
  if (fstat(fd, &opened) != 0 || fstatat(directory, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0)
    return false;
  return named.st_dev != opened.st_dev || named.st_ino != opened.st_ino;
}

}  // namespace

// True on local file systems: there syncfs writes data and names to the disk, and syncfs (since Linux
// 5.8) or sync_file_range reports each lost write. A network or FUSE file system may only send them to
// its server. On overlayfs both calls succeed although writes were lost.
bool syncfs_is_enough(int fd) {
  constexpr std::uint32_t kBcachefs = 0xca451a4e;
  constexpr std::uint32_t kTypes[] = {
      EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC,
      TMPFS_MAGIC,      RAMFS_MAGIC,     kBcachefs,         kZfs};
  return std::ranges::count(kTypes, file_system_of(fd)) != 0;
}

void OutputFile::check(const FilePlace& place, bool overwrite) {
  const auto name = name_of(place.name);
  if (name.empty() || name == "." || name == "..")
    throw Error(Status::kArgument, "'" + place.path + "' does not name a file");
  struct stat existing;
  if (fstatat(place.directory, place.name.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0) {
    if (S_ISDIR(existing.st_mode)) throw Error(Status::kArgument, place.path + " is a directory");
    if (!overwrite) throw_exists(place.path);
  } else if (errno == ENAMETOOLONG) {
    throw Error(Status::kArgument, "the output's name is too long: " + name + " has " +
                                       std::to_string(name.size()) +
                                       " bytes, and most file systems allow 255; name another "
                                       "with -o");
  }
  const auto directory = directory_of(place.name);
  if (faccessat(place.directory, directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    throw_errno("no file can be made in directory " + directory_of(place.path), errno);
}

OutputFile::OutputFile(const FilePlace& place, bool overwrite, bool one_of_many)
    : path_(place.path), name_(name_of(place.name)), overwrite_(overwrite) {
  check(place, overwrite);
  const auto directory = directory_of(place.name);
  const auto open = [&](int access) {
    return Descriptor(openat(place.directory, directory.c_str(), access | O_DIRECTORY | O_CLOEXEC));
  };
  directory_ = open(O_RDONLY);
  directory_readable_ = directory_.valid();
  if (!directory_readable_ && errno == EACCES) directory_ = open(O_PATH);  // to write, not to list
  if (!directory_.valid())
    throw_errno("directory " + directory_of(path_) + " could not be opened", errno);
  temporary_.emplace(directory_.get());
  if (!make_anonymous(one_of_many)) make_named();
}

OutputFile::~OutputFile() {
  if (!committed_) remove_names();
}

// Removes both names, even if creating them seemed to fail, because a call can report a failure and
// still create the name.
void OutputFile::remove_names() {
  unlinkat(directory_.get(), temporary_->name(), 0);
  unlinkat(directory_.get(), temporary_->other_name(), 0);
}

// Makes a file without a name that can get a name later. This is tried with another such file,
// because a file that had a name and lost it cannot get a name again.
bool OutputFile::make_anonymous(bool one_of_many) {
  const int directory = directory_.get();
  constexpr int kFlags = O_TMPFILE | O_RDWR | O_CLOEXEC;
  const auto device = one_of_many ? device_of(directory) : 0;
  if (device != 0 && device == proven_device) {
    file_ = Descriptor(openat(directory, ".", kFlags, kMode));
    if (file_.valid()) return true;
  }
  const Descriptor trial(openat(directory, ".", kFlags, kMode));
  if (!trial.valid()) return false;
  const int failed = linkat(AT_FDCWD, link_to(trial.get()).c_str(), directory,
                            temporary_->other_name(), AT_SYMLINK_FOLLOW);
  // a link can be created although the call fails
  unlinkat(directory, temporary_->other_name(), 0);
  if (failed != 0) return false;
  file_ = Descriptor(openat(directory, ".", kFlags, kMode));
  if (file_.valid() && one_of_many) proven_device = device;
  return file_.valid();
}

void OutputFile::make_named() {
  const int directory = directory_.get();
  const char* first = temporary_->other_name();
  const char* name = temporary_->name();
  file_ = Descriptor(openat(directory, first, kNewFile, kMode));
  if (!file_.valid())
    throw_errno("no file could be made in directory " + directory_of(path_), errno);
  placement_ = Placement::kNoReplace;
  if (rename_to_new(directory, first, name) == 0) return;
  placement_ = Placement::kReserve;
  if (renameat(directory, first, directory, name) == 0) return;
  const int error = errno;
  remove_names();
  throw_errno("files in directory " + directory_of(path_) +
                  " cannot be renamed, so that none can be put in place there whole",
              error);
}

int OutputFile::link_into_place() {
  const int directory = directory_.get();
  const auto link = link_to(file_.get());
  int failed = linkat(AT_FDCWD, link.c_str(), directory, name_.c_str(), AT_SYMLINK_FOLLOW);
  if (failed == 0 || errno != EEXIST || !overwrite_) return failed;
  failed = linkat(AT_FDCWD, link.c_str(), directory, temporary_->name(), AT_SYMLINK_FOLLOW);
  if (failed != 0) return failed;
  failed = renameat(directory, temporary_->name(), directory, name_.c_str());
  const int error = errno;
  if (failed != 0) unlinkat(directory, temporary_->name(), 0);
  errno = error;
  return failed;
}

// The reservation is an empty file under the final name. A program that overwrites files may have
// put its own file there in the meantime. That file is neither replaced nor removed.
int OutputFile::reserve_and_rename() {
  const int directory = directory_.get();
  const char* temporary = temporary_->name();
  if (linkat(directory, temporary, directory, name_.c_str(), 0) == 0) {
    unlinkat(directory, temporary, 0);
    return 0;
  }
  if (errno == EEXIST) return -1;
  const Descriptor reservation(openat(directory, name_.c_str(), kNewFile, kMode));
  if (!reservation.valid()) return -1;
  if (names_another(directory, name_, reservation.get())) {
    errno = EEXIST;
    return -1;
  }
  if (renameat(directory, temporary, directory, name_.c_str()) == 0) return 0;
  const int error = errno;
  if (!names_another(directory, name_, reservation.get())) unlinkat(directory, name_.c_str(), 0);
  errno = error;
  return -1;
}

int OutputFile::rename_into_place() {
  const int directory = directory_.get();
  if (overwrite_) return renameat(directory, temporary_->name(), directory, name_.c_str());
  if (placement_ == Placement::kReserve) return reserve_and_rename();
  return rename_to_new(directory, temporary_->name(), name_.c_str());
}

int OutputFile::put_in_place() {
  const SignalsBlocked blocked;
  return placement_ == Placement::kLink ? link_into_place() : rename_into_place();
}

void OutputFile::commit() {
  if (fsync(file_.get()) != 0) throw_errno(path_ + " could not be made durable", errno);
  // Some file systems report a failed write when a descriptor is closed. This descriptor is closed
  // to find that out, and the other one is needed until the file has its name.
  Descriptor copy(fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
  if (!copy.valid()) throw_errno(path_ + " could not be written", errno);
  if (const int error = copy.close(); error != 0)
    throw_errno(path_ + " could not be written", error);
  place();
  flush_directory(file_.get());
}

void OutputFile::place() {
  const int failed = put_in_place();
  if (failed != 0 && errno == EEXIST) throw_exists(path_);
  if (failed != 0) throw_errno(path_ + " could not be put in place", errno);
  committed_ = true;
}

// The files of commit_all on one file system.
class OutputFile::Batch {
 public:
  struct Member {
    OutputFile* file;
    std::optional<Error>* failure;
  };

  explicit Batch(dev_t device) : device_(device) {}
  dev_t device() const { return device_; }
  void add(Member member) { members_.push_back(member); }

  void commit() {
    const int directory = members_.front().file->directory_.get();
    const bool together = syncfs_is_enough(directory);
    const int lost = together && syncfs(directory) != 0 ? errno : 0;
    for (const auto& [file, failure] : members_) try {
        if (!together) {
          file->commit();
          continue;
        }
        const int error = lost != 0 ? lost : lost_write(file->fd());
        if (error != 0) throw_errno(file->path_ + " could not be made durable", error);
        file->place();
      } catch (const Error& e) {
        *failure = e;
      }
    if (!together || syncfs(directory) == 0) return;
    const int error = errno;
    for (const auto& [file, failure] : members_)
      if (!*failure) *failure = directory_failure(*file, error);
  }

 private:
  static Error directory_failure(const OutputFile& file, int error) try {
    throw_errno("the directory of " + file.path_ + " could not be made durable", error);
  } catch (const Error& e) {
    return e;
  }

  dev_t device_;
  std::vector<Member> members_;
};

std::vector<std::optional<Error>> OutputFile::commit_all(std::span<OutputFile* const> files) {
  std::vector<std::optional<Error>> failures(files.size());
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < files.size(); i++) {
    const auto device = device_of(files[i]->fd());
    auto batch = std::ranges::find(batches, device, &Batch::device);
    if (batch == batches.end()) batch = batches.insert(batches.end(), Batch(device));
    batch->add({files[i], &failures[i]});
  }
  for (auto& batch : batches) batch.commit();
  return failures;
}

// The flush of a file with its first name includes the name. If the directory cannot be read, it
// cannot be opened for fsync, so the whole file system is flushed.
void OutputFile::flush_directory(int file) {
  int failed = placement_ == Placement::kLink ? fsync(file) : 0;
  if (failed == 0) failed = directory_readable_ ? fsync(directory_.get()) : syncfs(file);
  if (failed != 0 && errno != EINVAL)
    throw_errno("the directory of " + path_ + " could not be made durable", errno);
}

bool is_same_file(int fd, const std::string& path) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && stat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

}  // namespace hedgerow::container
