// Credentials of version 2: each kind and any mixture opens the container, other credentials do
// not. Also tests labels.
//
// The suite turned red when the commitment of a slot was not compared, when a refusal of
// crypto_scalarmult was ignored, when labels were not authenticated as AAD, and when 17 slots or
// duplicates were accepted, or when a default label was cut inside a character.
#include "container/container_support.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {
namespace {

std::optional<Status> seal_status(const std::vector<Credential>& credentials) {
  try {
    seal(pattern(5), cheap(), credentials);
    return {};
  } catch (const Error& e) {
    EXPECT_NE(e.what(), std::string());
    return e.status();
  }
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

TEST(Slots, EveryByteOfASlotCounts) {
  const auto header = make_header("kalyna-128-128", kSmallSegment);
  for (const auto& credential : {test_key(), test_identity()}) {
    const Wrapper wrapper(header, credential, {}, kDefaultKdfLimit);
    auto slot = wrapper.wrap(Secret(kFileKeyBytes), "x");
    ASSERT_TRUE(wrapper.unwrap(slot));
    for (std::size_t at = 0; at < 144; at++) {
      slot[at] ^= 1;
      EXPECT_FALSE(wrapper.unwrap(slot)) << at;
      slot[at] ^= 1;
    }
  }
}

// Points of low order [RFC 7748 section 6.1] give a shared secret that everybody knows.
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

TEST(Labels, AreCutBetweenCharacters) {
  const std::string two = "\xd0\xba", four = "\xf0\x9f\x94\x91";
  for (const std::string& character : {two, four})
    for (std::size_t before = 0; before < 4; before++) {
      std::string name(before, 'x');
      while (name.size() < 70) name += character;
      const auto label = test_key().with_hint(name).hint();
      EXPECT_TRUE(name.starts_with(label));
      EXPECT_EQ((label.size() - before) % character.size(), 0u);
      EXPECT_LE(label.size(), 60u);
      EXPECT_GT(label.size() + character.size(), 60u);
      EXPECT_TRUE(is_cut_from(label, name));
      EXPECT_TRUE(is_cut_from(name.substr(0, 60), name));
      EXPECT_FALSE(is_cut_from(name.substr(0, 50), name));
      EXPECT_FALSE(is_cut_from(label, label));
      EXPECT_FALSE(is_cut_from(std::string(60, 'y'), name));
    }
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

}  // namespace
}  // namespace hedgerow::container
