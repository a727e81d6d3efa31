// What is made once for a device and kept for the next process: compiled code, and what calibration
// found. A file a key below $XDG_CACHE_HOME/hedgerow, else ~/.cache/hedgerow:
//
//   "hedgerow cache 1\n" | Streebog-256 of the key (32) | Streebog-256 of the content (32) | content
//
// A file appears whole or not at all. One that is damaged, is not the user's own or may be written
// by others is not used: a cache can make work slower, never wrong. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hedgerow::device {

// 64 hexadecimal digits.
std::string digest_text(std::string_view data);

// The folder; "" when the environment names none.
std::string cache_folder();
// The file of a key, whether it is there or not; "" without a folder.
std::string cache_file(std::string_view key);

// What was stored under the key; nothing when it is not there or is not to be trusted.
std::optional<std::string> load_cached(std::string_view key);
// Silent when it cannot be kept.
void store_cached(std::string_view key, std::string_view content);

}  // namespace hedgerow::device
