// Uses mkdirat, syncfs and renameat for the directories, and signalfd for the signals.
#include "crypt/directory_output.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "crypt/extracted.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/secret.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kInner[] = "x";
constexpr int kLookAgain = 1000;  // milliseconds

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(HEDGEROW_CONTAINER_EXISTS,
              path +
                  " exists already and is not an empty directory: name another "
                  "with -o; a directory is never overwritten");
}

// Returns a name that other users cannot predict.
std::string temporary_name() {
  std::uint8_t random[12];
  char text[2 * sizeof random + 1];
  require_sodium();
  randombytes_buf(random, sizeof random);
  sodium_bin2hex(text, sizeof text, random, sizeof random);
  return std::string(".hedgerow-") + text;
}

// Returns the signals that would end the process. A signal that the caller ignores stays ignored.
sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action{};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset(&set, number);
  }
  return set;
}

}  // namespace

void DirectoryOutput::check(const std::string& path) {
  struct stat status;
  const auto name = without_slashes(path);
  require_place_for_directory(name);
  if (lstat(name.c_str(), &status) != 0) return;
  std::error_code error;
  if (!S_ISDIR(status.st_mode) || !fs::is_empty(name, error) || error) throw_exists(name);
}

DirectoryOutput::DirectoryOutput(const std::string& path) : path_(without_slashes(path)) {
  check(path_);
  parent_ = Descriptor(open(directory_of(path_).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parent_.valid()) throw_errno("no directory could be made beside " + path_, errno);
  temporary_ = temporary_name();
  block_signals();
  try {
    make();
    watch_signals();
  } catch (...) {
    remove();
    stop_watching();
    throw;
  }
}

DirectoryOutput::~DirectoryOutput() {
  remove();
  stop_watching();
}

// A user who may write to the parent can replace the outer directory before it is opened. The replacement belongs to
// another user or is not empty, so both are checked.
void DirectoryOutput::make() {
  const auto fail = [&] { throw_errno("no directory could be made beside " + path_, errno); };
  if (mkdirat(parent_.get(), temporary_.c_str(), 0700) != 0) fail();
  outer_ = open_directory(parent_.get(), temporary_.c_str());
  struct stat status;
  if (!outer_.valid() || fstat(outer_.get(), &status) != 0) fail();
  if (status.st_uid != geteuid() || !names_in(outer_.get()).empty())
    throw Error(HEDGEROW_CONTAINER_IO,
                "the directory that was made beside " + path_ +
                    " belongs to another user: extract where only you can write");
  // The replacement may be an old directory of ours, with other permissions. A file system without permissions has no
  // set-id bits either.
  if ((status.st_mode & 077) != 0 && fchmod(outer_.get(), 0700) != 0) fail();
  if (mkdirat(outer_.get(), kInner, 0700) != 0) fail();
  inner_ = open_directory(outer_.get(), kInner);
  if (!inner_.valid()) fail();
}

void DirectoryOutput::remove() noexcept {
  const std::lock_guard lock(mutex_);
  if (!committed_) remove_locked();
}

void DirectoryOutput::remove_locked() noexcept {
  if (outer_.valid()) remove_content(outer_.get());
  unlinkat(parent_.get(), temporary_.c_str(), AT_REMOVEDIR);
}

void DirectoryOutput::block_signals() {
  watched_ = ending_signals();
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

void DirectoryOutput::watch_signals() {
  signals_ = Descriptor(signalfd(-1, &watched_, SFD_CLOEXEC));
  stop_ = Descriptor(eventfd(0, EFD_CLOEXEC));
  if (!signals_.valid() || !stop_.valid()) throw_errno("signals cannot be waited for", errno);
  watcher_ = std::thread([this] {
    pollfd fds[] = {{signals_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}};
    while (!stopping_ && poll(fds, 2, kLookAgain) <= 0) {
    }
    signalfd_siginfo info;
    if ((fds[0].revents & POLLIN) == 0 || read(signals_.get(), &info, sizeof info) != sizeof info)
      return;
    if (const pid_t child = child_; child > 0) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    const std::lock_guard lock(
        mutex_);  // until the end, so that no half removed directory is moved to its place
    if (!committed_) remove_locked();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    raise(static_cast<int>(info.ssi_signo));  // the handler in signals.cpp removes temporary files
  });
}

void DirectoryOutput::stop_watching() {
  stopping_ = true;
  if (watcher_.joinable()) {
    // If this fails, the thread sees stopping_ after kLookAgain.
    [[maybe_unused]] const int failed = eventfd_write(stop_.get(), 1);
    watcher_.join();
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void DirectoryOutput::put_in_place() {
  const std::lock_guard lock(mutex_);
  const auto name = path_.substr(path_.rfind('/') + 1);
  if (renameat(outer_.get(), kInner, parent_.get(), name.c_str()) != 0) {
    if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) throw_exists(path_);
    throw_errno(path_ + " could not be put in place", errno);
  }
  committed_ = true;
  unlinkat(parent_.get(), temporary_.c_str(), AT_REMOVEDIR);
}

void DirectoryOutput::commit(mode_t mode) {
  if (syncfs(inner_.get()) != 0) throw_errno(path_ + " could not be made durable", errno);
  put_in_place();
  // The permissions come last because a directory that its owner may not write to cannot be moved.
  if (fchmod(inner_.get(), mode) != 0) throw_errno(path_ + " could not get its permissions", errno);
  // fsync too, because on overlay and network file systems syncfs alone may lose the new name. A directory that you may
  // write to but not read cannot be opened for it.
  const Descriptor parent(openat(parent_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (syncfs(inner_.get()) != 0 || (parent.valid() && fsync(parent.get()) != 0))
    throw_errno("the directory of " + path_ + " could not be made durable", errno);
}

}  // namespace hedgerow::cli
