// Draws the progress bar, and computes the room that its parts get.
#include "support/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "support/result.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

constexpr auto kDelay = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr std::size_t kDefaultColumns = 80;
constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastLabel = 16;  // the label gets these columns before the bar gets any
constexpr std::size_t kLeastBar = 5, kLongestBar = 30;
constexpr std::size_t kBrackets = 2;
constexpr double kMib = 1 << 20;

// Returns one column less than the terminal has, because a full line would wrap on some terminals.
std::size_t usable_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : kDefaultColumns) - 1;
}

std::string bar(double part, std::size_t columns) {
  std::string text(columns, '.');
  const auto done = static_cast<std::size_t>(part * static_cast<double>(columns));
  std::fill_n(text.begin(), std::min(columns, done), '#');
  return "[" + text + "]";
}

// Returns the estimated time for the rest, for example "0:42" or "1:02:03". It assumes that the speed stays the same.
std::string time_left(double part, double seconds) {
  constexpr double kLongest = 1000.0 * 3600;
  const double left = part > 0 ? std::min(seconds * (1 - part) / part, kLongest) : kLongest;
  if (left >= kLongest) return "?";
  const auto whole = static_cast<unsigned>(left + 0.5);
  char text[32];
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%u:%02u", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

}  // namespace

std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns) {
  const double mib = static_cast<double>(done) / kMib;
  const double part = total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
  char figures[64];
  if (total == 0)
    std::snprintf(figures, sizeof figures, "%.0f MiB  %.0f MiB/s", mib, mib / seconds);
  else
    std::snprintf(figures, sizeof figures, "%3.0f %%  %.0f MiB/s", 100 * part, mib / seconds);
  std::string tail = figures;
  const auto left = "  " + time_left(part, seconds) + " left";
  if (total != 0 && tail.size() + left.size() + kGap + kLeastLabel <= columns) tail += left;
  if (tail.size() + kGap >= columns) return tail.substr(0, columns);
  const auto room = columns - tail.size() - kGap;  // the columns of label and bar
  constexpr auto kWithBar = kGap + kBrackets + kLongestBar;
  const auto label_room =
      room > kWithBar + kLeastLabel ? room - kWithBar : std::min(room, kLeastLabel);
  auto line = fitted(label, label_room);
  const auto bar_room = room - std::min(room, columns_of(line) + kGap + kBrackets);
  if (total != 0 && bar_room >= kLeastBar)
    line += std::string(kGap, ' ') + bar(part, std::min(bar_room, kLongestBar));
  return line + std::string(kGap, ' ') + tail;
}

ProgressBar::ProgressBar(const std::string& label)
    : label_(printable(label)), start_(Clock::now()), next_(start_ + kDelay) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

ContainerProgress ProgressBar::callback() {
  if (quiet_wanted() || isatty(STDERR_FILENO) == 0) return {};
  return [this](std::uint64_t done, std::uint64_t total) { show(done, total); };
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total) {
  const auto now = Clock::now();
  if (now < next_) return;
  if (total == HEDGEROW_CONTAINER_UNKNOWN) total = 0;
  next_ = now + kInterval;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto line = progress_line(label_, done, total, seconds, usable_columns());
  std::fprintf(stderr, "\r%s\033[K", line.c_str());
}

}  // namespace hedgerow::cli
