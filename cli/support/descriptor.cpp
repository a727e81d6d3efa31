// Repeats read and write until all bytes are transferred.
#include "support/descriptor.hpp"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>

#include "support/error.hpp"
#include "support/secret.hpp"

namespace hedgerow::cli {
namespace {

// Repeats step(done), which transfers more bytes, until `bytes` are transferred or a step returns 0.
template <class Step>
std::size_t transfer(std::size_t bytes, const char* what, Step step) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t n = step(done);
    if (n == 0) break;
    if (n > 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      throw_errno(what, errno);
  }
  return done;
}

bool is_one_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

int Descriptor::close() {
  if (fd_ < 0) return 0;
  return ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno;
}

std::optional<int> parse_descriptor(const std::string& text) {
  int fd = -1;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, fd);
  if (parsed.ec != std::errc{} || parsed.ptr != end || fd < 0) return {};
  return fd;
}

std::size_t read_up_to(int fd, std::uint8_t* data, std::size_t bytes) {
  return transfer(bytes, "reading failed",
                  [=](std::size_t done) { return read(fd, data + done, bytes - done); });
}

void write_all(int fd, const std::uint8_t* data, std::size_t bytes) {
  const auto done = transfer(bytes, "writing failed", [=](std::size_t so_far) {
    return write(fd, data + so_far, bytes - so_far);
  });
  if (done != bytes)
    throw Error(HEDGEROW_CONTAINER_IO, "writing failed: the output takes no more bytes");
}

void require_ended(int pipe) {
  std::uint8_t byte;
  const auto got = read_up_to(pipe, &byte, 1);
  wipe_memory(&byte, 1);
  if (got != 0) throw Error(HEDGEROW_CONTAINER_IO, "a pipe ended before all was read");
}

std::uint64_t bytes_left(int fd) {
  struct stat status;
  const off_t position = lseek(fd, 0, SEEK_CUR);
  if (position < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return status.st_size > position ? static_cast<std::uint64_t>(status.st_size - position) : 0;
}

bool is_same_file(int fd, const std::string& path) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && stat(path.c_str(), &b) == 0 && is_one_file(a, b);
}

bool is_same_file(int fd, int other_fd) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && fstat(other_fd, &b) == 0 && S_ISREG(a.st_mode) && is_one_file(a, b);
}

}  // namespace hedgerow::cli
