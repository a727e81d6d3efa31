// Salvage of damaged containers returns every authentic segment at its place and a list of the
// rest.
//
// The suite turned red when the flag of the last segment was not tried both ways, when padding with
// zeros was not cut off, when gaps were not joined, or were joined across an intact segment, when
// segments after the end counted as missing, when the file was not extended over a gap at its end,
// when the strict Reader opened such containers, when a Reader counted the bytes after the end
// wrongly, and when it ignored a failure to read.
#include "container/salvage.hpp"

#include "container/container_support.hpp"
#include "container/io/descriptor.hpp"

namespace hedgerow::container {
namespace {

constexpr std::size_t kTag = 16;
constexpr std::size_t kStride = kSmallSegment + kTag;
constexpr std::size_t kLast = 1234;
const Bytes kPlain = pattern(4 * kSmallSegment + kLast);

Bytes make(const Bytes& plain = kPlain) { return seal(plain, small_segments("kalyna-128-128")); }
std::size_t at(std::size_t segment) { return kBodyOffset + segment * kStride; }
Bytes cut(Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}
Bytes with(Bytes bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}
Bytes spoil(Bytes bytes, const std::vector<std::size_t>& segments) {
  for (const auto segment : segments) bytes[at(segment) + 77] ^= 1;
  return bytes;
}
// The plaintext that salvage returns, with zeros for these segments. For example, if segment 1 of 3
// is damaged, segments 0 and 2 stay at their places.
Bytes without(const std::vector<std::size_t>& segments, Bytes plain = kPlain) {
  for (const auto i : segments) {
    const auto from = std::min(i * kSmallSegment, plain.size());
    std::fill_n(&plain[from], std::min<std::size_t>(kSmallSegment, plain.size() - from), 0);
  }
  return plain;
}

struct Salvaged {
  Salvage result;
  Bytes plain;
};
Salvaged salvaged(const Bytes& container, unsigned threads = 3) {
  const auto in = file_of(container), out = file_of({});
  DecryptOptions options;
  options.threads = threads;
  auto result = salvage(in.get(), out.get(), test_key(), options);
  // The list is the same whether or not it writes.
  lseek(in.get(), 0, SEEK_SET);
  EXPECT_EQ(salvage(in.get(), -1, test_key(), options).missing_bytes(), result.missing_bytes());
  EXPECT_EQ(!open_container(container).failure, result.is_whole());
  return {std::move(result), content_of(out.get())};
}

using Gaps = std::vector<std::array<std::uint64_t, 4>>;
Gaps gaps_of(const Salvage& salvage) {
  Gaps gaps;
  for (const auto& gap : salvage.gaps)
    gaps.push_back({gap.first_segment, gap.segments, gap.offset, gap.bytes});
  return gaps;
}

TEST(Salvage, OfAWholeContainerIsAll) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{kSmallSegment},
                                 3 * kSmallSegment + std::size_t{5}}) {
    const auto plain = pattern(size);
    const auto got = salvaged(make(plain));
    EXPECT_TRUE(got.result.is_whole());
    EXPECT_TRUE(got.plain == plain) << size;
    EXPECT_EQ(got.result.found.plaintext_bytes, size);
    EXPECT_EQ(got.result.found.opened_with, "key file");
  }
}

TEST(Salvage, EveryOtherSegmentIsAtItsPlace) {
  constexpr std::uint64_t kS = kSmallSegment;
  const struct {
    std::vector<std::size_t> segments;
    Gaps gaps;
    bool end;
  } cases[] = {{{2}, {{2, 1, 2 * kS, kS}}, true},
               {{0, 1, 3}, {{0, 2, 0, 2 * kS}, {3, 1, 3 * kS, kS}}, true},
               {{4}, {{4, 1, 4 * kS, kLast}}, false},
               {{1, 3, 4}, {{1, 1, kS, kS}, {3, 2, 3 * kS, kS + kLast}}, false},
               {{0, 1, 2, 3, 4}, {{0, 5, 0, 4 * kS + kLast}}, false}};
  for (const auto& c : cases)
    for (const unsigned threads : {1u, 4u}) {
      const auto got = salvaged(spoil(make(), c.segments), threads);
      EXPECT_EQ(gaps_of(got.result), c.gaps);
      EXPECT_EQ(got.result.end_authentic, c.end);
      EXPECT_TRUE(got.plain == without(c.segments));
      EXPECT_EQ(got.result.failure().status(), Status::kTampered);
    }
}

TEST(Salvage, OfACutContainer) {
  const auto whole = make();
  for (const std::size_t size : {at(2), at(2) + 5, at(2) + kTag, at(2) + 5000, whole.size() - 1}) {
    const auto got = salvaged(cut(whole, size));
    const auto left = (size - kBodyOffset) % kStride;
    const auto segments = (size - kBodyOffset) / kStride;
    const auto lost = left > kTag ? left - kTag : 0;
    EXPECT_FALSE(got.result.end_authentic) << size;
    EXPECT_EQ(got.result.missing_bytes(), lost) << size;
    EXPECT_EQ(got.result.extra_bytes, 0u);
    auto plain = cut(kPlain, segments * kSmallSegment);
    EXPECT_TRUE(got.plain == with(plain, Bytes(lost))) << size;
    EXPECT_EQ(got.result.failure().status(), lost == 0 ? Status::kTruncated : Status::kTampered);
  }
}

TEST(Salvage, BytesBehindTheEndAreNoneOfIt) {
  const auto full = pattern(2 * kSmallSegment);
  for (const auto& [plain, more] : {std::pair{kPlain, Bytes(512)},
                                    {kPlain, Bytes(3 * kStride)},
                                    {full, Bytes(1)},
                                    {full, pattern(5)},
                                    {full, pattern(2 * kStride)},
                                    {Bytes(), Bytes(700)}}) {
    const auto container = with(make(plain), more);
    const auto got = salvaged(container);
    EXPECT_TRUE(got.result.end_authentic);
    EXPECT_EQ(got.result.extra_bytes, more.size());
    EXPECT_EQ(gaps_of(got.result), Gaps());
    EXPECT_TRUE(got.plain == plain);
    EXPECT_EQ(got.result.failure().status(), Status::kTrailingData);
    const auto opened = open_container(container);
    EXPECT_EQ(opened.failure, Status::kTrailingData) << opened.text;
    EXPECT_NE(opened.text.find(std::to_string(more.size()) + " bytes follow"), std::string::npos)
        << opened.text;
    EXPECT_EQ(open_reader(file_of(container).get()).has_value(), true);
  }
  // Garbage after a short last segment hides the end of this segment. Zeros do not.
  const auto got = salvaged(with(make(), pattern(512)));
  EXPECT_FALSE(got.result.end_authentic);
  EXPECT_TRUE(got.plain == with(without({4}), Bytes(512)));
}

// A tag that ends in a zero byte looks like padding.
TEST(Salvage, ATagThatEndsInZeroIsKept) {
  for (int tries = 0; tries < 5000; tries++) {
    const auto container = make(Bytes{1, 2, 3});
    if (container.back() != 0) continue;
    const auto got = salvaged(with(container, Bytes(512)));
    EXPECT_EQ(got.result.extra_bytes, 512u);
    EXPECT_TRUE(got.plain == Bytes({1, 2, 3}));
    return;
  }
  FAIL() << "no tag ended in 0";
}

TEST(Salvage, ReadsPipesAndEveryMode) {
  for (const std::string cipher : {"kuznyechik", "aes-128"})
    for (const std::string mode : {"ctr-acpkm-omac", "mgm", "gcm", "ccm", "siv"}) {
      auto options = small_segments(cipher);
      options.mode = mode;
      try {
        find_container_algorithm(cipher, mode);
      } catch (const Error&) {
        continue;
      }
      const auto container = seal(kPlain, options);
      ASSERT_EQ(parse_header(container).tag_bytes, kTag) << cipher << mode;
      EXPECT_TRUE(salvaged(spoil(container, {1})).plain == without({1})) << cipher << mode;
      EXPECT_EQ(salvaged(with(container, Bytes(9))).result.extra_bytes, 9u) << cipher << mode;
    }
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const Descriptor in(ends[0]);
  Descriptor end(ends[1]);
  fcntl(in.get(), F_SETPIPE_SZ, 1 << 20);
  const auto container = spoil(make(), {0});
  write_all(end.get(), container.data(), container.size());
  end.close();
  EXPECT_EQ(gaps_of(salvage(in.get(), -1, test_key(), {})), (Gaps{{0, 1, 0, kSmallSegment}}));
}

TEST(Salvage, NeedsHeaderAndKey) {
  const auto in = file_of(make());
  EXPECT_EQ(status_of([&] { salvage(in.get(), -1, test_key(9), {}); }), Status::kWrongKey);
  lseek(in.get(), 0, SEEK_SET);
  ASSERT_EQ(ftruncate(in.get(), 5000), 0);
  EXPECT_EQ(status_of([&] { salvage(in.get(), -1, test_key(), {}); }), Status::kTruncatedHeader);
}

TEST(AnyEnding, OpensWhatIsIntact) {
  const auto whole = make();
  for (const auto& container :
       {spoil(whole, {4}), cut(whole, at(3)), cut(whole, at(3) + 9), cut(whole, at(3) + 500),
        with(whole, pattern(99)), with(whole, Bytes(512)), spoil(whole, {1, 4})}) {
    const auto file = file_of(container);
    EXPECT_TRUE(open_reader(file.get()));
    Reader reader(file.get(), test_key(), kDefaultKdfLimit, Ending::kAny);
    EXPECT_TRUE(reader.end_failure());
    Bytes got(100);
    EXPECT_EQ(reader.read(2 * kSmallSegment + 5, got.data(), got.size()), got.size());
    EXPECT_TRUE(std::equal(got.begin(), got.end(), &kPlain[2 * kSmallSegment + 5]));
  }
  Reader reader(file_of(whole).get(), test_key(), kDefaultKdfLimit, Ending::kAny);
  EXPECT_FALSE(reader.end_failure());
  EXPECT_EQ(reader.size(), kPlain.size());
}

TEST(AnyEnding, GivesNothingThatIsNotAuthentic) {
  Bytes got(100, 7);
  const auto whole = make();
  for (const auto& container : {spoil(whole, {3, 4}), cut(whole, at(3) + 900)}) {
    const auto file = file_of(container);
    Reader reader(file.get(), test_key(), kDefaultKdfLimit, Ending::kAny);
    EXPECT_EQ(status_of([&] { reader.read(3 * kSmallSegment, got.data(), got.size()); }),
              Status::kTampered);
    EXPECT_EQ(got, Bytes(100, 7));
  }
  // Swapped segments are not authentic at each other's place.
  auto swapped = spoil(whole, {4});
  std::swap_ranges(&swapped[at(1)], &swapped[at(2)], &swapped[at(2)]);
  const auto file = file_of(swapped);
  Reader reader(file.get(), test_key(), kDefaultKdfLimit, Ending::kAny);
  for (const auto segment : {1, 2})
    EXPECT_EQ(status_of([&] { reader.read(segment * kSmallSegment, got.data(), 1); }),
              Status::kTampered);
}

// The number in the sentence about the end.
std::size_t bytes_that_follow(const Reader& reader) {
  const std::string text = reader.end_failure()->what();
  EXPECT_NE(text.find(" bytes follow"), std::string::npos) << text;
  return std::stoull(text);
}

TEST(AnyEnding, EndsWhereTheLastSegmentEnds) {
  for (const auto& plain : {kPlain, pattern(2 * kSmallSegment)})
    for (const std::size_t zeros : {1, 16, 700}) {
      const auto file = file_of(with(make(plain), Bytes(zeros)));
      Reader reader(file.get(), test_key(), kDefaultKdfLimit, Ending::kAny);
      EXPECT_EQ(reader.size(), plain.size()) << zeros;
      EXPECT_EQ(reader.end_failure()->status(), Status::kTrailingData) << zeros;
      EXPECT_EQ(bytes_that_follow(reader), zeros);
      Bytes got(100);
      EXPECT_EQ(reader.read(plain.size() - 5, got.data(), got.size()), 5u);
      EXPECT_EQ(reader.read(plain.size(), got.data(), got.size()), 0u);
    }
  // The end of this input is known only after reading it.
  const auto file = file_of(with(make(), Bytes(5 * kStride)));
  Reader reader(file.get(), test_key(), kDefaultKdfLimit, Ending::kAny);
  EXPECT_GT(reader.size(), kPlain.size());
  Bytes got(9000);
  EXPECT_EQ(reader.read(4 * kSmallSegment, got.data(), got.size()), kLast);
  EXPECT_EQ(reader.size(), kPlain.size());
  EXPECT_EQ(bytes_that_follow(reader), 5 * kStride);
}

TEST(AnyEnding, AFailureToReadIsNoDamage) {
  const auto container = spoil(make(), {4});
  const auto file = file_of(container);
  int reads = 0;
  const RandomInput in{container.size(),
                       [&](std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
                         // The first read of the last segment shows that it is damaged.
                         if (offset >= kBodyOffset && reads++ > 0)
                           throw Error(Status::kIo, "reading failed");
                         return pread_up_to(file.get(), data, bytes, offset);
                       }};
  EXPECT_EQ(status_of([&] { Reader(in, test_key(), kDefaultKdfLimit, Ending::kAny); }),
            Status::kIo);
  EXPECT_EQ(reads, 2);
}

}  // namespace
}  // namespace hedgerow::container
