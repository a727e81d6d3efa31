// Texts of X25519 keys, with libsodium's constant-time base64.
#include "container/key/key_text.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"
#include "container/key/base64.hpp"
#include "container/key/file_key.hpp"
#include "container/key/key_file.hpp"

namespace hedgerow::container {
namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kCheckedBytes = kKeyBytes + kChecksumBytes;
constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr std::uint8_t kTextVersion = 2;
constexpr std::size_t kLeastSecretCharacters = 32;  // an identity has 48, a key file 88
static_assert(kPublicKeyBytes == kKeyBytes && kIdentityBytes == kKeyBytes);
static_assert(sodium_base64_ENCODED_LEN(kCheckedBytes, kVariant) == kKeyTextBytes + 1);

using Checksum = std::array<std::uint8_t, kChecksumBytes>;

Checksum checksum_of(std::string_view prefix, const std::uint8_t* key) {
  Secret data(prefix.size() + kKeyBytes), digest(16);
  std::copy(prefix.begin(), prefix.end(), data.data());
  std::copy_n(key, kKeyBytes, data.data() + prefix.size());
  derive({}, data.view(), "TXT", kTextVersion, digest.span());
  Checksum checksum;
  std::copy_n(digest.data(), kChecksumBytes, checksum.begin());
  return checksum;
}

Secret encode(std::string_view prefix, const std::uint8_t* key) {
  Secret checked(kCheckedBytes), text(prefix.size() + kKeyTextBytes + 1);
  const auto checksum = checksum_of(prefix, key);
  std::copy(checksum.begin(), checksum.end(), std::copy_n(key, kKeyBytes, checked.data()));
  std::copy(prefix.begin(), prefix.end(), text.data());
  sodium_bin2base64(reinterpret_cast<char*>(text.data()) + prefix.size(), kKeyTextBytes + 1,
                    checked.data(), checked.size(), kVariant);
  text.shrink(text.size() - 1);
  return text;
}

// Error sentences show `name`, which is the expected kind of text.
Secret decode(std::string_view prefix, std::string_view text, const std::string& name) {
  if (!text.starts_with(prefix))
    throw Error(Status::kKeyFile,
                name + " begins with " + std::string(prefix) + ": this text does not");
  const auto encoded = text.substr(prefix.size());
  if (encoded.size() != kKeyTextBytes)
    throw Error(Status::kKeyFile, name + " has 48 characters behind " + std::string(prefix) +
                                      ": this one has " + std::to_string(encoded.size()));
  Secret checked(kCheckedBytes);
  const bool valid = decode_base64(encoded, kVariant, checked.span()) == kCheckedBytes;
  const auto checksum = checksum_of(prefix, checked.data());
  if (!valid || sodium_memcmp(checksum.data(), checked.data() + kKeyBytes, kChecksumBytes) != 0)
    throw Error(Status::kKeyFile, name + " is mistyped or damaged: its checksum is wrong");
  checked.shrink(kKeyBytes);
  return checked;
}

// Counts the characters of both base64 alphabets before the first other character. Blanks and line
// breaks are ignored.
std::size_t leading_base64(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  constexpr std::string_view kBase64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
  const auto known = std::string(kBlanks) + std::string(kBase64);
  const auto run = text.substr(0, text.find_first_not_of(known));
  return run.size() - static_cast<std::size_t>(std::ranges::count_if(
                          run, [&](char c) { return kBlanks.find(c) != kBlanks.npos; }));
}

}  // namespace

std::string to_text(const PublicKey& key) {
  const auto text = encode(kPublicPrefix, key.data());
  return std::string(text.data(), text.data() + text.size());
}

PublicKey parse_public_key(std::string_view text) {
  if (text.starts_with(kIdentityPrefix))
    throw Error(Status::kKeyFile,
                "this is an identity, which is secret: a public key begins with hedgerow-public-");
  const auto bytes = decode(kPublicPrefix, text, "a public key");
  PublicKey key;
  std::copy_n(bytes.data(), key.size(), key.begin());
  return key;
}

Secret identity_text(const Secret& identity) { return encode(kIdentityPrefix, identity.data()); }

Secret parse_identity(std::string_view text) {
  if (text.starts_with(kPublicPrefix))
    throw Error(Status::kKeyFile,
                "this is a public key, which opens nothing: an identity begins with "
                "hedgerow-identity-");
  return decode(kIdentityPrefix, text, "an identity");
}

bool holds_secret_key(std::string_view text) {
  for (const auto prefix : {kKeyFilePrefix, kIdentityPrefix})
    for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1))
      if (leading_base64(text.substr(at + prefix.size())) >= kLeastSecretCharacters) return true;
  return false;
}

void refuse_key_as_path(std::string_view path, const std::string& kind) {
  if (!holds_secret_key(path)) return;
  throw Error(Status::kKeyFile, "this is the text of a secret key itself, not the path of a " +
                                    kind + ": write it to a file of mode 0600, and give its path");
}

}  // namespace hedgerow::container
