// Recognises keys by their prefixes.
#include "container/key/key_list.hpp"

#include "container/error.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"

namespace hedgerow::container {

Credential parse_key(std::string_view text) {
  if (text.starts_with(kKeyFilePrefix))
    return Credential::from_master_key(parse_key_line(text).view());
  if (text.starts_with(kIdentityPrefix))
    return Credential::from_identity(parse_identity(text).view());
  if (text.starts_with(kPublicPrefix)) return Credential::from_public_key(parse_public_key(text));
  throw Error(Status::kKeyFile,
              "this is no key: a key file begins with hedgerow-key-1:, an identity with "
              "hedgerow-identity-, a public key with hedgerow-public-");
}

std::vector<Credential> load_keys(const std::string& path) {
  const auto file = load_secret_file(path, kMaxKeyListBytes, "file of keys");
  auto keys = parse_lines(file, path, "file of keys", parse_key);
  for (auto& key : keys)
    if (key.kind() == SlotKind::kKeyFile) key = key.with_hint(path.substr(path.rfind('/') + 1));
  return keys;
}

}  // namespace hedgerow::container
