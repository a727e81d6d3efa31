// Signals that end the process: temporary files are removed and the terminal's echo is restored
// first. Writing to a closed pipe or beyond a file size limit becomes an error of the write.
#pragma once

#include <termios.h>

namespace hedgerow::cli {

void install_signal_handlers();
// Before another program takes this one's place: what is ignored here alone, and would stay so, is what it was.
void restore_ignored_signals();

// Whether this process was started with SIGPIPE ignored.
bool sigpipe_was_ignored();

// While it lives, a terminal does not echo what is typed and ^Z does not suspend. Its end restores
// the terminal, and so does a signal that ends the process.
class EchoOff {
 public:
  explicit EchoOff(int terminal);
  ~EchoOff();
  EchoOff(const EchoOff&) = delete;
  EchoOff& operator=(const EchoOff&) = delete;
};

}  // namespace hedgerow::cli
