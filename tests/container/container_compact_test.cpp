// Version 3, whose preamble is as short as its slots: which containers have it, their length,
// damage to every byte of them, and the second copy of longer ones.
//
// The suite turned red when the checksum was not compared, when the second copy was not read, or was
// preferred, when a single copy counted at its place, when the zeros before it were checked, when
// the number of copies was not checked, when the MAC was not compared, when the nonce of recipients
// was left at random, when the input was read after its end, and when the layout depended on the
// type of the input.
#include <sys/socket.h>
#include <algorithm>
#include <thread>

#include "container/container_support.hpp"
#include "container/format/armor.hpp"
#include "container/key/unlock.hpp"
#include "container/salvage.hpp"

namespace hedgerow::container {
namespace {

constexpr std::size_t kThreshold = 64 << 10;

EncryptOptions compact(const std::string& cipher = "kalyna-128-128") {
  auto options = small_segments(cipher);
  options.kdf = kCheapKdf;
  options.layout = Layout::kCompact;
  return options;
}

Header header_of(const Bytes& container) { return preamble_of(container).header; }
bool copies_whole(const Bytes& container) {
  return verify(file_of(container).get(), test_key(), {}).copies_whole;
}

// Encrypts from a pipe, whose length is not known in advance.
Bytes seal_stream(const Bytes& plain, const EncryptOptions& options) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Descriptor in(ends[0]), feed(ends[1]);
  std::thread writer([&] {
    write_all(feed.get(), plain.data(), plain.size());
    feed.close();
  });
  const auto out = file_of({});
  encrypt(in.get(), out.get(), test_key(), options);
  writer.join();
  return content_of(out.get());
}

TEST(Compact, LengthDecides) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{3}, kThreshold - 1, kThreshold, kThreshold + 1, 3 * kThreshold})
    for (const auto layout : {Layout::kAutomatic, Layout::kCompact, Layout::kReserved}) {
      const auto plain = pattern(size);
      auto options = compact();
      options.layout = layout;
      const bool small = size < kThreshold;
      const bool short_one = layout == Layout::kCompact || (layout == Layout::kAutomatic && small);
      for (const auto& container : {seal(plain, options), seal_stream(plain, options)}) {
        const auto header = header_of(container);
        EXPECT_EQ(header.version, short_one ? kCompactVersion : kReservedVersion) << size;
        if (short_one) {
          EXPECT_EQ(header.copies, small ? 1 : 2) << size;
        }
        EXPECT_TRUE(open_container(container).plain == plain) << size;
        const auto file = file_of(container);
        EXPECT_EQ(Reader(file.get(), test_key()).size(), size);
      }
    }
}

// A terminal would ask the user for another end. These packets have an end among them: the empty one.
TEST(Compact, AnInputIsNotReadAfterItsEnd) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
  const Descriptor in(ends[0]), feed(ends[1]);
  for (const std::string packet : {"abc", "", "def"})
    ASSERT_EQ(send(feed.get(), packet.data(), packet.size(), 0),
              static_cast<ssize_t>(packet.size()));
  const timeval second = {1, 0};  // so that a read after the end fails
  ASSERT_EQ(setsockopt(in.get(), SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second), 0);
  const auto out = file_of({});
  auto options = compact();
  options.threads = 1;
  encrypt(in.get(), out.get(), test_key(), options);
  EXPECT_EQ(open_container(content_of(out.get())).plain, (Bytes{'a', 'b', 'c'}));
}

// The bytes of docs/container.md: header, area, slots, checksum, and one segment.
TEST(Compact, LengthOfSmallOnes) {
  const auto plain = pattern(3);
  const auto recipients = [](std::size_t count) {
    std::vector<Credential> list;
    for (std::size_t i = 0; i < count; i++)
      list.push_back(recipient_of(test_identity(static_cast<std::uint8_t>(i))));
    return list;
  };
  const auto length = [&](std::span<const Credential> list) {
    auto options = compact(kDefaultCipher);
    return seal(plain, options, Credentials(list.data(), list.size())).size();
  };
  const std::vector key = {test_key()}, words = {test_passphrase()};
  constexpr std::size_t kHeader = 15 + 14 + 32, kFixed = kHeader + 34 + 8 + 3 + 32;
  EXPECT_EQ(length(key), kFixed + 138);
  EXPECT_EQ(length(words), kFixed + 20 + 138);
  EXPECT_EQ(length(recipients(1)), kFixed + 162);
  EXPECT_EQ(length(recipients(16)), kFixed + 16 * 162);
}

TEST(Compact, AShortTextFitsIntoArmorOf500Bytes) {
  const auto in = file_of(pattern(3)), out = file_of({});
  auto options = compact(kDefaultCipher);
  options.order = WriteOrder::kInOrder;
  with_armored_output(
      out.get(), [&](int fd) { encrypt(in.get(), fd, recipient_of(test_identity()), options); });
  EXPECT_LE(content_of(out.get()).size(), 500u);
}

TEST(Compact, EveryLabelLengthAndKindComesBack) {
  for (std::size_t size = 1; size <= kMaxLabelBytes; size++) {
    std::vector<Credential> list;
    for (const auto& credential : one_of_each())
      list.push_back(
          credential.with_label(std::string(size, static_cast<char>('a' + list.size()))));
    const auto container = seal(pattern(9), compact(), list);
    const auto preamble = preamble_of(container);
    for (const auto& credential : one_of_each()) {
      const auto unlocked = unlock(preamble, Credentials(credential), kDefaultKdfLimit);
      ASSERT_EQ(unlocked.area.slots.size(), 3u);
      for (std::size_t i = 0; i < 3; i++)
        EXPECT_EQ(open_label(preamble.header, unlocked.file_secret, unlocked.area.slots[i]),
                  list[i].label());
    }
  }
}

TEST(Compact, SixteenSlotsWithTheLongestLabels) {
  std::vector<Credential> list;
  for (std::uint8_t i = 0; i < kMaxSlots; i++)
    list.push_back(recipient_of(test_identity(i)).with_label(std::string(62, 'x') + char('a' + i)));
  for (const std::size_t size : {std::size_t{5}, kThreshold}) {
    const auto plain = pattern(size);
    const auto container = seal(plain, compact(), list);
    EXPECT_TRUE(open_container(container, test_identity(15)).plain == plain);
  }
}

// In a container of one segment, every bit counts for every credential.
TEST(CompactMutation, EveryBitOfASmallOneCounts) {
  const auto original = seal(pattern(50), compact(), one_of_each());
  for (const auto& credential : one_of_each()) {
    auto container = original;
    const int step = credential.kind() == SlotKind::kRecipient ? 3 : 1;  // X25519 takes its time
    for (std::size_t bit = 0; bit < 8 * container.size(); bit += step) {
      const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
      container[bit / 8] ^= mask;
      const auto result = open_container(container, credential);
      ASSERT_TRUE(result.failure) << "byte " << bit / 8;
      ASSERT_TRUE(result.plain.empty()) << "byte " << bit / 8;
      ASSERT_FALSE(result.text.empty());
      container[bit / 8] ^= mask;
    }
    EXPECT_FALSE(open_container(container, credential).failure);
  }
}

// Without the checksum, damage to the preamble would be told as a wrong key.
TEST(CompactMutation, DamageToThePreambleIsToldFromAWrongKey) {
  const auto original = seal(pattern(50), compact());
  auto container = original;
  for (std::size_t at = 0; at < header_of(original).body_offset(); at++) {
    container[at] ^= 1;
    const auto result = open_container(container);
    ASSERT_TRUE(result.failure) << at;
    EXPECT_NE(*result.failure, Status::kWrongKey) << at << result.text;
    container[at] = original[at];
  }
  EXPECT_EQ(open_container(original, test_key(9)).failure, Status::kWrongKey);
}

TEST(CompactMutation, EveryCutAndEveryAddedByteIsRefused) {
  for (const auto size : {std::size_t{0}, std::size_t{50}}) {
    const auto original = seal(pattern(size), compact(), one_of_each());
    for (std::size_t end = 0; end < original.size(); end++) {
      const Bytes cut(original.begin(), original.begin() + static_cast<long>(end));
      const auto result = open_container(cut);
      ASSERT_TRUE(result.failure) << end;
      EXPECT_EQ(exit_code(*result.failure), 1) << end << result.text;
      EXPECT_TRUE(open_reader(file_of(cut).get())) << end;
      auto doubled = original;
      doubled.insert(doubled.begin() + static_cast<long>(end), original[end]);
      ASSERT_TRUE(open_container(doubled).failure) << end;
    }
    auto longer = original;
    longer.push_back(1);
    EXPECT_TRUE(open_container(longer).failure);
    longer.back() = 0;
    EXPECT_EQ(open_container(longer).failure, Status::kTrailingData);
  }
}

struct Edit {
  const char* what;
  std::size_t at;
  std::uint8_t value;
  Status status;
};

// The name of kalyna-128-128 has 14 bytes, so the header has 61, and the slots begin at 95.
const Edit kEdits[] = {
    {"magic", 0, 'h', Status::kNotContainer},
    {"version 0", 8, 0, Status::kVersion},
    {"version 4", 8, 4, Status::kVersion},
    {"no copy", 9, 0, Status::kHeaderField},
    {"three copies", 9, 3, Status::kHeaderField},
    {"mode of another cipher", 10, 1, Status::kMode},
    {"unknown mode", 10, 77, Status::kMode},
    {"nonce length", 11, 12, Status::kNonceLength},
    {"tag too short", 12, 15, Status::kTagLength},
    {"tag too long", 12, 17, Status::kTagLength},
    {"name length 0", 13, 0, Status::kHeaderField},
    {"name length 33", 13, 33, Status::kHeaderField},
    {"segments of 2^15", 14, 15, Status::kSegmentBytes},
    {"segments of 2^23", 14, 23, Status::kSegmentBytes},
    {"segments of 2^255", 14, 255, Status::kSegmentBytes},
    {"another segment size", 14, 17, Status::kWrongKey},
    {"name of a control character", 15, 7, Status::kHeaderField},
    {"unknown cipher", 15, 'x', Status::kCipher},
    {"commitment", 29, 0, Status::kWrongKey},
    {"no slot", 93, 0, Status::kSlots},
    {"17 slots", 93, 17, Status::kSlots},
    {"255 slots", 93, 255, Status::kSlots},
    {"kind 0", 95, 0, Status::kSlots},
    {"kind 4", 95, 4, Status::kSlots},
    {"label of 0 bytes", 96, 0, Status::kSlots},
    {"label of 80 bytes", 96, 5, Status::kSlots},
    {"a byte of the slot", 120, 0, Status::kWrongKey},
};

// Gives a changed preamble a right checksum, as an attacker can.
Bytes with_checksum(Bytes container, std::size_t body) {
  std::array<std::uint8_t, 16> hash;
  derive({}, std::span(container).first(body - kChecksumBytes), "CHK", 3, hash);
  std::copy_n(hash.begin(), kChecksumBytes, &container[body - kChecksumBytes]);
  return container;
}

TEST(CompactMutation, EveryFieldHasItsStatus) {
  const auto original = seal(pattern(20), compact());
  for (const auto& edit : kEdits) {
    auto container = original;
    container[edit.at] = edit.value;
    if (container == original) container[edit.at] ^= 1;
    const auto result = open_container(with_checksum(container, header_of(original).body_offset()));
    EXPECT_EQ(result.failure, edit.status) << edit.what << ": " << result.text;
  }
}

TEST(CompactMutation, AForgedChecksumDoesNotHelp) {
  const auto original = seal(pattern(20), compact(), one_of_each());
  const auto body = header_of(original).body_offset();
  for (const auto& credential : {test_key(), test_passphrase()})
    for (std::size_t at = 0; at < body - kChecksumBytes; at++)
      for (const std::uint8_t mask : {1, 0x80}) {
        auto container = original;
        container[at] ^= mask;
        const auto result = open_container(with_checksum(container, body), credential);
        ASSERT_TRUE(result.failure) << at;
        ASSERT_TRUE(result.plain.empty()) << at;
      }
}

TEST(CompactMutation, CostsAreLimitedBeforeArgon2Runs) {
  const auto original = seal(pattern(20), compact(), test_passphrase());
  const auto body = header_of(original).body_offset();
  const auto with_cost = [&](std::uint8_t passes, std::uint32_t memory) {
    auto container = original;
    container[94] = passes;
    for (int i = 0; i < 4; i++) container[95 + i] = static_cast<std::uint8_t>(memory >> 8 * i);
    return open_container(with_checksum(container, body), test_passphrase()).failure;
  };
  EXPECT_EQ(with_cost(1, 8), std::nullopt);
  EXPECT_EQ(with_cost(16, 1 << 20), Status::kKdfCost);
  EXPECT_EQ(with_cost(5, 256 << 10), Status::kKdfCost);
  EXPECT_EQ(with_cost(17, 8), Status::kSlots);
  EXPECT_EQ(with_cost(1, 7), Status::kSlots);
  EXPECT_EQ(with_cost(1, 2 << 20), Status::kSlots);
  EXPECT_EQ(with_cost(2, 8), Status::kWrongKey);
}

const Bytes kLong = pattern(2 * kThreshold + 100);

TEST(CompactCopies, AreTheSame) {
  const auto container = seal(kLong, compact(), one_of_each());
  const auto body = header_of(container).body_offset();
  const auto bytes = body - kPageBytes;
  EXPECT_TRUE(std::equal(&container[0], &container[bytes], &container[kPageBytes]));
  EXPECT_TRUE(std::all_of(&container[bytes], &container[kPageBytes],
                          [](std::uint8_t b) { return b == 0; }));
  EXPECT_TRUE(copies_whole(container));
}

TEST(CompactCopies, EitherOneIsEnough) {
  const auto original = seal(kLong, compact());
  const auto body = header_of(original).body_offset(), bytes = body - kPageBytes;
  auto container = original;
  const auto expect_opens = [&](const char* what, std::size_t at) {
    const auto result = open_container(container);
    ASSERT_FALSE(result.failure) << what << at << result.text;
    ASSERT_TRUE(result.plain == kLong) << what << at;
    const auto file = file_of(container);
    EXPECT_EQ(Reader(file.get(), test_key()).size(), kLong.size());
  };
  for (std::size_t at = 0; at < body; at += at >= bytes && at + 16 < kPageBytes ? 16 : 1) {
    for (const std::uint8_t mask : {1, 3, 0xff}) {  // 3: two copies become one
      container[at] ^= mask;
      expect_opens("byte ", at);
      EXPECT_EQ(copies_whole(container), at >= bytes && at < kPageBytes) << at;
      container[at] = original[at];
    }
  }
  for (const auto& [from, to] : {std::pair{std::size_t{0}, kPageBytes}, {kPageBytes, body}})
    for (const std::uint8_t filling : {0, 0xff}) {
      std::fill(&container[from], &container[0] + to, filling);
      expect_opens("from ", from);
      container = original;
    }
}

TEST(CompactCopies, DamageToBothIsRefused) {
  const auto original = seal(kLong, compact());
  const auto bytes = header_of(original).body_offset() - kPageBytes;
  auto container = original;
  for (std::size_t at = 0; at < bytes; at++) {
    container[at] ^= 4;
    container[kPageBytes + at] ^= 4;
    const auto result = open_container(container);
    ASSERT_TRUE(result.failure) << at;
    ASSERT_TRUE(result.plain.empty()) << at;
    container[at] = original[at];
    container[kPageBytes + at] = original[at];
  }
}

// Otherwise one file could show two plaintexts to two credentials.
TEST(CompactCopies, WhichOneCountsDependsOnNoKey) {
  const auto mine = seal(kLong, compact(), test_key(1));
  const auto other = seal(kLong, compact(), test_key(2));
  const auto body = header_of(mine).body_offset();
  auto mixed = mine;
  std::copy(&other[kPageBytes], &other[body], &mixed[kPageBytes]);
  EXPECT_FALSE(open_container(mixed, test_key(1)).failure);
  EXPECT_EQ(open_container(mixed, test_key(2)).failure, Status::kWrongKey);
  mixed[20] ^= 1;
  EXPECT_EQ(open_container(mixed, test_key(1)).failure, Status::kWrongKey);
}

TEST(CompactCopies, TheSecondOneCountsOnlyIfItSaysThatThereAreTwo) {
  const auto single = seal(pattern(9), compact());
  auto container = seal(kLong, compact());
  container[8] ^= 1;
  EXPECT_FALSE(open_container(container).failure);
  container.resize(kPageBytes);
  container.insert(container.end(), single.begin(), single.end());
  EXPECT_TRUE(open_container(container).failure);
}

TEST(CompactSalvage, FindsTheSegments) {
  for (const bool first : {true, false}) {
    auto container = seal(kLong, compact());
    const auto header = header_of(container);
    container[first ? 30 : kPageBytes + 30] ^= 1;
    container[header.body_offset() + header.stride() + 5] ^= 1;
    const auto in = file_of(container), out = file_of({});
    const auto result = salvage(in.get(), out.get(), test_key(), {});
    ASSERT_EQ(result.gaps.size(), 1u);
    EXPECT_EQ(result.gaps[0].first_segment, 1u);
    auto expected = kLong;
    std::fill_n(&expected[kThreshold], kThreshold, 0);
    EXPECT_TRUE(content_of(out.get()) == expected);
  }
}

}  // namespace
}  // namespace hedgerow::container
