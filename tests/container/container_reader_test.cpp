// Random access gives the same bytes as full decryption, reads only the segments that it needs, and
// refuses damaged ones.
//
// The suite turned red when the segment index was computed with the stride, when opening did not
// check the final segment, and when opening loaded the first segment.
#include <sys/uio.h>

#include <atomic>

#include "container/container_support.hpp"
#include "container/key/file_key.hpp"
#include "container/key/unlock.hpp"

// Replaces a function of the C library, to count the bytes that this program reads by position.
namespace {
std::atomic<std::uint64_t> bytes_read;
}
extern "C" ssize_t pread(int fd, void* data, size_t bytes, off_t offset) {
  const iovec place{data, bytes};
  const auto n = preadv(fd, &place, 1, offset);
  if (n > 0) bytes_read += static_cast<std::uint64_t>(n);
  return n;
}

namespace hedgerow::container {
namespace {

TEST(Reader, AnyRangeOfAnySize) {
  std::mt19937_64 random(3);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{kSmallSegment}, std::size_t{kSmallSegment + 1},
        std::size_t{5 * kSmallSegment - 7}}) {
    const auto plain = pattern(size);
    const auto file = file_of(seal(plain));
    Reader reader(file.get(), test_key());
    ASSERT_EQ(reader.size(), size);
    for (int i = 0; i < 200; i++) {
      const auto offset = random() % (size + 3);
      Bytes out(random() % (i % 2 == 0 ? 100 : 2 * kSmallSegment));
      const auto expected = offset >= size ? 0 : std::min<std::size_t>(out.size(), size - offset);
      ASSERT_EQ(reader.read(offset, out.data(), out.size()), expected);
      ASSERT_TRUE(std::equal(out.begin(), out.begin() + static_cast<long>(expected),
                             plain.begin() + static_cast<long>(std::min(offset, size))))
          << size << " " << offset;
    }
  }
}

TEST(Reader, NeedsOnlyTheSegmentsItReads) {
  const auto plain = pattern(4 * kSmallSegment);
  auto container = seal(plain);
  container[kBodyOffset + parse_header(container).stride() + 100] ^= 1;
  const auto file = file_of(container);
  Reader reader(file.get(), test_key());
  Bytes out(10);
  EXPECT_EQ(reader.read(2 * kSmallSegment - 1 + 1, out.data(), out.size()), out.size());
  EXPECT_TRUE(std::equal(out.begin(), out.end(), plain.begin() + 2 * kSmallSegment));
  EXPECT_THROW(reader.read(kSmallSegment + 5, out.data(), out.size()), Error);
  EXPECT_THROW(reader.read(kSmallSegment - 5, out.data(), out.size()), Error);
  EXPECT_EQ(reader.read(0, out.data(), out.size()), out.size());
}

// A container of 100 GiB that has only these segments, while all others are holes.
Descriptor sparse_container(std::uint64_t segments, const std::vector<std::uint64_t>& present) {
  auto header = make_header("kalyna-128-128", kDefaultSegmentBytes);
  const auto locked = lock(header, Credentials(test_key()), kDefaultKdfCost);
  const auto copy = encode_copy(locked.area, header, locked.file_key);
  auto file = file_of(header.bytes);
  for (std::size_t i = 0; i < kSlotCopies; i++)
    pwrite_all(file.get(), copy.data(), copy.size(), kPageBytes * (1 + i));
  SegmentCipher cipher(header, derive_cipher_key(header, locked.file_key));
  for (const auto index : present) {
    auto data = pattern(kDefaultSegmentBytes, static_cast<unsigned>(index));
    data.resize(header.stride());
    cipher.seal({index, index + 1 == segments}, data.data(), kDefaultSegmentBytes);
    pwrite_all(file.get(), data.data(), data.size(), kBodyOffset + index * header.stride());
  }
  return file;
}

TEST(Reader, ReadsNoOtherSegmentOf100Gib) {
  constexpr std::uint64_t kSegments = 100 << 10, kWanted = 70 << 10;
  const auto file = sparse_container(kSegments, {kWanted, kWanted + 1, kSegments - 1});
  const auto segment = std::uint64_t{kDefaultSegmentBytes};
  Bytes out(64 << 10);
  for (const auto& [offset, segments] :
       {std::pair{kWanted * segment + 4321, 2u}, {(kWanted + 1) * segment - 100, 3u}}) {
    bytes_read = 0;
    EXPECT_EQ(Reader(file.get(), test_key()).read(offset, out.data(), out.size()), out.size());
    EXPECT_GE(bytes_read, kBodyOffset + segment);
    EXPECT_LE(bytes_read, kBodyOffset + segments * (segment + 16));
    const auto first = pattern(segment, kWanted), second = pattern(segment, kWanted + 1);
    Bytes both = first;
    both.insert(both.end(), second.begin(), second.end());
    const auto at = both.begin() + static_cast<long>(offset - kWanted * segment);
    EXPECT_EQ(out, Bytes(at, at + (64 << 10)));
  }
  EXPECT_THROW(Reader(file.get(), test_key()).read(5, out.data(), 1), Error);  // in a hole
}

TEST(Reader, RefusesTruncationWrongKeysAndPipes) {
  const auto container = seal(pattern(2 * kSmallSegment));
  const auto stride = parse_header(container).stride();
  EXPECT_EQ(open_reader(file_of(container).get(), test_key(9)), Status::kWrongKey);
  EXPECT_EQ(open_reader(file_of({container.data(), kBodyOffset + stride}).get()),
            Status::kTruncated);
  EXPECT_EQ(open_reader(file_of({container.data(), kBodyOffset}).get()), Status::kTruncated);
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const Descriptor in(ends[0]), out(ends[1]);
  EXPECT_EQ(open_reader(in.get()), Status::kArgument);
}

TEST(Layout, BeyondFourGib) {
  auto header = make_header("kalyna-256-256", kDefaultSegmentBytes);
  const std::uint64_t segments = 5 << 10, plain = (segments << 20) - 3;
  const auto layout = lengths_of(header, kBodyOffset + plain + segments * header.tag_bytes);
  EXPECT_EQ(layout.segments, segments);
  EXPECT_EQ(layout.plaintext_bytes, plain);
}

TEST(Inspect, NeedsNoKey) {
  const auto container = seal(pattern(3 * kSmallSegment), small_segments("kuznyechik"));
  const auto whole = inspect(file_of(container).get());
  EXPECT_EQ(whole.header.cipher, "kuznyechik");
  EXPECT_STREQ(whole.header.algorithm.mode, "mgm");
  EXPECT_EQ(whole.container_bytes, container.size());
  EXPECT_EQ(whole.plaintext_bytes, 3 * kSmallSegment);
  const auto part = inspect(file_of({container.data(), kBodyOffset + 3}).get());
  EXPECT_FALSE(part.plaintext_bytes);
}

}  // namespace
}  // namespace hedgerow::container
