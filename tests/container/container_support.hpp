// Helpers of the container tests, such as bytes in anonymous files and calls that return a status.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "container/error.hpp"
#include "container/format/slot_area.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/key_file.hpp"

namespace hedgerow::container {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kSmallSegment = kMinSegmentBytes;

inline Bytes pattern(std::size_t bytes, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  Bytes data(bytes);
  for (auto& b : data) b = static_cast<std::uint8_t>(random());
  return data;
}

// Returns the error that a call throws, if any.
template <class Call>
std::optional<Status> status_of(Call call) {
  try {
    call();
    return {};
  } catch (const Error& e) {
    return e.status();
  }
}

inline Credential test_key(std::uint8_t first = 7) {
  Bytes key(kMasterKeyBytes, 0x5a);
  key[0] = first;
  return Credential::from_master_key(key);
}

// A temporary folder of one test, removed with its content.
class TestFolder {
 protected:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "container_test.XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  ~TestFolder() { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  std::string get(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory_),
                                                  std::filesystem::directory_iterator()));
  }

  std::filesystem::path directory_;
};

// An anonymous file with these bytes, at position 0.
inline Descriptor file_of(std::span<const std::uint8_t> bytes) {
  Descriptor file(memfd_create("container_test", MFD_CLOEXEC));
  pwrite_all(file.get(), bytes.data(), bytes.size(), 0);
  return file;
}

inline Bytes content_of(int fd) {
  const auto size = lseek(fd, 0, SEEK_END);
  Bytes bytes(static_cast<std::size_t>(size));
  EXPECT_EQ(pread_up_to(fd, bytes.data(), bytes.size(), 0), bytes.size());
  return bytes;
}

inline EncryptOptions small_segments(const std::string& cipher = kDefaultCipher) {
  EncryptOptions options;
  options.cipher = cipher;
  options.segment_bytes = kSmallSegment;
  options.order = WriteOrder::kAnyOrder;
  options.layout = Layout::kReserved;  // also for less than 64 KiB
  return options;
}

inline Bytes seal(const Bytes& plain, const EncryptOptions& options = small_segments(),
                  Credentials key = test_key()) {
  const auto in = file_of(plain), out = file_of({});
  encrypt(in.get(), out.get(), key, options);
  return content_of(out.get());
}

// The lowest cost of Argon2id, for tests of other things.
constexpr KdfCost kCheapKdf = {1, kMinMemoryKib};

inline Credential test_passphrase(const std::string& words = "hedge") {
  return Credential::from_passphrase(Bytes(words.begin(), words.end()));
}

// Identities differ in the second byte, because X25519 ignores some bits of the first.
inline Credential test_identity(std::uint8_t second = 7) {
  Bytes key(kIdentityBytes, 0x5a);
  key[1] = second;
  return Credential::from_identity(key);
}

inline Credential recipient_of(const Credential& identity) {
  return Credential::from_public_key(identity.public_key());
}

// Returns a path in tests/vectors/container.
inline std::string vector_path(const std::string& name) {
  return HR_VECTORS_DIR "/container/" + name;
}
inline Credential vector_key() { return load_key_file(vector_path("key.txt")).credential; }
inline Bytes vector_container(const std::string& name) {
  const Descriptor file(open(vector_path(name + ".hedgerow").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_TRUE(file.valid()) << name;
  return content_of(file.get());
}

struct Opened {
  std::optional<Status> failure;
  std::string text;
  Bytes plain;  // the output, also after a failure
};

inline Opened open_container(const Bytes& container, Credentials key = test_key(),
                             unsigned threads = 1, WriteOrder order = WriteOrder::kInOrder,
                             KdfLimit limit = kDefaultKdfLimit) {
  const auto in = file_of(container), out = file_of({});
  Opened result;
  try {
    decrypt(in.get(), out.get(), key, {threads, order, {}, limit});
  } catch (const Error& e) {
    result.failure = e.status();
    result.text = e.what();
  }
  result.plain = content_of(out.get());
  return result;
}

inline std::vector<Credential> one_of_each() {
  return {test_key(), test_passphrase(), test_identity()};
}

inline EncryptOptions cheap() {
  auto options = small_segments("kalyna-128-128");
  options.kdf = kCheapKdf;
  return options;
}

// Returns one copy of the slot area.
inline std::span<std::uint8_t> copy_of(Bytes& container, std::size_t copy) {
  return std::span(container).subspan(kPageBytes * (1 + copy), kPageBytes);
}

inline Preamble preamble_of(const Bytes& container) {
  return read_preamble_at_start(file_of(container).get());
}

inline std::optional<Status> open_reader(int fd, Credentials key = test_key()) {
  try {
    Reader reader(fd, key);
    return {};
  } catch (const Error& e) {
    return e.status();
  }
}

}  // namespace hedgerow::container
