// A progress bar on standard error. It is shown only if standard error is a terminal and the work takes more than a
// second. It always fits into one line, also after the width of the terminal changes:
//
//   photos.tar  [############..................]   40 %  812 MiB/s  0:42 left
#pragma once

#include <chrono>
#include <string>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

class ProgressBar {
 public:
  // `label` is any text, usually the name of a file.
  explicit ProgressBar(const std::string& label);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Returns a function that draws the bar, or an empty one if there is no terminal. Do not call the function after the
  // end of this object.
  ContainerProgress callback();

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done, std::uint64_t total);

  std::string label_;
  Clock::time_point start_;
  Clock::time_point next_;
  bool shown_ = false;
};

// Returns a line of at most `columns` columns. If there is too little room, the least important parts are left out.
// `label` must come from `printable`, and `total` is 0 if it is not known.
std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns);

}  // namespace hedgerow::cli
