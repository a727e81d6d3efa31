// Fills standard descriptors, checks random numbers, and closes standard output.
#include "support/startup.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "command.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/secret.hpp"
#include "support/signals.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kNoRandom[] = "the system gives no random bytes: getrandom failed";

std::array<bool, 3> filled{};

// libsodium calls this before it would call abort(3).
void end_without_random() {
  hedgerow_container_remove_temporary_files();
  std::fprintf(stderr, "hedgerow: %s\n", kNoRandom);
  _exit(kExitIo);
}

// libsodium uses such a device if getrandom does not exist or is forbidden.
bool has_random_device() {
  for (const char* path : {"/dev/urandom", "/dev/random"}) {
    const Descriptor device(open(path, O_RDONLY | O_CLOEXEC));
    struct stat status;
    if (device.valid() && fstat(device.get(), &status) == 0 && S_ISCHR(status.st_mode)) return true;
  }
  return false;
}

bool reader_went_away() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void end_by_sigpipe() {
  if (!sigpipe_was_ignored()) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
}

}  // namespace

void fill_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    filled[static_cast<std::size_t>(fd)] = true;
    // open returns the lowest free number, which is `fd` because all lower numbers are in use.
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == fd) continue;
    std::fprintf(stderr, "hedgerow: standard descriptor %d is closed, and there is no /dev/null\n",
                 fd);
    _exit(kExitIo);
  }
}

bool was_inherited(int fd) {
  const int flags = fcntl(fd, F_GETFD);
  if (flags < 0 || (flags & FD_CLOEXEC) != 0) return false;
  return fd > STDERR_FILENO || !filled[static_cast<std::size_t>(fd)];
}

void tell_missing_random() { sodium_set_misuse_handler(end_without_random); }

void require_random() {
  unsigned char byte;
  while (getrandom(&byte, 1, 0) != 1) {
    if (errno == EINTR) continue;
    if (const int error = errno; !has_random_device()) throw_errno(kNoRandom, error);
    break;
  }
  require_sodium();  // selects the source of its random bytes now
}

int close_standard_output(int code) {
  // Commands print by stdio or by std::cout, which is synchronised with stdio.
  errno = 0;  // stays 0 if an earlier write failed, because its reason is lost
  std::cout.flush();
  bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  int error = errno;
  const bool broken = failed && reader_went_away();
  if (std::fclose(stdout) != 0 && !failed) {
    failed = true;
    error = errno;
  }
  if (code != 0 || !failed) return code;
  if (broken) end_by_sigpipe();
  print_error(std::string("standard output could not be written") +
              (error == 0 ? "" : std::string(": ") + std::strerror(error)));
  return kExitIo;
}

}  // namespace hedgerow::cli
