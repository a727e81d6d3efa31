// Tests public keys and identities as text, where a written key can be read, and every mistyped
// character is detected.
//
// The suite turned red when bytes from 0x80 on were decoded, when the checksum was not compared,
// when it did not cover its prefix (container_vectors_test), and when a key was taken for a path and
// repeated in a message.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "container/container_support.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \n";

template <class Call>
std::string refusal(Call call) {
  try {
    call();
    return {};
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kKeyFile);
    return e.what();
  }
}

std::string text_of(const Secret& secret) {
  return std::string(secret.data(), secret.data() + secret.size());
}

// The key pair of RFC 7748 section 6.1.
TEST(KeyText, PublicKeyIsThatOfTheStandard) {
  const Bytes alice = {0x77, 0x07, 0x6d, 0x0a, 0x73, 0x18, 0xa5, 0x7d, 0x3c, 0x16, 0xc1,
                       0x72, 0x51, 0xb2, 0x66, 0x45, 0xdf, 0x4c, 0x2f, 0x87, 0xeb, 0xc0,
                       0x99, 0x2a, 0xb1, 0x77, 0xfb, 0xa5, 0x1d, 0xb9, 0x2c, 0x2a};
  const PublicKey expected = {0x85, 0x20, 0xf0, 0x09, 0x89, 0x30, 0xa7, 0x54, 0x74, 0x8b, 0x7d,
                              0xdc, 0xb4, 0x3e, 0xf7, 0x5a, 0x0d, 0xbf, 0x3a, 0x0d, 0x26, 0x38,
                              0x1a, 0xf4, 0xeb, 0xa4, 0xa9, 0x8e, 0xaa, 0x9b, 0x4e, 0x6a};
  EXPECT_EQ(Credential::from_identity(alice).public_key(), expected);
}

TEST(KeyText, EveryMistypedCharacterIsFound) {
  const auto key = test_identity().public_key();
  const auto text = to_text(key);
  EXPECT_EQ(text.size(), kPublicPrefix.size() + kKeyTextBytes);
  EXPECT_EQ(parse_public_key(text), key);
  for (std::size_t at = 0; at < text.size(); at++) {
    for (const char other : kCharacters) {
      auto typed = text;
      if (typed[at] == other) continue;
      typed[at] = other;
      EXPECT_NE(refusal([&] { parse_public_key(typed); }), "") << typed;
    }
    auto shorter = text, longer = text, swapped = text;
    shorter.erase(at, 1);
    longer.insert(at, 1, text[at]);
    EXPECT_NE(refusal([&] { parse_public_key(shorter); }), "") << shorter;
    EXPECT_NE(refusal([&] { parse_public_key(longer); }), "") << longer;
    if (at == 0 || swapped[at] == swapped[at - 1]) continue;
    std::swap(swapped[at], swapped[at - 1]);
    EXPECT_NE(refusal([&] { parse_public_key(swapped); }), "") << swapped;
  }
}

TEST(KeyText, TheHintOfARecipientIsTheBeginningOfItsText) {
  const auto key = test_identity().public_key();
  EXPECT_EQ(Credential::from_public_key(key).hint(),
            to_text(key).substr(0, kPublicPrefix.size() + 12));
}

// libsodium decodes some bytes from 0x80 on.
TEST(KeyText, AKeyFileIsAscii) {
  const auto line = make_key_text();
  const std::string text(line.data(), line.data() + line.size() - 1);
  parse_key_line(text);
  for (std::size_t at = 0; at < text.size(); at++)
    for (int value = 0x80; value < 0x100; value++) {
      auto changed = text;
      changed[at] = static_cast<char>(value);
      EXPECT_NE(refusal([&] { parse_key_line(changed); }), "") << at << " " << value;
    }
}

TEST(KeyText, NoKeyIsTakenForOneOfTheOtherKind) {
  const auto identity = test_identity();
  const auto secret = text_of(identity_text(identity.secret()));
  EXPECT_TRUE(secret.starts_with(kIdentityPrefix));
  EXPECT_EQ(text_of(parse_identity(secret)), text_of(identity.secret()));
  const auto message = refusal([&] { parse_public_key(secret); });
  EXPECT_NE(message.find("secret"), std::string::npos);
  EXPECT_EQ(message.find(secret.substr(kIdentityPrefix.size(), 8)), std::string::npos);
  EXPECT_NE(refusal([&] { parse_identity(to_text(identity.public_key())); }), "");
  const auto renamed = std::string(kPublicPrefix) + secret.substr(kIdentityPrefix.size());
  EXPECT_NE(refusal([&] { parse_public_key(renamed); }), "");
}

class KeyListTest : public ::testing::Test, protected TestFolder {
 protected:
  std::string put(const std::string& text) const {
    TestFolder::put("list", text);
    return path("list");
  }
};

TEST_F(KeyListTest, NewIdentitiesOpenWhatIsEncryptedToThem) {
  const auto path = (directory_ / "me").string();
  const auto public_key = create_identity_file(path);
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0600));
  EXPECT_THROW(create_identity_file(path), Error);
  const auto file = load_identity_file(path);
  EXPECT_EQ(file.exposure, Exposure::kNone);
  ASSERT_EQ(file.identities.size(), 1u);
  EXPECT_EQ(file.identities[0].public_key(), public_key);
  const auto plain = pattern(9);
  const auto container = seal(plain, small_segments(), Credential::from_public_key(public_key));
  EXPECT_TRUE(open_container(container, file.identities).plain == plain);
  fs::permissions(path, fs::perms(0644));
  EXPECT_EQ(load_identity_file(path).exposure, Exposure::kReadable);
  EXPECT_NE(create_identity_file(path + "2"), public_key);
}

TEST_F(KeyListTest, ListsHaveCommentsAndNumbersOfLines) {
  const auto a = to_text(test_identity(1).public_key()), b = to_text(test_identity(2).public_key());
  const auto list = load_recipients_file(put("# team\r\n" + a + "\r\n\n#" + b + "\n" + b));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1].public_key(), test_identity(2).public_key());
  EXPECT_NE(refusal([&] { load_recipients_file(put(a + "\n" + b + "x\n")); }).find("line 2"),
            std::string::npos);
  for (const std::string& text : {std::string(), std::string("#\n"), std::string("\0\n", 2),
                                  std::string(kMaxKeyListBytes + 1, '#')})
    EXPECT_NE(refusal([&] { load_recipients_file(put(text)); }), "");
  EXPECT_NE(refusal([&] { load_identity_file(put(a)); }).find("public key"), std::string::npos);
  EXPECT_THROW(load_identity_file((directory_ / "none").string()), Error);
}

TEST(KeyText, ASecretKeyIsNoPathAndIsNotRepeated) {
  const auto key = text_of(make_key_text()), identity = text_of(identity_text(Secret(32)));
  for (const auto& secret : {key, identity}) {
    auto mistyped = secret, folded = secret;
    mistyped.replace(40, 1, "z");
    folded.insert(45, "\r\n");
    for (const auto& path : {secret, "  " + secret + "\n", mistyped, folded, "./" + secret,
                             secret.substr(0, secret.size() - 8)}) {
      for (const auto& text :
           {refusal([&] { load_key_file(path); }), refusal([&] { load_identity_file(path); }),
            refusal([&] { load_recipients_file(path); }), refusal([&] { create_key_file(path); }),
            refusal([&] { create_identity_file(path); })}) {
        EXPECT_NE(text.find("the text of a secret key"), text.npos) << path;
        EXPECT_EQ(text.find(path.substr(30, 10)), text.npos) << text;
      }
    }
  }
  for (const auto name : {"hedgerow-identity-of-the-laptop", "hedgerow-key-1:", "backup.key"})
    EXPECT_FALSE(holds_secret_key(name)) << name;
  EXPECT_FALSE(holds_secret_key(to_text(test_identity().public_key())));
}

}  // namespace
}  // namespace hedgerow::container
