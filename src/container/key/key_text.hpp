// X25519 keys as text, to be mailed, copied and typed:
//
//   hedgerow-public-    and 48 characters
//   hedgerow-identity-  and 48 characters: secret
//
// The characters are the base64 (RFC 4648 section 5, without padding) of the key's 32 bytes and 4
// bytes of checksum: the first bytes of BLAKE2b (16 bytes of output, personalisation
// HEDGEROW-TXT-002) of the text's prefix and the key. So a mistyped key is found, and none is
// taken for one of the other kind.
#pragma once

#include <string>
#include <string_view>

#include "container/key/credential.hpp"

namespace hedgerow::container {

inline constexpr std::string_view kPublicPrefix = "hedgerow-public-";
inline constexpr std::string_view kIdentityPrefix = "hedgerow-identity-";
inline constexpr std::size_t kKeyTextBytes = 48;  // behind the prefix

std::string to_text(const PublicKey& key);

// Throws kKeyFile for anything else, and says whether it is mistyped.
PublicKey parse_public_key(std::string_view text);

// In locked memory, without an end.
Secret identity_text(const Secret& identity);

// Throws kKeyFile; the error does not repeat the text.
Secret parse_identity(std::string_view text);

// Whether `text` has the text of an identity, or of the key in a key file, in it: the prefix and so
// many characters behind it that no file is called so. The text may be cut, mistyped, broken into
// lines, or have other text around it.
bool holds_secret_key(std::string_view text);

// For a `path` that a caller gave: throws kKeyFile when it holds a secret key itself, and repeats
// nothing of it. `kind` is the file's, such as "key file".
void refuse_key_as_path(std::string_view path, const std::string& kind);

}  // namespace hedgerow::container
