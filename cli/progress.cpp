// Drawing of the progress bar.
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace hedgerow::cli {
namespace {

constexpr auto kDelay = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr int kWidth = 30;
constexpr double kMib = 1 << 20;

}  // namespace

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), start_(Clock::now()), next_(start_ + kDelay) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

container::Progress ProgressBar::callback() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [this](std::uint64_t done, std::uint64_t total) { show(done, total); };
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  shown_ = true;
  const double mib = static_cast<double>(done) / kMib;
  const double rate = mib / std::chrono::duration<double>(now - start_).count();
  if (total == 0) {
    std::fprintf(stderr, "\r%s  %.0f MiB  %.0f MiB/s\033[K", label_.c_str(), mib, rate);
    return;
  }
  const double part = static_cast<double>(done) / static_cast<double>(total);
  std::string bar(kWidth, '.');
  std::fill_n(bar.begin(), std::min(kWidth, static_cast<int>(part * kWidth)), '#');
  std::fprintf(stderr, "\r%s  [%s] %3.0f %%  %.0f MiB/s\033[K", label_.c_str(), bar.c_str(),
               100 * part, rate);
}

}  // namespace hedgerow::cli
