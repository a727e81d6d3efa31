// Tests the two copies of the header, where one copy is enough, no key decides which one counts,
// and rekey repairs a damaged copy and adds a missing one.
//
// The suite turned red when the second copy was not read, or was read without its hash, when the
// bytes between the copies were checked, when the first copy counted whenever it was well-formed,
// and when rekey did not call store_header. It also turned red when max_segments counted 15 calls
// instead of 16 beside those for the blocks of a segment.
#include <algorithm>

#include "container/container_support.hpp"
#include "container/key/file_key.hpp"
#include "container/key/unlock.hpp"
#include "container/rekey.hpp"

namespace hedgerow::container {
namespace {

const Bytes kPlain = pattern(kSmallSegment + 5);
constexpr std::size_t kSecondEnd = kSecondHeader + kHeaderBytes + kHeaderHashBytes;
static_assert(kSecondHeader == 3920 && kSecondEnd == kPageBytes);

bool copies_whole(const Bytes& container) {
  return verify(file_of(container).get(), test_key(), {}).copies_whole;
}

void expect_opens(const Bytes& container, const char* what, std::size_t at = 0) {
  const auto result = open_container(container);
  ASSERT_FALSE(result.failure) << what << at << result.text;
  ASSERT_TRUE(result.plain == kPlain) << what << at;
}

// The formula is in docs/container.md.
TEST(Header, SegmentsOfOneKeyStayWithinTheLimitOfTheCipher) {
  for (const auto cipher : {"kuznyechik", "kalyna-128-128", "kalyna-512-512"})
    for (const auto segment : {kMinSegmentBytes, kMaxSegmentBytes}) {
      const auto header = make_header(cipher, segment);
      const auto blocks = segment / header.algorithm.block_bytes;
      const auto calls = std::uint64_t{2} * blocks + 16;
      EXPECT_EQ(max_segments(header), header.algorithm.limit_blocks / calls) << cipher;
    }
}

TEST(HeaderCopies, AreTheSameAndHashed) {
  const auto container = seal(kPlain);
  EXPECT_TRUE(std::equal(&container[0], &container[kHeaderBytes], &container[kSecondHeader]));
  HeaderHash hash;
  derive({}, std::span(container).first(kHeaderBytes), "HDR", 2, hash);
  EXPECT_TRUE(std::equal(hash.begin(), hash.end(), &container[kSecondHeader + kHeaderBytes]));
  EXPECT_TRUE(copies_whole(container));
}

TEST(HeaderCopies, EitherOneIsEnough) {
  const auto original = seal(kPlain);
  auto container = original;
  for (std::size_t at = 0; at < kPageBytes; at += at == kHeaderBytes ? 8 : 1) {
    container[at] ^= static_cast<std::uint8_t>(1 << at % 8);
    expect_opens(container, "byte ", at);
    EXPECT_EQ(copies_whole(container), at >= kHeaderBytes && at < kSecondHeader) << at;
    container[at] = original[at];
  }
  for (const auto& [from, to] : {std::pair{std::size_t{0}, kHeaderBytes},
                                 {0, kSecondHeader},
                                 {kHeaderBytes, kSecondHeader},
                                 {kSecondHeader, kPageBytes}})
    for (const std::uint8_t filling : {0, 0xff}) {
      std::fill(&container[from], &container[0] + to, filling);
      expect_opens(container, "from ", from);
      Reader reader(file_of(container).get(), test_key());
      EXPECT_EQ(reader.size(), kPlain.size());
      EXPECT_EQ(inspect(file_of(container).get()).header.cipher, kDefaultCipher);
      container = original;
    }
}

TEST(HeaderCopies, DamageToBothIsRefused) {
  const auto original = seal(kPlain);
  auto container = original;
  for (std::size_t at = 0; at < kHeaderBytes; at++) {
    container[at] ^= 4;
    container[kSecondHeader + at] ^= 4;
    const auto result = open_container(container);
    ASSERT_TRUE(result.failure) << at;
    ASSERT_TRUE(result.plain.empty()) << at;
    container[at] = original[at];
    container[kSecondHeader + at] = original[at];
  }
}

// Otherwise one file could have two headers that bind different keys and plaintexts.
TEST(HeaderCopies, WhichOneCountsDependsOnNoKey) {
  const auto other = seal(kPlain);
  auto container = seal(kPlain);
  std::copy(&other[kSecondHeader], &other[0] + kPageBytes, &container[kSecondHeader]);
  EXPECT_EQ(open_container(container).failure, Status::kWrongKey);
  EXPECT_EQ(preamble_of(container).header.bytes, preamble_of(other).header.bytes);
}

class HeaderFile : public ::testing::Test, protected TestFolder {};

TEST_F(HeaderFile, RekeyMendsTheCopies) {
  const auto original = seal(kPlain);
  const auto mended = [&](const Bytes& bytes) {
    put("c", std::string(bytes.begin(), bytes.end()));
    rekey(path("c"), test_key(), {});
    const auto text = get("c");
    return Bytes(text.begin(), text.begin() + kPageBytes);
  };
  const Bytes page(original.begin(), original.begin() + kPageBytes);
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{33}, std::size_t{120}, kSecondHeader, kSecondEnd - 1}) {
    auto damaged = original;
    damaged[at] ^= 1;
    EXPECT_FALSE(copies_whole(damaged)) << at;
    EXPECT_EQ(mended(damaged), page) << at;
  }
  auto old = original;  // in the layout of Hedgerow 0.2
  std::fill(&old[kHeaderBytes], &old[0] + kPageBytes, 0);
  expect_opens(old, "one header");
  EXPECT_TRUE(copies_whole(old));
  EXPECT_EQ(mended(old), page);
}

// Only one copy is written at a time, and it is durable before the other one is touched.
TEST_F(HeaderFile, OneCopyIsWholeAtEveryMoment) {
  struct Log : PageStore {
    void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
      steps.push_back({offset, bytes.size()});
    }
    void sync() override { steps.push_back({1, 1}); }
    std::vector<std::pair<std::uint64_t, std::size_t>> steps;
  } log;
  auto container = seal(kPlain);
  container[0] ^= 1;
  store_header(log, preamble_of(container));
  container[0] ^= 1;
  container[kSecondHeader] ^= 1;
  store_header(log, preamble_of(container));
  const decltype(log.steps) expected = {{0, 144}, {1, 1}, {3920, 176}, {1, 1}};
  EXPECT_EQ(log.steps, expected);
}

}  // namespace
}  // namespace hedgerow::container
