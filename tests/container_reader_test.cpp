// Random access gives what full decryption gives, and refuses what it must.
// Seen red: segment index computed with the stride; the final segment not checked on opening.
#include "container/layout.hpp"
#include "container_support.hpp"

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
  const auto layout = layout_of(header, kBodyOffset + plain + segments * header.tag_bytes);
  EXPECT_EQ(layout.segments, segments);
  EXPECT_EQ(layout.plaintext_bytes, plain);
}

TEST(Inspect, NeedsNoKey) {
  const auto container = seal(pattern(3 * kSmallSegment), small_segments("kuznyechik"));
  const auto whole = inspect(file_of(container).get());
  EXPECT_EQ(whole.header.cipher, "kuznyechik");
  EXPECT_EQ(whole.header.mode, Mode::kMgm);
  EXPECT_EQ(whole.container_bytes, container.size());
  EXPECT_EQ(whole.plaintext_bytes, 3 * kSmallSegment);
  const auto part = inspect(file_of({container.data(), kBodyOffset + 3}).get());
  EXPECT_FALSE(part.plaintext_bytes);
}

}  // namespace
}  // namespace hedgerow::container
