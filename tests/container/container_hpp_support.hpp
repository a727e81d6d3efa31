// Shared by the tests of container.hpp: data, a key, files in memory. It includes public headers only.
#pragma once

#include "hedgerow/container.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

namespace hedgerow_test {

using Bytes = std::vector<unsigned char>;
using namespace hedgerow;

constexpr std::size_t kSegment = HEDGEROW_CONTAINER_MIN_SEGMENT_BYTES;

inline Bytes plaintext(std::size_t bytes) {
  Bytes data(bytes);
  for (std::size_t i = 0; i < bytes; i++) data[i] = static_cast<unsigned char>(i * 37 + (i >> 9));
  return data;
}

inline ContainerCredentials some_key() {
  ContainerCredentials key;
  key.add_key(Bytes(HEDGEROW_CONTAINER_KEY_BYTES, 7));
  return key;
}

inline ContainerOptions small() {
  ContainerOptions options;
  options.segment_bytes = kSegment;
  return options;
}

// A file in memory.
class Memory {
 public:
  explicit Memory(const Bytes& data = {}) : fd_(memfd_create("container_hpp_test", MFD_CLOEXEC)) {
    EXPECT_EQ(pwrite(fd_, data.data(), data.size(), 0), static_cast<ssize_t>(data.size()));
  }
  ~Memory() { close(fd_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  int fd() const {
    lseek(fd_, 0, SEEK_SET);
    return fd_;
  }
  Bytes content() const {
    Bytes data(static_cast<std::size_t>(lseek(fd_, 0, SEEK_END)));
    EXPECT_EQ(pread(fd_, data.data(), data.size(), 0), static_cast<ssize_t>(data.size()));
    return data;
  }

 private:
  int fd_;
};

template <class Work>
hedgerow_container_status status_of(const Work& work) {
  try {
    work();
    return HEDGEROW_CONTAINER_OK;
  } catch (const container_error& e) {
    EXPECT_NE(e.sentence(), "");
    return e.status();
  }
}

}  // namespace hedgerow_test
