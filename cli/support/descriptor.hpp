// File descriptors: ownership, and reads and writes that finish or throw Error (IO).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace hedgerow::cli {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  // 0, or the errno of close(2).
  int close();

 private:
  int fd_;
};

// Reads until `bytes` are there or the input ends; returns how many.
std::size_t read_up_to(int fd, std::uint8_t* data, std::size_t bytes);
void write_all(int fd, const std::uint8_t* data, std::size_t bytes);

// For a pipe whose end was read: reads once more, and throws IO when something comes. Two ends in a
// row make sure that no rest of what the writer wrote, and believes delivered, is dropped.
void require_ended(int pipe);

// Bytes from the position of a regular file to its end; 0 where that is not known.
std::uint64_t bytes_left(int fd);

// Whether `path` (links followed) is the file that `fd` reads. False when `path` does not exist.
bool is_same_file(int fd, const std::string& path);
// Whether two descriptors are of one regular file.
bool is_same_file(int fd, int other_fd);

}  // namespace hedgerow::cli
