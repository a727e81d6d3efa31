// mkdtemp, syncfs, rename; signals by signalfd.
#include "directory_output.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "container/error.hpp"
#include "container/output_file.hpp"
#include "extracted.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using container::Error;
using container::Status;

constexpr char kTemplate[] = ".hedgerow-XXXXXX";
constexpr int kLookAgain = 1000;  // milliseconds

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(Status::kExists, path +
                                   " exists already and is not an empty directory: name another "
                                   "with -o; a directory is never overwritten");
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// Those that would end the process; a signal that the caller ignores stays ignored.
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
  if (lstat(name.c_str(), &status) != 0) return;
  std::error_code error;
  if (!S_ISDIR(status.st_mode) || !fs::is_empty(name, error) || error) throw_exists(name);
}

DirectoryOutput::DirectoryOutput(const std::string& path) : path_(without_slashes(path)) {
  check(path_);
  const auto slash = path_.rfind('/');
  temporary_ = (slash == std::string::npos ? "" : path_.substr(0, slash + 1)) + kTemplate;
  watch_signals();
  if (mkdtemp(temporary_.data()) == nullptr) {
    const int error = errno;
    temporary_.clear();
    stop_watching();
    container::throw_errno("no directory could be made beside " + path_, error);
  }
  // Kept for commit: what is extracted may leave its own directory without permissions.
  directory_ = container::Descriptor(open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

DirectoryOutput::~DirectoryOutput() {
  if (!committed_) remove();
  stop_watching();
}

void DirectoryOutput::remove() noexcept {
  if (!temporary_.empty()) remove_extracted(temporary_);
}

void DirectoryOutput::watch_signals() {
  watched_ = ending_signals();
  signals_ = container::Descriptor(signalfd(-1, &watched_, SFD_CLOEXEC));
  stop_ = container::Descriptor(eventfd(0, EFD_CLOEXEC));
  if (!signals_.valid() || !stop_.valid())
    container::throw_errno("signals cannot be waited for", errno);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
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
    remove();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    raise(static_cast<int>(info.ssi_signo));  // the handler for files does the rest
  });
}

void DirectoryOutput::stop_watching() {
  if (!watcher_.joinable()) return;
  stopping_ = true;
  // Should it fail, the thread looks by itself.
  [[maybe_unused]] const int failed = eventfd_write(stop_.get(), 1);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void DirectoryOutput::commit() {
  if (!directory_.valid() || syncfs(directory_.get()) != 0)
    container::throw_errno(path_ + " could not be made durable", errno);
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) throw_exists(path_);
    container::throw_errno(path_ + " could not be put in place", errno);
  }
  committed_ = true;
  if (syncfs(directory_.get()) != 0)
    container::throw_errno("the directory of " + path_ + " could not be made durable", errno);
}

}  // namespace hedgerow::cli
