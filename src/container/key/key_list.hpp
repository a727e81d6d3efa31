// Keys as text, where the prefix shows the kind of a key. key_file.hpp and key_text.hpp define the
// formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "container/key/credential.hpp"

namespace hedgerow::container {

// Parses "hedgerow-key-1:...", "hedgerow-identity-..." or "hedgerow-public-...". Throws kKeyFile
// with an error that does not repeat the text.
Credential parse_key(std::string_view text);

// Loads the keys of a file with one key of any kind in each line. Empty lines and lines that begin
// with # are ignored. Throws kKeyFile with the number of the line for any other content, and kIo.
std::vector<Credential> load_keys(const std::string& path);

}  // namespace hedgerow::container
