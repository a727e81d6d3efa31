// sparse_container KEY OUT BYTES OFFSET LENGTH
//
// Writes a container of BYTES of plaintext, kalyna-128-128 in segments of 1 MiB, in which only the
// header, the last segment and the segments of the range OFFSET:LENGTH stand; the others are holes.
// Reading that range needs no other, so a file of any size can be timed without being written. The
// plaintext's byte at position p is p modulo 251. cli_targets.py runs it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "container/descriptor.hpp"
#include "container/key_file.hpp"

namespace {

using namespace hedgerow::container;

constexpr std::uint32_t kSegmentBytes = 1u << 20;

class SparseContainer {
 public:
  SparseContainer(int fd, const Credential& credential, std::uint64_t bytes)
      : fd_(fd),
        bytes_(bytes),
        header_(make_header("kalyna-128-128", kSegmentBytes, Kdf::kNone, 0, 0)),
        keys_(derive_file_keys(header_, credential)) {
    header_.commitment = keys_.commitment;
    const auto encoded = encode_header(header_);
    pwrite_all(fd_, encoded.data(), encoded.size(), 0);
  }

  std::uint64_t last() const { return (bytes_ - 1) / kSegmentBytes; }

  void write_segment(std::uint64_t index) {
    SegmentCipher cipher(header_, keys_);
    const auto start = index * kSegmentBytes;
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(kSegmentBytes, bytes_ - start));
    std::vector<std::uint8_t> data(size + header_.tag_bytes);
    for (std::size_t i = 0; i < size; i++) data[i] = static_cast<std::uint8_t>((start + i) % 251);
    const auto made = cipher.seal({index, index == last()}, data.data(), size);
    pwrite_all(fd_, data.data(), made, kHeaderBytes + index * header_.stride());
  }

 private:
  int fd_;
  std::uint64_t bytes_;
  Header header_;
  FileKeys keys_;
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
    const Descriptor file(open(argv[2], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
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
