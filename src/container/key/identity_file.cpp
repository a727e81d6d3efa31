// Reads and writes identities and recipients.
#include "container/key/identity_file.hpp"

#include <sodium.h>

#include <algorithm>

namespace hedgerow::container {
namespace {

constexpr const char* kIdentityKind = "identity file";
constexpr const char* kRecipientsKind = "recipients file";

}  // namespace

NewIdentity make_identity() {
  require_sodium();
  Secret identity(kIdentityBytes);
  randombytes_buf(identity.data(), identity.size());
  const auto public_key = Credential::from_identity(identity.view()).public_key();
  const auto comment =
      "# Whoever has this file can open what is encrypted to\n# " + to_text(public_key) + "\n";
  const auto line = identity_text(identity);
  Secret text(comment.size() + line.size() + 1);
  const auto behind = std::copy(comment.begin(), comment.end(), text.data());
  *std::copy_n(line.data(), line.size(), behind) = '\n';
  return {public_key, std::move(text)};
}

PublicKey create_identity_file(const std::string& path) {
  const auto identity = make_identity();
  create_secret_file(path, identity.text.view(), kIdentityKind);
  return identity.public_key;
}

IdentityFile load_identity_file(const std::string& path) {
  const auto file = load_secret_file(path, kMaxKeyListBytes, kIdentityKind);
  return {parse_lines(file, path, kIdentityKind,
                      [](std::string_view line) {
                        return Credential::from_identity(parse_identity(line).view());
                      }),
          file.exposure};
}

std::vector<Credential> load_recipients_file(const std::string& path) {
  const auto file = load_secret_file(path, kMaxKeyListBytes, kRecipientsKind);
  return parse_lines(file, path, kRecipientsKind, [](std::string_view line) {
    return Credential::from_public_key(parse_public_key(line));
  });
}

}  // namespace hedgerow::container
