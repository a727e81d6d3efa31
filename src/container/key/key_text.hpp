// X25519 keys as text, which can be mailed, copied and typed:
//
//   hedgerow-public-    and 48 characters
//   hedgerow-identity-  and 48 characters: secret
//
// The characters are the base64 (RFC 4648 section 5, without padding) of the key's 32 bytes and 4
// bytes of checksum. The checksum is the beginning of BLAKE2b (16 bytes of output, personalisation
// HEDGEROW-TXT-002) of the text's prefix and the key. Therefore a mistyped key is detected, and a
// key of one kind cannot be used as the other kind.
#pragma once

#include <string>
#include <string_view>

#include "container/key/credential.hpp"

namespace hedgerow::container {

inline constexpr std::string_view kPublicPrefix = "hedgerow-public-";
inline constexpr std::string_view kIdentityPrefix = "hedgerow-identity-";
inline constexpr std::size_t kKeyTextBytes = 48;  // after the prefix

std::string to_text(const PublicKey& key);

// Throws kKeyFile for any other text, with an error that says if the text is mistyped.
PublicKey parse_public_key(std::string_view text);

// Returns the text in locked memory, without a final 0 byte or a line end.
Secret identity_text(const Secret& identity);

// Throws kKeyFile for any other text, with an error that does not repeat the text.
Secret parse_identity(std::string_view text);

// Returns true if `text` contains the text of an identity, or the key of a key file: the prefix,
// and more characters after it than a file name would have. The text may be cut, mistyped, broken
// into lines, or have other text around it.
bool holds_secret_key(std::string_view text);

// Checks a `path` from a caller. Throws kKeyFile if the path itself is a secret key, and does not
// repeat it. `kind` is the kind of file, for example "key file".
void refuse_key_as_path(std::string_view path, const std::string& kind);

}  // namespace hedgerow::container
