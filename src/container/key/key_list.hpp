// A key as text whose kind its own prefix says: what key_file.hpp and key_text.hpp define.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "container/key/credential.hpp"

namespace hedgerow::container {

// "hedgerow-key-1:...", "hedgerow-identity-..." or "hedgerow-public-...". Throws kKeyFile; the error
// does not repeat the text.
Credential parse_key(std::string_view text);

// The keys of a file, one a line, whatever their kinds; empty lines and lines that begin with # are
// passed over. Throws kKeyFile, with the number of the line, for anything else, and kIo.
std::vector<Credential> load_keys(const std::string& path);

}  // namespace hedgerow::container
