// Small text files that hold secrets: key files, identities.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "container/key/secret.hpp"

namespace hedgerow::container {

// What others than a file's owner may do to it. Of pipes and the like: nothing.
enum class Exposure { kNone, kReadable, kWritable };

// "" or a sentence that warns of it, such as "others can read it: chmod 600 would stop that".
const char* text_of(Exposure exposure);

struct SecretFile {
  Secret text;
  Exposure exposure;

  // Its lines, without "\n" or "\r\n". They point into `text`.
  std::vector<std::string_view> lines() const;
};

// Throws kIo, and kKeyFile when it has more than `max_bytes` or when `path` is the text of a key.
// `kind` names it in errors, such as "key file".
SecretFile load_secret_file(const std::string& path, std::size_t max_bytes, const char* kind);

// A new file, mode 0600, durable when this returns; removed again when writing fails. Throws
// kExists when `path` exists, and kKeyFile when it is the text of a key.
void create_secret_file(const std::string& path, std::span<const std::uint8_t> text,
                        const char* kind);

}  // namespace hedgerow::container
