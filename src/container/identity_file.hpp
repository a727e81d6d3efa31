// Files of X25519 keys: identities (secret) and recipients (public). One key a line, as key_text
// has them; empty lines and lines that begin with # are passed over.
#pragma once

#include <vector>

#include "container/key_text.hpp"
#include "container/secret_file.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMaxKeyListBytes = 64 << 10;

struct NewIdentity {
  PublicKey public_key;
  Secret text;  // of its file, with the public key in a comment
};
NewIdentity make_identity();

// Writes make_identity's text to a new file, mode 0600; returns the public key. Throws kExists when
// `path` exists.
PublicKey create_identity_file(const std::string& path);

struct IdentityFile {
  std::vector<Credential> identities;  // one or more
  Exposure exposure;
};

// Throws kKeyFile, with the number of the line, for anything else.
IdentityFile load_identity_file(const std::string& path);

// One or more recipients. Throws as load_identity_file.
std::vector<Credential> load_recipients_file(const std::string& path);

}  // namespace hedgerow::container
