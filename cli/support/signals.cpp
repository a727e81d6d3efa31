// The signal handlers, which call only async-signal-safe functions, namely unlinkat, tcsetattr and raise.
#include "support/signals.hpp"

#include <errno.h>
#include <signal.h>

#include <atomic>

#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

// The terminal to restore, or -1. `saved` is written before silent_terminal is set, because a signal may come between.
std::atomic<int> silent_terminal{-1};
termios saved;
// The handlers that this process inherited.
void (*sigpipe_before)(int) = SIG_DFL;
void (*sigxfsz_before)(int) = SIG_DFL;

void restore_terminal() {
  const int terminal = silent_terminal.exchange(-1);
  if (terminal >= 0) tcsetattr(terminal, TCSAFLUSH, &saved);
}

// The system resets the handler when it calls it. Therefore the raised signal ends the process after the return, and
// the parent sees which signal it was.
void end_process(int signal_number) {
  const int error = errno;
  hedgerow_container_remove_temporary_files();
  restore_terminal();
  raise(signal_number);
  errno = error;
}

}  // namespace

void install_signal_handlers() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction old{}, action{};
    if (sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    action.sa_handler = end_process;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigfillset(&action.sa_mask);
    sigaction(number, &action, nullptr);
  }
  sigpipe_before = signal(SIGPIPE, SIG_IGN);
  sigxfsz_before = signal(SIGXFSZ, SIG_IGN);
}

void restore_ignored_signals() {
  signal(SIGPIPE, sigpipe_before);
  signal(SIGXFSZ, sigxfsz_before);
}

bool sigpipe_was_ignored() { return sigpipe_before == SIG_IGN; }

EchoOff::EchoOff(int terminal) {
  if (tcgetattr(terminal, &saved) != 0) throw_errno("the terminal cannot be set up", errno);
  auto silent = saved;
  silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  silent.c_lflag |= ECHONL;
  silent.c_cc[VSUSP] = _POSIX_VDISABLE;
  silent_terminal = terminal;
  tcsetattr(terminal, TCSAFLUSH, &silent);
}

EchoOff::~EchoOff() { restore_terminal(); }

}  // namespace hedgerow::cli
