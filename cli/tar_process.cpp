// posix_spawn with default signals, for this process blocks some and ignores SIGPIPE.
#include "tar_process.hpp"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "container/error.hpp"

namespace hedgerow::cli {
namespace {

using container::Error;
using container::Status;

// The child's file descriptor `own` becomes its standard stream `standard`.
int spawn_tar(const char* const* arguments, int own, int standard, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, own, standard);
  sigset_t none, pipe;
  sigemptyset(&none);
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int failed =
      posix_spawnp(&pid, "tar", &files, &attributes, const_cast<char* const*>(arguments), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

}  // namespace

TarProcess::TarProcess(Side side, const char* const* arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) container::throw_errno("no pipe could be made", errno);
  container::Descriptor read_end(ends[0]), write_end(ends[1]);
  const bool reads = side == Side::kReads;
  const int failed = spawn_tar(arguments, reads ? write_end.get() : read_end.get(),
                               reads ? STDOUT_FILENO : STDIN_FILENO, pid_);
  if (failed == ENOENT)
    throw Error(Status::kUnavailable, "--tar needs the program tar, which is not installed");
  if (failed != 0) container::throw_errno("tar could not be run", failed);
  pipe_ = std::move(reads ? read_end : write_end);
}

TarProcess::TarProcess(TarProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)), pipe_(std::move(other.pipe_)) {}

TarProcess::~TarProcess() {
  if (pid_ == 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

TarProcess TarProcess::create(const std::string& directory) {
  const char* const arguments[] = {"tar", "-c", "-f", "-", "-C", directory.c_str(), ".", nullptr};
  return TarProcess(Side::kReads, arguments);
}

TarProcess TarProcess::extract(const std::string& directory, bool preserve) {
  // By default, tar gives root what the archive says: owners and permissions.
  const char* const arguments[] = {"tar",
                                   "-x",
                                   "-f",
                                   "-",
                                   "-C",
                                   directory.c_str(),
                                   "--no-same-owner",
                                   preserve ? "--same-permissions" : "--no-same-permissions",
                                   nullptr};
  return TarProcess(Side::kWrites, arguments);
}

void TarProcess::await() {
  pipe_.close();
  siginfo_t info;
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

void TarProcess::finish() {
  await();
  int status = 0;
  const pid_t pid = std::exchange(pid_, 0);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) container::throw_errno("tar was lost", errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  throw Error(Status::kIo,
              WIFEXITED(status)
                  ? "tar failed with exit code " + std::to_string(WEXITSTATUS(status))
                  : std::string("tar was ended by signal ") + strsignal(WTERMSIG(status)));
}

}  // namespace hedgerow::cli
