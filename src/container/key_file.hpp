// Key files: one line of text, "hedgerow-key-1:" and the base64 (RFC 4648, padded) of 64 random
// bytes. The line's end may also be CR LF, or missing.
#pragma once

#include <string>

#include "container/credential.hpp"

namespace hedgerow::container {

// Writes a new key file, mode 0600, durable when it returns. Throws kExists when `path` exists.
void create_key_file(const std::string& path);

// Writes a new key's line to a descriptor.
void write_new_key(int fd);

struct KeyFile {
  Credential credential;
  bool exposed;  // others than its owner may read or change it
};

// Throws kKeyFile for anything but a key file.
KeyFile load_key_file(const std::string& path);

}  // namespace hedgerow::container
