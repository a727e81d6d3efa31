// The containers of tests/vectors/container open, as a whole and by range, because all versions must
// stay readable. The scripts rederive.py, rederive_slots.py and rederive_compact.py in that folder are
// independent readers of the format; tests/cli_test.py runs them.
//
// The suite turned red when any of the three personalisations was changed, when the 01 of the nonce
// was left out, and when two fields of the short header were exchanged.
#include <filesystem>

#include "container/container_support.hpp"
#include "container/format/armor.hpp"
#include "container/key/identity_file.hpp"

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(HR_VECTORS_DIR) / "container";

Bytes vector_plaintext(std::size_t bytes) {
  Bytes plain(bytes);
  for (std::size_t i = 0; i < bytes; i++) plain[i] = static_cast<std::uint8_t>(167 * i + i / 256);
  return plain;
}

void expect_opens(const fs::path& path, const Credential& credential) {
  const auto name = path.stem().string();
  const auto plain = vector_plaintext(std::stoul(name.substr(name.rfind('-') + 1)));
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC)), out = file_of({});
  Reader reader(file.get(), credential);
  ASSERT_EQ(reader.size(), plain.size()) << name;
  Bytes half(plain.size() / 2);
  EXPECT_EQ(reader.read(plain.size() - half.size(), half.data(), half.size()), half.size());
  EXPECT_TRUE(std::equal(half.rbegin(), half.rend(), plain.rbegin())) << name;
  decrypt(file.get(), out.get(), credential, {});
  EXPECT_TRUE(content_of(out.get()) == plain) << name;
}

TEST(Vectors, KeyFile) {
  const auto key = load_key_file((kFolder / "key.txt").string()).credential;
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const auto path = entry.path();
    if (path.extension() != ".hedgerow" || path.stem().string().starts_with("passphrase")) continue;
    expect_opens(path, key);
    files++;
  }
  EXPECT_GE(files, 5);
}

TEST(Vectors, Passphrase) {
  const std::string words = "viburnum opulus";
  expect_opens(kFolder / "passphrase-100.hedgerow",
               Credential::from_passphrase(Bytes(words.begin(), words.end())));
}

TEST(Vectors, Modes) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kFolder / "modes")) {
    expect_opens(entry.path(), vector_key());
    files++;
  }
  EXPECT_EQ(files, 8);
}

TEST(Vectors, Version2) {
  const auto folder = kFolder / "version2";
  const auto key = vector_key();
  const auto identity = load_identity_file((folder / "identity.txt").string()).identities.at(0);
  const auto recipient = load_recipients_file((folder / "recipient.txt").string()).at(0);
  EXPECT_EQ(identity.public_key(), recipient.public_key());
  for (const auto name : {"everyone-65541", "rekeyed-333", "interrupted-333", "torn-333"})
    for (const auto& credential : {key, identity})
      expect_opens(folder / (std::string(name) + ".hedgerow"), credential);
  expect_opens(folder / "everyone-65541.hedgerow", test_passphrase("viburnum opulus"));
  expect_opens(folder / "kalyna-512-512-1000.hedgerow", key);
  expect_opens(folder / "recipient-0.hedgerow", identity);
}

TEST(Vectors, Version3) {
  const auto folder = kFolder / "version3";
  const auto key = vector_key();
  const auto identity =
      load_identity_file((kFolder / "version2/identity.txt").string()).identities.at(0);
  for (const auto name : {"everyone-333", "rekeyed-0"})
    for (const auto& credential : {key, identity})
      expect_opens(folder / (std::string(name) + ".hedgerow"), credential);
  expect_opens(folder / "everyone-333.hedgerow", test_passphrase("viburnum opulus"));
  expect_opens(folder / "kuznyechik-100.hedgerow", key);
  expect_opens(folder / "aes-256-20.hedgerow", key);
  expect_opens(folder / "recipient-3.hedgerow", identity);
  const Descriptor mail(open((folder / "mail-3.txt").c_str(), O_RDONLY | O_CLOEXEC)),
      out = file_of({});
  with_armored_input(mail.get(), [&](int fd) { decrypt(fd, out.get(), identity, {}); });
  EXPECT_EQ(content_of(out.get()), vector_plaintext(3));
}

}  // namespace
}  // namespace hedgerow::container
