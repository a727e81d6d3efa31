// Plaintext on its way to a terminal: only text passes, for anything else can act on a terminal.
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

  // The descriptor to write to instead of the terminal. Writing fails (EPIPE) after data that is no
  // text: UTF-8 without control characters but for those that lay out text.
  int fd() const { return input_.get(); }
  // Ends the data and waits until it is shown. Throws Error: ARGUMENT when some was no
  // text, IO when the terminal took no more. Then nothing of that mebibyte, and nothing behind it,
  // was shown.
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
