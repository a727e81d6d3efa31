// Before a signal ends the process, temporary files are removed and the echo of the terminal is restored. SIGPIPE and
// SIGXFSZ are ignored, so that a write to a closed pipe or beyond a size limit returns an error.
#pragma once

#include <termios.h>

namespace hedgerow::cli {

void install_signal_handlers();
// Restores the inherited handling of ignored signals. Call it before execv, because another program would inherit them.
void restore_ignored_signals();

// Returns true if the caller of this process ignores SIGPIPE.
bool sigpipe_was_ignored();

// While this object lives, a terminal does not echo and ^Z does not suspend the process. The destructor restores the
// terminal, and a signal that ends the process restores it too.
class EchoOff {
 public:
  explicit EchoOff(int terminal);
  ~EchoOff();
  EchoOff(const EchoOff&) = delete;
  EchoOff& operator=(const EchoOff&) = delete;
};

}  // namespace hedgerow::cli
