// File descriptors: ownership, pipes, and reads and writes that are complete or throw kIo.
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
  // Returns 0, or the errno of close(2).
  int close();

 private:
  int fd_;
};

struct Pipe {
  Descriptor read, write;
};

// Makes a pipe with room for 1 MiB if the system allows it, because a larger pipe needs fewer thread
// switches.
Pipe open_pipe();

// The type of the file system of `fd` (statfs), or 0 if the system does not tell.
inline constexpr std::uint32_t kZfs = 0x2fc12fc1;
std::uint32_t file_system_of(int fd);

// Reads until `bytes` bytes are read or the input ends, and returns the number of bytes.
std::size_t read_up_to(int fd, std::uint8_t* data, std::size_t bytes);
std::size_t pread_up_to(int fd, std::uint8_t* data, std::size_t bytes, std::uint64_t offset);

// For a pipe of this process after its end was read. Reads once more, and throws kIo if data
// arrives. Two consecutive ends make sure that no data is lost that the writer believes to be
// delivered.
void require_ended(int pipe);

void write_all(int fd, const std::uint8_t* data, std::size_t bytes);
void pwrite_all(int fd, const std::uint8_t* data, std::size_t bytes, std::uint64_t offset);

// Makes a regular file at least `bytes` bytes long, where the added bytes are zeros.
void extend_file(int fd, std::uint64_t bytes);

// Describes the rest of a regular, non-empty, seekable file: its current position, and the number
// of bytes from there to its end. `regular` is false for pipes, terminals, and files of size 0,
// because files in /proc and similar file systems have size 0 but can have content.
struct Extent {
  bool regular = false;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};
Extent input_extent(int fd);

}  // namespace hedgerow::container
