// Key files: one line of text, "hedgerow-key-1:" and the base64 (RFC 4648, padded) of 64 random
// bytes. The line may end in LF or CR LF, or have no line end.
#pragma once

#include <string>
#include <string_view>

#include "container/key/credential.hpp"
#include "container/key/secret_file.hpp"

namespace hedgerow::container {

inline constexpr std::string_view kKeyFilePrefix = "hedgerow-key-1:";

// Writes a new key file with mode 0600, which is durable when the function returns. Throws kExists
// if `path` exists.
void create_key_file(const std::string& path);

// Returns the text line of a new key file, with a fresh random key.
Secret make_key_text();

// Returns the 64 bytes of a key file's line, or throws kKeyFile with a message that reveals no part
// of the text.
Secret parse_key_line(std::string_view line);

struct KeyFile {
  Credential credential;  // its hint is the file's name
  Exposure exposure;
};

// Throws kKeyFile if the file is not a key file.
KeyFile load_key_file(const std::string& path);

}  // namespace hedgerow::container
