// Passes plaintext to a terminal only as long as it is text, because other bytes could control the terminal.
#pragma once

#include <exception>
#include <thread>

#include "support/descriptor.hpp"

namespace hedgerow::cli {

class TerminalGuard {
 public:
  explicit TerminalGuard(int terminal);
  ~TerminalGuard();
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

  // Returns the descriptor to write to instead of the terminal. Writing fails with EPIPE after data that is not text.
  // Text is UTF-8 without control characters, except those that lay out text, for example tabs.
  int fd() const { return input_.get(); }
  // Ends the data and waits until the terminal has shown it. Throws Error: ARGUMENT if some data was not text, IO if
  // the terminal failed. Then the terminal has shown only the portions of one mebibyte before the failure.
  void finish();

 private:
  void copy();

  int terminal_;
  Descriptor input_, output_;
  bool binary_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

}  // namespace hedgerow::cli
