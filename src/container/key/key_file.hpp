// Key files: one line of text, "hedgerow-key-1:" and the base64 (RFC 4648, padded) of 64 random
// bytes. The line's end may also be CR LF, or missing.
#pragma once

#include <string>
#include <string_view>

#include "container/key/credential.hpp"
#include "container/key/secret_file.hpp"

namespace hedgerow::container {

inline constexpr std::string_view kKeyFilePrefix = "hedgerow-key-1:";

// Writes a new key file, mode 0600, durable when it returns. Throws kExists when `path` exists.
void create_key_file(const std::string& path);

// The line of a new key file.
Secret make_key_text();

// The 64 bytes of a key file's line. Throws kKeyFile, without a hint at what the text holds.
Secret parse_key_line(std::string_view line);

struct KeyFile {
  Credential credential;  // hinted with the file's name
  Exposure exposure;
};

// Throws kKeyFile for anything but a key file.
KeyFile load_key_file(const std::string& path);

}  // namespace hedgerow::container
