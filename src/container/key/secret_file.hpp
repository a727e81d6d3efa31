// Small text files that contain secrets, which are key files and identities.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "container/key/secret.hpp"

namespace hedgerow::container {

// The access that users other than the owner have to a file, which is kNone for pipes and similar
// files.
enum class Exposure { kNone, kReadable, kWritable };

// Returns "" or a warning, for example "others can read it: chmod 600 would stop that".
const char* text_of(Exposure exposure);

struct SecretFile {
  Secret text;
  Exposure exposure;

  // Returns the lines without "\n" or "\r\n", as views that point into `text`.
  std::vector<std::string_view> lines() const;
};

// Throws kIo, and kKeyFile if the file has more than `max_bytes` bytes or if `path` is the text of
// a key. `kind` names the file in errors, for example "key file".
SecretFile load_secret_file(const std::string& path, std::size_t max_bytes, const char* kind);

// Writes a new file with mode 0600, which is durable when the function returns. If writing fails,
// the file is removed again. Throws kExists if `path` exists, and kKeyFile if it is the text of a
// key.
void create_secret_file(const std::string& path, std::span<const std::uint8_t> text,
                        const char* kind);

}  // namespace hedgerow::container
