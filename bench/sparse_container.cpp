// sparse_container KEY OUT BYTES OFFSET LENGTH
//
// Writes a container of BYTES of plaintext, kalyna-128-128 in segments of 1 MiB. Only the header,
// the last segment and the segments of the range OFFSET:LENGTH exist; the others are holes:
//
//   | header | hole ... | segments of OFFSET:LENGTH | ... hole | last segment |
//
// Reading that range needs no other segment. You can therefore time a file of any size without
// writing it. The byte of the plaintext at position p is p modulo 251. cli_targets.py runs this
// program.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/file_key.hpp"
#include "container/key/key_file.hpp"
#include "container/key/unlock.hpp"

namespace {

using namespace hedgerow::container;

constexpr std::uint32_t kSegmentBytes = 1u << 20;

// The preamble is that of an empty container. The credential opens its file key.
class SparseContainer {
 public:
  SparseContainer(int fd, const Credential& credential, std::uint64_t bytes)
      : fd_(fd), bytes_(bytes), preamble_(start(fd, credential)), cipher_(cipher_of(credential)) {}

  std::uint64_t last() const { return (bytes_ - 1) / kSegmentBytes; }

  void write_segment(std::uint64_t index) {
    const auto& header = preamble_.header;
    const auto start = index * kSegmentBytes;
    const auto size = std::min<std::uint64_t>(kSegmentBytes, bytes_ - start);
    std::vector<std::uint8_t> data(size + header.tag_bytes);
    for (std::size_t i = 0; i < size; i++) data[i] = static_cast<std::uint8_t>((start + i) % 251);
    const auto made = cipher_.seal({index, index == last()}, data.data(), size);
    pwrite_all(fd_, data.data(), made, header.body_offset() + index * header.stride());
  }

 private:
  static Preamble start(int fd, const Credential& credential) {
    const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    EncryptOptions options;
    options.cipher = "kalyna-128-128";
    options.segment_bytes = kSegmentBytes;
    encrypt(nothing.get(), fd, credential, options);
    return read_preamble_at_start(fd);
  }
  SegmentCipher cipher_of(const Credential& credential) const {
    const auto unlocked = unlock(preamble_, {&credential, 1}, kDefaultKdfLimit);
    return {preamble_.header, derive_cipher_key(preamble_.header, unlocked.file_secret)};
  }

  int fd_;
  std::uint64_t bytes_;
  Preamble preamble_;
  SegmentCipher cipher_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: sparse_container KEY OUT BYTES OFFSET LENGTH\n");
    return 2;
  }
  try {
    const auto bytes = std::stoull(argv[3]), offset = std::stoull(argv[4]),
               length = std::stoull(argv[5]);
    const Descriptor file(open(argv[2], O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    SparseContainer container(file.get(), load_key_file(argv[1]).credential, bytes);
    for (auto i = offset / kSegmentBytes; i <= (offset + length - 1) / kSegmentBytes; i++)
      container.write_segment(i);
    container.write_segment(container.last());
    return 0;
  } catch (const std::exception& e) {
    fprintf(stderr, "sparse_container: %s\n", e.what());
    return 3;
  }
}
