// File descriptors: ownership, and reads and writes that finish or throw kIo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace hedgerow::container {

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
std::size_t pread_up_to(int fd, std::uint8_t* data, std::size_t bytes, std::uint64_t offset);

// For a pipe of this process's own whose end was read: reads once more, and throws kIo when something
// comes. Two ends in a row make sure that no rest of what the writer wrote, and believes delivered,
// is dropped with the pipe.
void require_ended(int pipe);

void write_all(int fd, const std::uint8_t* data, std::size_t bytes);
void pwrite_all(int fd, const std::uint8_t* data, std::size_t bytes, std::uint64_t offset);

// Makes a regular file at least `bytes` long; what is added reads as zeros.
void extend_file(int fd, std::uint64_t bytes);

// Where a regular, non-empty, seekable file is read from here on: its current position and the
// bytes from there to its end. `regular` false for pipes, terminals, and files of size 0, which in
// /proc and the like can still have content.
struct Extent {
  bool regular = false;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};
Extent input_extent(int fd);

}  // namespace hedgerow::container
