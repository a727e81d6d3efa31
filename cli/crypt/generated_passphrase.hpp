// Passphrases that the program makes.
#pragma once

#include <cstddef>

#include "support/secret.hpp"

namespace hedgerow::cli {

// Five groups of five random characters with hyphens between, 5 bits a character: 125 bits. The
// characters are Crockford's base32 in lower case: no i, l, o, u, which are mistaken for others.
inline constexpr std::size_t kPassphraseGroups = 5;
inline constexpr std::size_t kPassphraseGroupCharacters = 5;

Secret generate_passphrase();

}  // namespace hedgerow::cli
