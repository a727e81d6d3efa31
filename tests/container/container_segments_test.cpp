// Segments that are sealed and opened without the rest of a container (container.hpp).
//
// Each of these breaks turned one case red: a second sealing of an index is not rejected; a call for two segments uses
// one index; the offset of a file's segments does not include the preamble; a segment that is cut off within its tag is
// written beyond the room; no bytes count as a final segment.
#include <algorithm>
#include <cstring>

#include "container/container_hpp_support.hpp"

namespace hedgerow_test {
namespace {

// decrypt_container opens segments that were made one per call, or two per call in another order.
TEST(ContainerSegments, MakeAContainer) {
  const auto plain = plaintext(3 * kSegment + 5);
  ContainerSegments segments(some_key(), small());
  const auto info = segments.info();
  const std::size_t stride = info.segment_bytes + info.tag_bytes;
  const auto preamble = segments.preamble();
  Bytes container(info.body_offset + 3 * stride + 5 + info.tag_bytes);
  std::memcpy(container.data(), preamble.data(), preamble.size());
  const auto body = std::span(container).subspan(info.body_offset);
  const Input all(plain.data(), plain.size());
  segments.seal(2, true, std::span(plain).subspan(2 * kSegment), body.subspan(2 * stride), 2);
  segments.seal(0, false, std::span(plain).first(2 * kSegment), body.first(2 * stride), 3);
  const Memory in(container), out;
  decrypt_container(in.fd(), out.fd(), some_key());
  EXPECT_EQ(out.content(), plain);
  const auto layout = container_layout(preamble, container.size());
  EXPECT_EQ(layout.segments, 4u);
  EXPECT_EQ(layout.plaintext_bytes, plain.size());

  ContainerSegments opened(Input(container.data(), container.size()), some_key());
  Bytes from_file(2 * kSegment), from_memory(kSegment + 5);
  EXPECT_EQ(opened.open(1, false, in.fd(), 2 * stride, from_file, 2), from_file.size());
  EXPECT_TRUE(std::equal(from_file.begin(), from_file.end(), plain.begin() + kSegment));
  EXPECT_EQ(opened.open(2, true, body.subspan(2 * stride), from_memory, 2), from_memory.size());
  EXPECT_TRUE(std::equal(from_memory.begin(), from_memory.end(), plain.begin() + 2 * kSegment));
  Bytes digest(HEDGEROW_CONTAINER_DIGEST_BYTES), again = digest, elsewhere = digest;
  segments.digest(1, all, digest);
  opened.digest(1, all, again);
  opened.digest(2, all, elsewhere);
  EXPECT_EQ(digest, again);
  EXPECT_NE(digest, elsewhere);
}

TEST(ContainerSegments, RefuseWhatIsWrong) {
  ContainerSegments segments(some_key(), small());
  const std::size_t stride = kSegment + segments.info().tag_bytes;
  const auto plain = plaintext(kSegment);
  Bytes out(2 * stride), back(kSegment, 9);
  const auto two = plaintext(2 * kSegment);
  segments.seal(5, false, two, out);
  EXPECT_EQ(status_of([&] { segments.seal(6, false, plain, std::span(out).first(stride)); }),
            HEDGEROW_CONTAINER_REUSED);
  EXPECT_EQ(status_of([&] { segments.seal(4, false, two, out); }), HEDGEROW_CONTAINER_REUSED);
  segments.seal(4, false, plain, std::span(out).first(stride));  // the failed call used no index
  EXPECT_EQ(status_of([&] { segments.seal(9, false, std::span(plain).first(5), out); }),
            HEDGEROW_CONTAINER_ARGUMENT);
  EXPECT_EQ(status_of([&] { segments.seal(9, true, two, std::span(out).first(2 * kSegment)); }),
            HEDGEROW_CONTAINER_ARGUMENT);
  EXPECT_EQ(status_of([&] { segments.seal(UINT64_MAX, false, plain, out); }),
            HEDGEROW_CONTAINER_LIMIT);
  out[3] ^= 1;
  EXPECT_EQ(status_of([&] { segments.open(4, false, std::span(out).first(stride), back); }),
            HEDGEROW_CONTAINER_TAMPERED);
  EXPECT_EQ(back, Bytes(kSegment));
}

// A last piece that is shorter than a tag is no segment. Nothing must be written beyond the room.
TEST(ContainerSegments, ThatAreCutOff) {
  ContainerSegments segments(some_key(), small());
  const std::size_t tag = segments.info().tag_bytes, stride = kSegment + tag;
  Bytes sealed(2 * stride), out(2 * kSegment);
  segments.seal(0, false, plaintext(2 * kSegment), sealed);
  for (std::size_t rest = 1; rest < tag; rest++) {
    const std::size_t room = kSegment + rest - tag;  // what the data would have without two tags
    out.assign(out.size(), 9);
    EXPECT_EQ(status_of([&] {
                segments.open(0, false, std::span(sealed).first(stride + rest),
                              std::span(out).first(room));
              }),
              HEDGEROW_CONTAINER_TRUNCATED);
    EXPECT_TRUE(std::all_of(out.begin() + (std::ptrdiff_t)room, out.end(), [](std::uint8_t x) {
      return x == 9;
    })) << rest;
  }
  for (const std::uint64_t index : {0, 7})
    EXPECT_EQ(status_of([&] { segments.open(index, true, std::span(sealed).first(0), out); }),
              HEDGEROW_CONTAINER_TRUNCATED);
  EXPECT_EQ(segments.open(7, false, std::span(sealed).first(0), out), 0u);
}

}  // namespace
}  // namespace hedgerow_test
