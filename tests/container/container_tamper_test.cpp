// A changed container must not open, whatever was changed: every prefix, every bit, every
// rearrangement, every header field.
//
// The suite turned red when Aead::open did not compare the tag, when nonce and AAD left out the
// final flag, when both left out the index, when the commitment was not compared, and when each
// check of parse_header was removed in turn.
#include "container/container_support.hpp"
#include "container/key/file_key.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow::container {
namespace {

TEST(Truncation, PrefixesAreRefusedByTheReader) {
  const auto file = file_of(seal(pattern(2 * kSmallSegment + 1000), small_segments()));
  EXPECT_FALSE(open_reader(file.get()));
  const auto body = static_cast<off_t>(kBodyOffset), stride = off_t{kSmallSegment} + 32;
  for (auto size = lseek(file.get(), 0, SEEK_END) - 1; size >= 0; size--) {
    // Every length near an end of some part, and each 16th between.
    const auto beyond = size < body ? 0 : (size - body) % stride;
    if (beyond > 300 && beyond < stride - 300 && size % 16 != 0) continue;
    ASSERT_EQ(ftruncate(file.get(), size), 0);
    ASSERT_TRUE(open_reader(file.get())) << size;
  }
}

TEST(Truncation, PrefixesNeverDecrypt) {
  const auto container = seal(pattern(2 * kSmallSegment + 1000));
  const auto stride = parse_header(container).stride();
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < container.size(); i += 1 + i / 211) sizes.push_back(i);
  for (std::size_t end = kBodyOffset; end < container.size(); end += stride)
    for (std::size_t i = end - 40; i <= end + 40; i++) sizes.push_back(i);
  for (const auto size : sizes) {
    const auto result = open_container(Bytes(container.begin(), container.begin() + size));
    ASSERT_TRUE(result.failure) << size;
    EXPECT_EQ(exit_code(*result.failure), 1) << size << ": " << result.text;
    EXPECT_EQ(result.plain.size() % kSmallSegment, 0u) << size;
  }
}

TEST(Truncation, IsToldFromTampering) {
  const auto container = seal(pattern(3 * kSmallSegment));
  const auto stride = parse_header(container).stride();
  const auto prefix = [&](std::size_t size) {
    return open_container(Bytes(container.begin(), container.begin() + size)).failure;
  };
  EXPECT_EQ(prefix(0), Status::kTruncatedHeader);
  EXPECT_EQ(prefix(5), Status::kTruncatedHeader);
  EXPECT_EQ(prefix(kHeaderBytes - 1), Status::kTruncatedHeader);
  EXPECT_EQ(prefix(kHeaderBytes), Status::kTruncatedHeader);
  EXPECT_EQ(prefix(kBodyOffset - 1), Status::kTruncatedHeader);
  EXPECT_EQ(prefix(kBodyOffset), Status::kTruncated);
  EXPECT_EQ(prefix(kBodyOffset + stride), Status::kTruncated);
  EXPECT_EQ(prefix(kBodyOffset + 2 * stride), Status::kTruncated);
  EXPECT_EQ(prefix(kBodyOffset + 2 * stride + 5), Status::kTruncated);
  EXPECT_EQ(prefix(container.size() - 1), Status::kTampered);
  auto longer = container;
  longer.push_back(0);
  EXPECT_EQ(open_container(longer).failure, Status::kTrailingData);
}

// Makes a container of version 2 in the layout of Hedgerow 0.2, which has no second copy of the
// header.
Bytes with_one_header(Bytes container) {
  std::fill(container.begin() + kHeaderBytes, container.begin() + kPageBytes, 0);
  return container;
}

// In version 1 every bit counts, but version 2 survives damage to one of its copies.
TEST(Tampering, EveryBitOfHeaderAndBodyCounts) {
  for (const std::string cipher : {"kalyna-256-256", "kuznyechik"}) {
    auto container = with_one_header(seal(pattern(50), small_segments(cipher)));
    for (std::size_t bit = 0; bit < 8 * container.size(); bit++) {
      if (bit == 8 * kHeaderBytes) bit = 8 * kBodyOffset;
      const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
      container[bit / 8] ^= mask;
      const auto result = open_container(container);
      ASSERT_TRUE(result.failure) << cipher << " byte " << bit / 8;
      ASSERT_TRUE(result.plain.empty());
      container[bit / 8] ^= mask;
    }
    EXPECT_FALSE(open_container(container).failure);
  }
}

TEST(Tampering, EveryBitOfVersion1Counts) {
  auto container = vector_container("kalyna-256-256-1000");
  for (std::size_t bit = 0; bit < 8 * container.size(); bit++) {
    const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
    container[bit / 8] ^= mask;
    const auto result = open_container(container, vector_key());
    ASSERT_TRUE(result.failure) << "byte " << bit / 8;
    ASSERT_TRUE(result.plain.empty());
    container[bit / 8] ^= mask;
  }
  EXPECT_FALSE(open_container(container, vector_key()).failure);
}

// Returns the container with these segments in this order. For example, {0, 2, 1} swaps the last
// two of three segments.
Bytes rearrange(const Bytes& container, const std::vector<std::size_t>& order) {
  const auto stride = parse_header(container).stride();
  Bytes result(container.begin(), container.begin() + kBodyOffset);
  for (const auto i : order) {
    const auto start = container.begin() + static_cast<long>(kBodyOffset + i * stride);
    result.insert(result.end(), start, start + static_cast<long>(stride));
  }
  return result;
}

TEST(Tampering, SegmentsStayInPlace) {
  for (const std::string cipher : {"kalyna-128-128", "kuznyechik"}) {
    const auto container = seal(pattern(4 * kSmallSegment), small_segments(cipher));
    EXPECT_FALSE(open_container(rearrange(container, {0, 1, 2, 3})).failure);
    const std::vector<std::vector<std::size_t>> orders = {
        {1, 0, 2, 3},    {0, 2, 1, 3}, {0, 1, 3, 2}, {0, 1, 1, 3},
        {0, 0, 1, 2, 3}, {0, 1, 3},    {1, 2, 3},    {3},
        {0, 3},          {0, 1, 2},    {0},          {0, 1, 2, 3, 3}};
    for (const auto& order : orders)
      EXPECT_TRUE(open_container(rearrange(container, order)).failure)
          << cipher << ::testing::PrintToString(order);
  }
}

TEST(Tampering, SegmentsOfAnotherContainerAreRefused) {
  const auto plain = pattern(2 * kSmallSegment);
  auto a = seal(plain);
  const auto b = seal(plain);
  std::copy(b.begin() + kBodyOffset, b.end(), a.begin() + kBodyOffset);
  EXPECT_EQ(open_container(a).failure, Status::kTampered);
}

TEST(Tampering, OnlySegmentsBeforeTheBadOneLeave) {
  const auto plain = pattern(6 * kSmallSegment);
  auto container = seal(plain);
  container[kBodyOffset + 4 * parse_header(container).stride() + 9] ^= 1;
  for (unsigned threads = 1; threads <= 4; threads++) {
    const auto result = open_container(container, test_key(), threads);
    EXPECT_EQ(result.failure, Status::kTampered);
    EXPECT_TRUE(result.plain == Bytes(plain.begin(), plain.begin() + 4 * kSmallSegment)) << threads;
  }
}

TEST(Tampering, WrongKey) {
  EXPECT_EQ(open_container(seal(pattern(9)), test_key(8)).failure, Status::kWrongKey);
}

struct Edit {
  const char* what;
  std::size_t at;
  Bytes bytes;
  Status status;
};

// Edits of both versions, with a key file.
const Edit kFieldEdits[] = {
    {"magic", 0, {'h'}, Status::kNotContainer},
    {"version 0", 8, {0}, Status::kVersion},
    {"version 4", 8, {4}, Status::kVersion},
    {"length", 10, {145}, Status::kHeaderLength},
    {"length, high byte", 11, {1}, Status::kHeaderLength},
    {"mode of another cipher", 12, {1}, Status::kMode},
    {"unknown mode", 12, {77}, Status::kMode},
    {"nonce length", 13, {12}, Status::kNonceLength},
    {"tag too short", 14, {15}, Status::kTagLength},
    {"tag too long", 14, {33}, Status::kTagLength},
    {"tag shorter than it is", 14, {16}, Status::kWrongKey},
    {"name length 0", 15, {0}, Status::kHeaderField},
    {"name length 33", 15, {33}, Status::kHeaderField},
    {"name length, rest not zero", 15, {13}, Status::kHeaderField},
    {"name of a control character", 48, {7}, Status::kHeaderField},
    {"unknown cipher", 48, {'x'}, Status::kCipher},
    {"another cipher",
     48,
     {'k', 'a', 'l', 'y', 'n', 'a', '-', '2', '5', '6', '-', '5', '1', '2'},
     Status::kWrongKey},
    {"segment of 0", 16, {0, 0, 0, 0}, Status::kSegmentBytes},
    {"segment of 2^31", 16, {0, 0, 0, 0x80}, Status::kSegmentBytes},
    {"segment no power of two", 16, {1}, Status::kSegmentBytes},
    {"another segment size", 16, {0, 0, 2, 0}, Status::kWrongKey},
    {"Argon2id passes", 20, {1}, Status::kHeaderField},
    {"Argon2id memory", 24, {1}, Status::kHeaderField},
    {"reserved", 28, {1}, Status::kHeaderField},
    {"file salt", 80, {0, 0, 0, 0}, Status::kWrongKey},
    {"commitment", 112, {0, 0, 0, 0}, Status::kWrongKey},
};

const Edit kVersion1Edits[] = {
    {"KDF", 9, {2}, Status::kKdf},
    {"Argon2id salt with a key file", 32, {1}, Status::kHeaderField},
};
const Edit kVersion2Edits[] = {
    {"KDF of version 1", 9, {1}, Status::kHeaderField},
    {"file id", 32, {1, 2, 3, 4}, Status::kWrongKey},
};

void expect_statuses(const Bytes& original, const Credential& key, std::span<const Edit> edits,
                     KdfLimit limit = kDefaultKdfLimit) {
  for (const auto& edit : edits) {
    auto container = original;
    std::copy(edit.bytes.begin(), edit.bytes.end(), container.begin() + static_cast<long>(edit.at));
    const auto result = open_container(container, key, 1, WriteOrder::kInOrder, limit);
    EXPECT_EQ(result.failure, edit.status) << edit.what << ": " << result.text;
    EXPECT_FALSE(result.text.empty()) << edit.what;
  }
}

TEST(Header, EveryFieldHasItsStatus) {
  expect_statuses(with_one_header(seal(pattern(20))), test_key(), kFieldEdits);
  expect_statuses(with_one_header(seal(pattern(20))), test_key(), kVersion2Edits);
  expect_statuses(vector_container("kalyna-256-256-1000"), vector_key(), kFieldEdits);
  expect_statuses(vector_container("kalyna-256-256-1000"), vector_key(), kVersion1Edits);
}

// These costs mean 4 TiB of memory, or 2^32 - 1 passes, so they must be refused before the work
// starts.
TEST(Header, AbsurdCostsOfVersion1AreRefusedBeforeAnythingIsAllocated) {
  const auto original = vector_container("passphrase-100");
  const auto words = test_passphrase("viburnum opulus");
  EXPECT_FALSE(open_container(original, words).failure);
  const Edit edits[] = {
      {"2^32-1 passes", 20, {255, 255, 255, 255}, Status::kKdfCost},
      {"17 passes", 20, {17}, Status::kKdfCost},
      {"0 passes", 20, {0}, Status::kKdfCost},
      {"2^32-1 KiB", 24, {255, 255, 255, 255}, Status::kKdfCost},
      {"1 GiB + 1 KiB", 24, {1, 0, 16, 0}, Status::kKdfCost},
      {"7 KiB", 24, {7, 0, 0, 0}, Status::kKdfCost},
      {"512 MiB", 24, {0, 0, 8, 0}, Status::kKdfCost},
      {"4 passes over 256 MiB and a KiB", 20, {4, 0, 0, 0, 1, 0, 4, 0}, Status::kKdfCost},
      {"5 passes over 256 MiB", 20, {5, 0, 0, 0, 0, 0, 4, 0}, Status::kKdfCost},
      {"2 passes", 20, {2}, Status::kWrongKey},
      {"65 MiB", 24, {0, 4, 1, 0}, Status::kWrongKey},
      {"salt", 32, {1, 2, 3, 4}, Status::kWrongKey},
  };
  expect_statuses(original, words, edits);
}

TEST(Header, SegmentLimitFollowsTheCiphersDataLimit) {
  for (std::uint32_t bytes = kMinSegmentBytes; bytes <= kMaxSegmentBytes; bytes *= 2) {
    auto header = make_header("kuznyechik", bytes);
    const auto info = find_container_cipher("kuznyechik");
    EXPECT_LE(max_segments(header), info.limit_blocks / (2 * bytes / 16));
    EXPECT_GE(max_segments(header), info.limit_blocks / (2 * bytes / 16) / 2);
    SegmentCipher cipher(header, derive_cipher_key(header, Secret(kFileKeyBytes)));
    Bytes data(100);
    try {
      cipher.seal({max_segments(header), false}, data.data(), 0);
      ADD_FAILURE() << "beyond the limit";
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kLimit);
    }
    cipher.seal({max_segments(header) - 1, false}, data.data(), 0);
  }
}

TEST(Header, CiphersOf64BitBlocksAreRefused) {
  for (const char* name : {"magma", "gost28147:dke-1", "speck-64-128"}) {
    try {
      find_container_cipher(name);
      ADD_FAILURE() << name;
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kCipher);
      EXPECT_NE(std::string(e.what()).find("at least 128 bits"), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace hedgerow::container
