// Tests the two copies of the slot area. A change to the header or the slots gives the right
// content or an error, never other content. Damage to one copy is harmless, because the newer
// complete copy counts. Also tests that the cost of Argon2id is bounded.
//
// The suite turned red when the commitment of the header or the MAC of a copy was not compared,
// when copies were chosen by position, when a removed credential still opened the container, when
// the limit did not multiply passes by memory or ignored memory, when a cost above the limit was
// thrown before the other copy was tried, when both copies shared one Wrapper, and when 17 results of
// Argon2id were kept.
#include <sodium.h>

#include <cstdlib>
#include <memory>

#include "container/container_support.hpp"
#include "container/key/unlock.hpp"

// Replaces a function of libsodium, to count the runs of Argon2id.
namespace {
int argon2_runs;
}
extern "C" int crypto_pwhash(unsigned char* out, unsigned long long bytes, const char* words,
                             unsigned long long word_bytes, const unsigned char* salt,
                             unsigned long long passes, std::size_t memory, int) {
  argon2_runs++;
  return crypto_pwhash_argon2id(out, bytes, words, word_bytes, salt, passes, memory,
                                crypto_pwhash_argon2id_ALG_ARGON2ID13);
}

namespace hedgerow::container {
namespace {

// Changes every byte before the body in three ways, while the other copy is intact. Under
// sanitizers, it changes each byte in one of these ways.
TEST(Mutation, EveryByteOfHeaderAndSlotArea) {
  const auto plain = pattern(300);
  std::mt19937_64 random(9);
  for (const auto& credential : one_of_each()) {
    const auto original = seal(plain, cheap(), one_of_each());
    auto container = original;
    for (std::size_t at = 0; at < kBodyOffset; at++) {
      std::vector<std::uint8_t> masks{1, 0x80, static_cast<std::uint8_t>(1 + random() % 255)};
      if (std::getenv("HEDGEROW_SANITIZED")) masks = {masks[random() % masks.size()]};
      for (const auto mask : masks) {
        container[at] = original[at] ^ mask;
        const auto result = open_container(container, credential);
        ASSERT_FALSE(result.failure) << at << result.text;
        ASSERT_TRUE(result.plain == plain) << at;
      }
      container[at] = original[at];
    }
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

// One file with two keys and two plaintexts is refused, although each slot is valid for itself.
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
    EXPECT_FALSE(verify(file_of(container).get(), test_key(1), {}).copies_whole);
    // The copy is torn before the end of the removed slot. The old copy is complete and therefore
    // counts.
    for (const std::size_t bytes : {1, 31, 32, 41, 48, 377, 512}) {
      auto torn = original;
      std::copy_n(newer.begin(), bytes, copy_of(torn, copy).begin());
      EXPECT_TRUE(open_container(torn, test_key(1)).plain == plain) << copy << " " << bytes;
      EXPECT_TRUE(open_container(torn, test_key(2)).plain == plain) << copy << " " << bytes;
    }
  }
}

TEST(Copies, ADamagedCostOfOneLocksNobodyOut) {
  const auto plain = pattern(50);
  const auto original = seal(plain, cheap(), test_passphrase());
  for (std::size_t copy = 0; copy < kSlotCopies; copy++) {
    auto container = original;
    copy_of(container, copy)[54] ^= 0x0c;  // adds 768 MiB
    EXPECT_TRUE(open_container(container, test_passphrase()).plain == plain) << copy;
    EXPECT_FALSE(verify(file_of(container).get(), test_passphrase(), {}).copies_whole) << copy;
    EXPECT_EQ(open_container(container, test_passphrase("other")).failure, Status::kKdfCost);
  }
}

// The newer copy is authentic and has another salt and another passphrase.
TEST(Costs, Argon2RunsTwiceAtMostForEachPassphrase) {
  auto container = seal(pattern(5), cheap(), {{test_key(), test_passphrase("old")}});
  const auto preamble = preamble_of(container);
  auto unlocked = unlock(preamble, Credentials(test_key()), kDefaultKdfLimit);
  auto& area = unlocked.area;
  area.sequence++;
  area.slots.pop_back();
  area.kdf.reset();
  const std::vector added = {test_passphrase("new")};
  add_slots(preamble.header, unlocked.file_secret, added, kCheapKdf, kDefaultKdfLimit, area);
  const auto newer = encode_copy(area, preamble.header, unlocked.file_secret);
  std::copy(newer.begin(), newer.end(), copy_of(container, 1).begin());
  for (const auto& [words, runs] : {std::pair{"new", 1}, {"old", 2}, {"other", 2}}) {
    argon2_runs = 0;
    EXPECT_EQ(!open_container(container, test_passphrase(words)).failure, runs == 1) << words;
    EXPECT_EQ(argon2_runs, runs) << words;
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
  const auto old = verify(file_of(vector_container("kuznyechik-500")).get(), vector_key(), {});
  EXPECT_EQ(old.plaintext_bytes, 500u);
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
  for (const auto part : {"16 passes over 1 GiB", "16 GiB", "256 MiB"})
    EXPECT_NE(refused.text.find(part), std::string::npos) << refused.text;
  EXPECT_EQ(refused.text.find("--"), std::string::npos) << "an option of the command line";
  set(5, 256 << 10);
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kKdfCost);
  set(1, (256 << 10) + 1);
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kKdfCost);
  set(2, 8);  // allowed, so Argon2id runs and derives another key
  EXPECT_EQ(open_container(container, test_passphrase()).failure, Status::kWrongKey);
  const auto low = limit_of(parse_kdf_limit("1x8K"));
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
    try {
      seal({}, options, test_passphrase());
      ADD_FAILURE() << text_of(cost);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kArgument) << e.what();
    }
  }
  options.kdf = kDefaultKdfCost;
  EXPECT_FALSE(open_container(seal({}, options, test_passphrase()), test_passphrase()).failure);
}

// The results are in locked memory, and a process has little of it.
TEST(Costs, OnlyTheLast16ResultsAreKept) {
  KdfCache cache;
  const Bytes words(5, 'w');
  std::vector<std::weak_ptr<const Secret>> results;
  for (std::uint8_t salt = 0; salt <= 16; salt++) {
    results.push_back(cache.derive({kCheapKdf, {salt}}, words, kDefaultKdfLimit));
    EXPECT_EQ(cache.derive({kCheapKdf, {0}}, words, kDefaultKdfLimit), results[0].lock());
  }
  for (std::size_t i = 0; i < results.size(); i++) EXPECT_EQ(results[i].expired(), i == 1) << i;
}

TEST(Costs, LimitsAreParsed) {
  const auto limit = limit_of(parse_kdf_limit("16x1G"));
  EXPECT_EQ(limit.memory_kib, 1u << 20);
  EXPECT_EQ(limit.passes_times_kib, 16u << 20);
  EXPECT_EQ(parse_kdf_limit("3x64m").memory_kib, 64u << 10);
  for (const auto text : {"", "x", "3", "3x", "x64M", "3x64", "3x64Mi", "0x64M", "17x64M", "3x2G",
                          "3x1K", "-3x64M", "3x-64M", "3 x 64M", "4294967299x64M", "3x4294967295G"})
    EXPECT_THROW(parse_kdf_limit(text), Error) << text;
}

}  // namespace
}  // namespace hedgerow::container
