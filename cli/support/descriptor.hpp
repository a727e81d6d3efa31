// Owns file descriptors, and reads and writes completely or throws Error (IO).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
  // Returns 0 or the errno of close(2).
  int close();

 private:
  int fd_;
};

// Returns the number of a descriptor, or an empty value for other texts.
std::optional<int> parse_descriptor(const std::string& text);

// Reads `bytes` bytes, or fewer if the input ends, and returns the number of bytes.
std::size_t read_up_to(int fd, std::uint8_t* data, std::size_t bytes);
void write_all(int fd, const std::uint8_t* data, std::size_t bytes);

// Call it after the end of a pipe was read. It reads once more and throws IO if more bytes come. Two ends in a row make
// sure that no bytes of the writer are lost.
void require_ended(int pipe);

// Returns the number of bytes from the position of a regular file to its end, or 0 if this is not known.
std::uint64_t bytes_left(int fd);

// Returns true if `path` is the file of `fd`, where links are followed, and false if `path` does not exist.
bool is_same_file(int fd, const std::string& path);
// Returns true if both descriptors belong to the same regular file.
bool is_same_file(int fd, int other_fd);

}  // namespace hedgerow::cli
