// Pipes, and reads and writes that continue until they are complete.
#include "container/io/descriptor.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "container/error.hpp"
#include "container/key/secret.hpp"

namespace hedgerow::container {
static_assert(sizeof(off_t) == 8, "_FILE_OFFSET_BITS=64: files may be longer than 2 GiB");

namespace {

// Repeats `step(done)`, which transfers more bytes, until `bytes` bytes are done or it returns 0.
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

void require_whole(std::size_t done, std::size_t bytes) {
  if (done != bytes) throw Error(Status::kIo, "writing failed: the output takes no more bytes");
}

}  // namespace

Pipe open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("a pipe could not be made", errno);
  fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);  // the default also works
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::uint32_t file_system_of(int fd) {
  struct statfs system;
  return fstatfs(fd, &system) == 0 ? static_cast<std::uint32_t>(system.f_type) : 0;
}

int Descriptor::close() {
  if (fd_ < 0) return 0;
  return ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno;
}

std::size_t read_up_to(int fd, std::uint8_t* data, std::size_t bytes) {
  return transfer(bytes, "reading failed",
                  [=](std::size_t done) { return read(fd, data + done, bytes - done); });
}

std::size_t pread_up_to(int fd, std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
  return transfer(bytes, "reading failed", [=](std::size_t done) {
    return pread(fd, data + done, bytes - done, static_cast<off_t>(offset + done));
  });
}

void require_ended(int pipe) {
  std::uint8_t byte;
  const auto got = read_up_to(pipe, &byte, 1);
  wipe_memory(&byte, 1);
  if (got != 0) throw Error(Status::kIo, "a pipe between two threads ended before all was read");
}

void write_all(int fd, const std::uint8_t* data, std::size_t bytes) {
  require_whole(transfer(bytes, "writing failed",
                         [=](std::size_t done) { return write(fd, data + done, bytes - done); }),
                bytes);
}

void pwrite_all(int fd, const std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
  const auto done = transfer(bytes, "writing failed", [=](std::size_t so_far) {
    return pwrite(fd, data + so_far, bytes - so_far, static_cast<off_t>(offset + so_far));
  });
  require_whole(done, bytes);
}

void extend_file(int fd, std::uint64_t bytes) {
  struct stat status;
  if (fstat(fd, &status) != 0) throw_errno("the output cannot be examined", errno);
  if (static_cast<std::uint64_t>(status.st_size) >= bytes) return;
  int failed;
  do failed = ftruncate(fd, static_cast<off_t>(bytes));
  while (failed != 0 && errno == EINTR);
  if (failed != 0) throw_errno("writing failed", errno);
}

Extent input_extent(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) throw_errno("the input cannot be examined", errno);
  if (S_ISDIR(status.st_mode)) throw_errno("the input cannot be read", EISDIR);
  const off_t position = lseek(fd, 0, SEEK_CUR);
  if (!S_ISREG(status.st_mode) || status.st_size == 0 || position < 0) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const auto offset = static_cast<std::uint64_t>(position);
  return {true, offset, size > offset ? size - offset : 0};
}

}  // namespace hedgerow::container
