// Passphrases for --generate-passphrase.
#pragma once

#include <cstddef>

#include "support/secret.hpp"

namespace hedgerow::cli {

// Five groups of five random characters, with hyphens between them. Each character has 5 bits, so a passphrase has 125.
// The characters are Crockford's base32 in lower case. It omits i, l, o and u, because people mistake them for others.
inline constexpr std::size_t kPassphraseGroups = 5;
inline constexpr std::size_t kPassphraseGroupCharacters = 5;

Secret generate_passphrase();

}  // namespace hedgerow::cli
