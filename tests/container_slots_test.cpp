// Credentials of version 2: each kind and any mixture opens; what was changed in header or slots
// gives the right content or an error, never other content; costs of Argon2id are bounded.
// Seen red: the header's commitment not compared; the MAC not compared; the slot's commitment not
// compared (a forged slot reached the AEAD); crypto_scalarmult's refusal passed over; copies
// chosen by position.
#include <set>

#include "container/unlock.hpp"
#include "container_support.hpp"

namespace hedgerow::container {
namespace {

std::vector<Credential> one_of_each() {
  return {test_key(), test_passphrase(), test_identity()};
}

EncryptOptions cheap() {
  auto options = small_segments("kalyna-128-128");
  options.kdf = kCheapKdf;
  return options;
}

std::optional<Status> seal_status(const std::vector<Credential>& credentials) {
  try {
    seal(pattern(5), cheap(), credentials);
    return {};
  } catch (const Error& e) {
    EXPECT_NE(e.what(), std::string());
    return e.status();
  }
}

// A copy of the slot area.
std::span<std::uint8_t> copy_of(Bytes& container, std::size_t copy) {
  return std::span(container).subspan(kPageBytes * (1 + copy), kPageBytes);
}

Preamble preamble_of(const Bytes& container) {
  return read_preamble_at_start(file_of(container).get());
}

TEST(Slots, EveryKindOpensAndOthersDoNot) {
  const auto plain = pattern(100);
  const auto container = seal(plain, cheap(), one_of_each());
  for (const auto& credential : one_of_each())
    EXPECT_TRUE(open_container(container, credential).plain == plain)
        << name_of(credential.kind()) << open_container(container, credential).text;
  for (const auto& other : {test_key(8), test_passphrase("other"), test_identity(8)})
    EXPECT_EQ(open_container(container, other).failure, Status::kWrongKey);
  const auto recipient = recipient_of(test_identity());
  EXPECT_EQ(open_container(container, recipient).failure, Status::kArgument);
  const auto to_recipient = seal(plain, cheap(), recipient);
  EXPECT_TRUE(open_container(to_recipient, test_identity()).plain == plain);
  EXPECT_EQ(open_container(to_recipient, test_key()).failure, Status::kCredential);
  EXPECT_NE(open_container(to_recipient, test_key()).text.find("a recipient"), std::string::npos);
}

TEST(Slots, OneThatOpensIsEnough) {
  const auto plain = pattern(100);
  const auto container = seal(plain, cheap(), test_identity());
  const std::vector<Credential> given = {recipient_of(test_identity(3)), test_key(),
                                         test_passphrase(), test_identity(3), test_identity()};
  EXPECT_TRUE(open_container(container, given).plain == plain);
}

TEST(Slots, SixteenOpenAndSeventeenAreRefused) {
  std::vector<Credential> credentials;
  EXPECT_EQ(seal_status(credentials), Status::kArgument);
  for (std::uint8_t i = 0; i < 8; i++) credentials.push_back(test_key(i));
  for (std::uint8_t i = 0; i < 5; i++) credentials.push_back(test_identity(i));
  for (const auto words : {"a", "b", "c"}) credentials.push_back(test_passphrase(words));
  const auto plain = pattern(70000);
  const auto container = seal(plain, cheap(), credentials);
  for (const auto& credential : credentials)
    EXPECT_TRUE(open_container(container, credential).plain == plain);
  const auto inspection = inspect(file_of(container).get());
  EXPECT_EQ(inspection.slots.size(), 16u);
  EXPECT_EQ(std::count(inspection.slots.begin(), inspection.slots.end(), SlotKind::kRecipient), 5);
  EXPECT_EQ(inspection.kdf, kCheapKdf);
  credentials.push_back(test_key(99));
  EXPECT_EQ(seal_status(credentials), Status::kArgument);
}

TEST(Slots, NoCredentialTwice) {
  EXPECT_EQ(seal_status({test_key(), test_key()}), Status::kArgument);
  EXPECT_EQ(seal_status({test_passphrase(), test_key(), test_passphrase()}), Status::kArgument);
  EXPECT_EQ(seal_status({test_identity(), recipient_of(test_identity())}), Status::kArgument);
}

TEST(Slots, PassphrasesShareSaltAndCost) {
  const auto container = seal({}, cheap(), {{test_passphrase("a"), test_passphrase("b")}});
  const auto area = unchecked_area(preamble_of(container));
  ASSERT_TRUE(area && area->kdf);
  EXPECT_EQ(area->kdf->cost, kCheapKdf);
  const auto without = unchecked_area(preamble_of(seal({})));
  ASSERT_TRUE(without);
  EXPECT_FALSE(without->kdf);
}

TEST(Slots, TwoSlotsOfOneCredentialHaveNothingInCommon) {
  auto header = make_header("kalyna-128-128", kSmallSegment);
  const Secret key(kFileKeyBytes);
  for (const auto& credential : {test_key(), test_identity()}) {
    const Wrapper wrapper(header, credential, {}, kDefaultKdfLimit);
    const auto a = wrapper.wrap(key, "x"), b = wrapper.wrap(key, "x");
    for (const std::size_t at : {8, 64, 80, 96, 112, 128, 144, 168, 200, 232})
      EXPECT_FALSE(std::equal(&a[at], &a[at] + 16, &b[at])) << at;
  }
}

// Points of low order [RFC 7748 section 6.1] make a secret that everybody knows.
TEST(Slots, AnAllZeroSecretIsRefused) {
  PublicKey zero{}, one{};
  one[0] = 1;
  for (const auto& low : {zero, one})
    EXPECT_EQ(seal_status({Credential::from_public_key(low)}), Status::kArgument);
  const auto header = make_header("kalyna-128-128", kSmallSegment);
  const Wrapper mine(header, test_identity(), {}, kDefaultKdfLimit);
  auto slot = mine.wrap(Secret(kFileKeyBytes), "x");
  EXPECT_TRUE(mine.unwrap(slot));
  std::copy(zero.begin(), zero.end(), &slot[32]);
  EXPECT_FALSE(mine.unwrap(slot));
}

TEST(Labels, AreStoredEncryptedAndUnlikeEachOther) {
  auto credentials = one_of_each();
  credentials.push_back(test_key(9));
  credentials.push_back(test_key(10).with_label("off-site backup"));
  credentials.push_back(test_key(11).with_hint("a\nb"));
  const auto container = seal({}, cheap(), credentials);
  const std::string text(container.begin(), container.end());
  EXPECT_EQ(text.find("backup"), std::string::npos);
  EXPECT_EQ(text.find("key file"), std::string::npos);
  const auto preamble = preamble_of(container);
  const auto unlocked = unlock(preamble, Credentials(credentials), kDefaultKdfLimit);
  std::vector<std::string> labels;
  for (const auto& slot : unlocked.area.slots)
    labels.push_back(open_label(preamble.header, unlocked.file_secret, slot));
  EXPECT_EQ(labels[0], "key file");
  EXPECT_EQ(labels[1], "passphrase");
  EXPECT_TRUE(labels[2].starts_with("hedgerow-public-")) << labels[2];
  EXPECT_EQ(labels[3], "key file 2");
  EXPECT_EQ(labels[4], "off-site backup");
  EXPECT_EQ(labels[5], "key file 3");
  const auto other = make_header("kalyna-128-128", kSmallSegment);
  EXPECT_THROW(open_label(other, unlocked.file_secret, unlocked.area.slots[0]), Error);
  auto moved = unlocked.area.slots[0];
  std::copy_n(&unlocked.area.slots[1][144], kSlotBytes - 144, &moved[144]);
  EXPECT_THROW(open_label(preamble.header, unlocked.file_secret, moved), Error);
}

TEST(Labels, OfOddShapesAreRefused) {
  for (const std::string& label : {std::string(), std::string(64, 'x'), std::string("a\nb"),
                                   std::string("\x1b[31m"), std::string("\x7f")})
    EXPECT_THROW(test_key().with_label(label), Error) << label;
  EXPECT_EQ(seal_status({test_key(1).with_label("a"), test_key(2).with_label("a")}),
            Status::kArgument);
  EXPECT_FALSE(seal_status({test_key(1).with_label(std::string(63, 'x')),
                            test_key(2).with_hint(std::string(500, 'y'))}));
}

// Every byte before the body, three ways: right content or an error.
TEST(Mutation, EveryByteOfHeaderAndSlotArea) {
  const auto plain = pattern(300);
  std::mt19937_64 random(9);
  for (const auto& credential : one_of_each()) {
    const auto original = seal(plain, cheap(), one_of_each());
    auto container = original;
    std::size_t opened = 0;
    for (std::size_t at = 0; at < kBodyOffset; at++) {
      for (const auto mask : {std::uint8_t{1}, std::uint8_t{0x80},
                              static_cast<std::uint8_t>(1 + random() % 255)}) {
        container[at] = original[at] ^ mask;
        const auto result = open_container(container, credential);
        if (result.failure) {
          ASSERT_TRUE(result.plain.empty()) << at;
          ASSERT_FALSE(result.text.empty()) << at;
          ASSERT_LT(at, kPageBytes) << "the other copy is whole, byte " << at << result.text;
        } else {
          ASSERT_TRUE(result.plain == plain) << at;
          ASSERT_GE(at, kPageBytes) << "the header was changed";
          opened++;
        }
      }
      container[at] = original[at];
    }
    EXPECT_EQ(opened, 3 * kSlotCopies * kPageBytes);
  }
}

TEST(Mutation, OfBothCopiesIsRefused) {
  const auto original = seal(pattern(300), cheap(), one_of_each());
  for (const auto& credential : {test_key(), test_identity()}) {
    auto container = original;
    for (std::size_t at = 0; at < kPageBytes; at++) {
      for (std::size_t copy = 0; copy < kSlotCopies; copy++) copy_of(container, copy)[at] ^= 4;
      const auto result = open_container(container, credential);
      ASSERT_TRUE(result.failure) << at;
      ASSERT_TRUE(result.plain.empty()) << at;
      for (std::size_t copy = 0; copy < kSlotCopies; copy++) copy_of(container, copy)[at] ^= 4;
    }
  }
}

TEST(Mutation, SlotAreaOfAnotherContainerIsRefused) {
  auto container = seal(pattern(5));
  const auto other = seal(pattern(5));
  std::copy_n(&other[kPageBytes], kBodyOffset - kPageBytes, &container[kPageBytes]);
  EXPECT_EQ(open_container(container).failure, Status::kWrongKey);
}

// Two keys, two plaintexts, one file: refused, although both slots are right in themselves.
TEST(Mutation, ASlotWithAnotherFileKeyDoesNotOpen) {
  const auto container = seal(pattern(5), cheap(), test_key(1));
  auto preamble = preamble_of(container);
  auto unlocked = unlock(preamble, Credentials(test_key(1)), kDefaultKdfLimit);
  Secret forged(kFileKeyBytes);
  forged.data()[0] = 1;
  const Wrapper wrapper(preamble.header, test_key(2), {}, kDefaultKdfLimit);
  unlocked.area.slots.push_back(wrapper.wrap(forged, "x"));
  for (const auto key : {&unlocked.file_secret, &forged}) {
    preamble.copies.fill(encode_copy(unlocked.area, preamble.header, *key));
    EXPECT_THROW(unlock(preamble, Credentials(test_key(2)), kDefaultKdfLimit), Error);
  }
}

TEST(Copies, TheNewerWholeOneCounts) {
  const auto plain = pattern(50);
  const auto original = seal(plain, cheap(), {{test_key(1), test_key(2)}});
  const auto preamble = preamble_of(original);
  auto unlocked = unlock(preamble, Credentials(test_key(1)), kDefaultKdfLimit);
  EXPECT_TRUE(unlocked.copies_whole);
  unlocked.area.sequence++;
  unlocked.area.slots.erase(unlocked.area.slots.begin() + 1);
  const auto newer = encode_copy(unlocked.area, preamble.header, unlocked.file_secret);
  for (std::size_t copy = 0; copy < kSlotCopies; copy++) {
    auto container = original;
    std::copy(newer.begin(), newer.end(), copy_of(container, copy).begin());
    EXPECT_TRUE(open_container(container, test_key(1)).plain == plain) << copy;
    const auto removed = open_container(container, test_key(2));
    EXPECT_EQ(removed.failure, Status::kWrongKey) << copy;
    EXPECT_NE(removed.text.find("removed"), std::string::npos);
    EXPECT_FALSE(
        verify(file_of(container).get(), test_key(1), {}).copies_whole);
    // Torn before the end of the slot that goes: the old copy is still whole, and counts.
    for (const std::size_t bytes : {1, 31, 32, 41, 48, 377, 512}) {
      auto torn = original;
      std::copy_n(newer.begin(), bytes, copy_of(torn, copy).begin());
      EXPECT_TRUE(open_container(torn, test_key(1)).plain == plain) << copy << " " << bytes;
      EXPECT_TRUE(open_container(torn, test_key(2)).plain == plain) << copy << " " << bytes;
    }
  }
}

TEST(Verify, TellsWhatOpensAndFindsDamage) {
  const auto plain = pattern(3 * kSmallSegment + 5);
  auto container = seal(plain, cheap(), {{test_key(1), test_key(2).with_label("mine")}});
  const auto result = verify(file_of(container).get(), test_key(2), {});
  EXPECT_EQ(result.plaintext_bytes, plain.size());
  EXPECT_EQ(result.opened_with, "mine");
  EXPECT_TRUE(result.copies_whole);
  container[kBodyOffset + 2 * kSmallSegment] ^= 1;
  EXPECT_THROW(verify(file_of(container).get(), test_key(2), {}), Error);
  container.resize(kBodyOffset + kSmallSegment);
  EXPECT_THROW(verify(file_of(container).get(), test_key(2), {}), Error);
  const auto old = verify(file_of(vector_container("kuznyechik-65541")).get(), vector_key(), {});
  EXPECT_EQ(old.plaintext_bytes, 65541u);
  EXPECT_EQ(old.header.version, 1);
}

TEST(Costs, BeyondTheLimitAreRefusedUntilItIsRaised) {
  auto container = seal(pattern(5), cheap(), test_passphrase());
  const auto set = [&](std::uint8_t passes, std::uint32_t memory_kib) {
    for (std::size_t copy = 0; copy < kSlotCopies; copy++) {
      const auto area = copy_of(container, copy);
      area[48] = passes;
      for (int i = 0; i < 4; i++) area[52 + i] = static_cast<std::uint8_t>(memory_kib >> 8 * i);
    }
  };
  set(16, 1 << 20);
  const auto refused = open_container(container, test_passphrase());
  EXPECT_EQ(refused.failure, Status::kKdfCost);
  for (const auto part : {"16 passes over 1 GiB", "16 GiB", "256 MiB", "--kdf-limit 16x1G"})
    EXPECT_NE(refused.text.find(part), std::string::npos) << refused.text;
  set(5, 256 << 10);
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kKdfCost);
  set(1, (256 << 10) + 1);
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kKdfCost);
  set(2, 8);  // allowed, so Argon2id runs and gives another key
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kWrongKey);
  const auto low = parse_kdf_limit("1x8K");
  EXPECT_EQ(open_container(container, test_passphrase(), 1, WriteOrder::kInOrder, low).failure,
            Status::kKdfCost);
  set(1, 8);
  EXPECT_FALSE(open_container(container, test_passphrase(), 1, WriteOrder::kInOrder, low).failure);
  for (const auto& [passes, memory] : {std::pair{0u, 8u}, {17u, 8u}, {1u, 7u}, {1u, 2u << 20}}) {
    set(static_cast<std::uint8_t>(passes), memory);
    EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kSlots);
  }
}

TEST(Costs, WhatIsWrittenOpensByDefault) {
  for (const auto& setting : kKdfSettings) {
    EXPECT_TRUE(kDefaultKdfLimit.allows(setting.cost)) << setting.name;
    EXPECT_EQ(find_kdf_setting(setting.name), setting.cost);
    require_writable(setting.cost);
  }
  EXPECT_THROW(find_kdf_setting("strong"), Error);
  auto options = cheap();
  for (const KdfCost cost : {KdfCost{16, 1 << 20}, KdfCost{5, 256 << 10}, KdfCost{0, 8},
                             KdfCost{1, 512 << 10}, KdfCost{17, 8}, KdfCost{1, 7}}) {
    options.kdf = cost;
    EXPECT_THROW(seal({}, options, test_passphrase()), Error) << text_of(cost);
  }
  options.kdf = kDefaultKdfCost;
  EXPECT_FALSE(open_container(seal({}, options, test_passphrase()), test_passphrase()).failure);
}

TEST(Costs, LimitsAreParsed) {
  const auto limit = parse_kdf_limit("16x1G");
  EXPECT_EQ(limit.memory_kib, 1u << 20);
  EXPECT_EQ(limit.passes_times_kib, 16u << 20);
  EXPECT_EQ(parse_kdf_limit("3x64m").memory_kib, 64u << 10);
  for (const auto text : {"", "x", "3", "3x", "x64M", "3x64", "3x64Mi", "0x64M", "17x64M", "3x2G",
                          "3x1K", "-3x64M", "3x-64M", "3 x 64M", "4294967299x64M", "3x4294967295G"})
    EXPECT_THROW(parse_kdf_limit(text), Error) << text;
}

}  // namespace
}  // namespace hedgerow::container
