// Starts tar by posix_spawn with default signals, because this process blocks some signals and ignores SIGPIPE.
#include "crypt/tar_process.hpp"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

// The descriptor of the directory in the child.
constexpr int kDirectory = 3;
constexpr const char* kDirectoryPath = "/proc/self/fd/3";

// Starts tar. Its standard stream `standard` is our descriptor `own`, and its descriptor kDirectory is `directory`.
int spawn_tar(const char* const* arguments, int own, int standard, int directory, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, own, standard);
  posix_spawn_file_actions_adddup2(&files, directory, kDirectory);
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

TarProcess::TarProcess(Side side, int directory, const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("no pipe could be made", errno);
  Descriptor read_end(ends[0]), write_end(ends[1]);
  const bool reads = side == Side::kReads;
  std::vector<const char*> pointers;
  for (const auto& argument : arguments) pointers.push_back(argument.c_str());
  pointers.push_back(nullptr);
  const int failed = spawn_tar(pointers.data(), reads ? write_end.get() : read_end.get(),
                               reads ? STDOUT_FILENO : STDIN_FILENO, directory, pid_);
  if (failed == ENOENT)
    throw Error(HEDGEROW_CONTAINER_UNAVAILABLE,
                "--tar needs the program tar, which is not installed");
  if (failed != 0) throw_errno("tar could not be run", failed);
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

// Not every tar has the options for holes and excluded files, so they are given only if there is such a file.
TarProcess TarProcess::create(int directory, bool preserve,
                              const std::function<void(const TreeEntry&)>& skip) {
  std::vector<std::string> skipped;
  bool sparse = false;
  walk_tree(directory, [&](const TreeEntry& entry) {
    sparse |= entry.sparse;
    if (entry.kind == TreeEntry::Kind::kSpecial) {
      skip(entry);
      skipped.push_back("--exclude=./" + entry.path);
    }
    return true;
  });
  std::vector<std::string> arguments{"tar", "-c", "-f", "-", "-C", kDirectoryPath};
  if (sparse) arguments.push_back("--sparse");
  if (preserve) arguments.insert(arguments.end(), {"--xattrs", "--acls", "--numeric-owner"});
  if (!skipped.empty()) arguments.insert(arguments.end(), {"--anchored", "--no-wildcards"});
  arguments.insert(arguments.end(), skipped.begin(), skipped.end());
  arguments.push_back(".");
  return TarProcess(Side::kReads, directory, arguments);
}

TarProcess TarProcess::extract(int directory, bool preserve) {
  std::vector<std::string> arguments{"tar", "-x", "-f", "-", "-C", kDirectoryPath};
  if (preserve)
    arguments.insert(arguments.end(),
                     {"--same-permissions", "--xattrs", "--acls", "--numeric-owner",
                      geteuid() == 0 ? "--same-owner" : "--no-same-owner"});
  else  // Without these options, a tar of root would restore the owners and permissions of the archive.
    arguments.insert(arguments.end(), {"--no-same-permissions", "--no-same-owner"});
  return TarProcess(Side::kWrites, directory, arguments);
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
    if (errno != EINTR) throw_errno("tar was lost", errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  throw Error(HEDGEROW_CONTAINER_IO,
              WIFEXITED(status)
                  ? "tar failed with exit code " + std::to_string(WEXITSTATUS(status))
                  : std::string("tar was ended by signal ") + strsignal(WTERMSIG(status)));
}

}  // namespace hedgerow::cli
