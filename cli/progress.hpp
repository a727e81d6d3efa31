// A progress bar on standard error: only when that is a terminal, and only for work that takes more
// than a second.
#pragma once

#include <chrono>
#include <string>

#include "container/container.hpp"

namespace hedgerow::cli {

class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Empty when there is no terminal. Refers to this object.
  container::Progress callback();

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done, std::uint64_t total);

  std::string label_;
  Clock::time_point start_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace hedgerow::cli
