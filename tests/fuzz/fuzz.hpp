// Shared by the fuzz targets: values from the input, files in memory, and checks.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hedgerow_fuzz {

using Bytes = std::vector<std::uint8_t>;

// Ends the program with a report if a property does not hold.
inline void check(bool holds, const std::string& property) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", property.c_str());
  std::abort();
}

// Takes values from the input one after the other, and zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}
  bool empty() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (empty()) return 0;
    const auto value = rest_[0];
    rest_ = rest_.subspan(1);
    return value;
  }
  std::size_t pair() {
    const std::size_t low = byte();
    return low | std::size_t{byte()} << 8;
  }
  std::span<const std::uint8_t> bytes(std::size_t most) {
    const auto taken = rest_.first(std::min(most, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  std::span<const std::uint8_t> rest() { return bytes(rest_.size()); }
  // Up to `end`, which is taken, too.
  std::string text(char end = '\n') {
    std::string result;
    while (!empty()) {
      const char c = static_cast<char>(byte());
      if (c == end) break;
      result += c;
    }
    return result;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

inline std::string text_of(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

// An anonymous file at position 0.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> content = {})
      : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    check(fd_ >= 0 && pwrite(fd_, content.data(), content.size(), 0) ==
                          static_cast<ssize_t>(content.size()),
          "a file in memory can be made");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(fd_); }

  int fd() const { return fd_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }
  Bytes content() const {
    Bytes bytes(static_cast<std::size_t>(lseek(fd_, 0, SEEK_END)));
    check(pread(fd_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
          "a file in memory can be read");
    return bytes;
  }

 private:
  int fd_;
};

// True if `message` repeats 12 characters of `secret`, among them a capital letter and a digit. The
// fixed texts of messages have no such run. A run that `others` has, too, does not count, because a
// message may quote other values, for example an IV that is no hexadecimal text.
inline bool reveals(std::string_view message, std::string_view secret,
                    std::string_view others = {}) {
  constexpr std::size_t kRun = 12;
  for (std::size_t at = 0; at + kRun <= secret.size(); at++) {
    const auto run = secret.substr(at, kRun);
    const auto has = [&](char from, char to) {
      return std::ranges::any_of(run, [&](char c) { return c >= from && c <= to; });
    };
    if (has('A', 'Z') && has('0', '9') && message.find(run) != message.npos &&
        others.find(run) == others.npos)
      return true;
  }
  return false;
}

}  // namespace hedgerow_fuzz
