// Files of X25519 keys, which are identities (secret) or recipients (public). Each line has one key
// in the format of key_text.hpp. Empty lines and lines that begin with # are ignored.
#pragma once

#include <vector>

#include "container/error.hpp"
#include "container/key/key_text.hpp"
#include "container/key/secret_file.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMaxKeyListBytes = 64 << 10;

struct NewIdentity {
  PublicKey public_key;
  Secret text;  // the text of its file, with the public key in a comment
};
NewIdentity make_identity();

// Writes the text of make_identity to a new file with mode 0600, and returns the public key. Throws
// kExists if `path` exists.
PublicKey create_identity_file(const std::string& path);

struct IdentityFile {
  std::vector<Credential> identities;  // one or more
  Exposure exposure;
};

// Throws kKeyFile with the number of the line if the file has any other content.
IdentityFile load_identity_file(const std::string& path);

// Loads one or more recipients, and throws the errors of load_identity_file.
std::vector<Credential> load_recipients_file(const std::string& path);

// Calls `parse` for each line that is neither empty nor a comment, and returns the credentials.
// Throws the errors of `parse` with the number of the line, and kKeyFile if there is no such line.
// `kind` names the file.
template <class Parse>
std::vector<Credential> parse_lines(const SecretFile& file, const std::string& path,
                                    const char* kind, Parse parse) {
  std::vector<Credential> keys;
  std::size_t number = 0;
  for (const auto line : file.lines()) {
    number++;
    if (line.empty() || line[0] == '#') continue;
    try {
      keys.push_back(parse(line));
    } catch (const Error& e) {
      throw e.with_text(path + ", line " + std::to_string(number) + ": " + e.what());
    }
  }
  if (keys.empty())
    throw Error(Status::kKeyFile, path + " is not a " + kind + ": it has no key",
                Remedy::kMakeRecipient);
  return keys;
}

}  // namespace hedgerow::container
