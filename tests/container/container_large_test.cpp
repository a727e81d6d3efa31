// Encrypts and decrypts more than 4 GiB, which is slow. The input is a sparse file, and a pipe
// joins the two steps, so that no large file is stored.
//
// It turned red when the offsets of segments were computed in 32 bits.
#include <sys/stat.h>

#include <thread>

#include "container/container_support.hpp"

namespace hedgerow::container {
namespace {

constexpr std::uint64_t kSize = (std::uint64_t{4} << 30) + (3 << 20) + 17;
const Bytes kMarks = pattern(64);
constexpr std::uint64_t kMarkOffsets[] = {0, (std::uint64_t{4} << 30) - 5, kSize - 64};

// Reads everything, checks that all bytes except the marks are zero, and returns the number of
// bytes.
std::uint64_t check_plaintext(int fd) {
  Bytes buffer(1 << 20), zero(1 << 20);
  std::uint64_t position = 0;
  while (const auto n = read_up_to(fd, buffer.data(), buffer.size())) {
    for (const auto mark : kMarkOffsets)
      for (std::size_t i = 0; i < kMarks.size(); i++)
        if (mark + i >= position && mark + i < position + n) {
          EXPECT_EQ(buffer[mark + i - position], kMarks[i]) << mark + i;
          buffer[mark + i - position] = 0;
        }
    EXPECT_TRUE(std::equal(buffer.begin(), buffer.begin() + static_cast<long>(n), zero.begin()))
        << position;
    position += n;
  }
  return position;
}

struct Pipe {
  Pipe() {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    in = Descriptor(ends[0]);
    out = Descriptor(ends[1]);
  }
  Descriptor in, out;
};

TEST(Large, MoreThanFourGib) {
  const auto file = file_of({});
  ASSERT_EQ(ftruncate(file.get(), static_cast<off_t>(kSize)), 0);
  for (const auto mark : kMarkOffsets) pwrite_all(file.get(), kMarks.data(), kMarks.size(), mark);
  Pipe container, plain;
  EncryptOptions options;
  options.cipher = "kalyna-128-128";
  options.segment_bytes = kMaxSegmentBytes;
  std::jthread encrypter([&] {
    encrypt(file.get(), container.out.get(), test_key(), options);
    container.out.close();
  });
  std::jthread decrypter([&] {
    decrypt(container.in.get(), plain.out.get(), test_key(), {});
    plain.out.close();
  });
  EXPECT_EQ(check_plaintext(plain.in.get()), kSize);
}

}  // namespace
}  // namespace hedgerow::container
