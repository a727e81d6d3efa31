// A progress bar on standard error: only when that is a terminal, and only for work that takes more
// than a second. It takes one line, whatever the terminal's width, and follows changes of it.
#pragma once

#include <chrono>
#include <string>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

class ProgressBar {
 public:
  // `label` is any text, a file's name as a rule.
  explicit ProgressBar(const std::string& label);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Empty when there is no terminal. Refers to this object.
  ContainerProgress callback();

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done, std::uint64_t total);

  std::string label_;
  Clock::time_point start_;
  Clock::time_point next_;
  bool shown_ = false;
};

// One line of at most `columns`: what is most telling remains where not all fits. `label` as
// `printable` gives it; `total` 0: not known.
std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns);

}  // namespace hedgerow::cli
