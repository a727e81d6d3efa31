// The cache of results that are computed once for a device and kept for later processes: compiled
// code and calibrations. Each key has one file below $XDG_CACHE_HOME/hedgerow, or else
// ~/.cache/hedgerow:
//
//   "hedgerow cache 1\n" | Streebog-256 of the key (32) | Streebog-256 of the content (32) | content
//
// A file appears only when it is complete. A file is ignored if it is damaged, belongs to another
// user or can be written by others. Therefore a bad cache can make work slower, but never wrong.
// Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hedgerow::device {

// Returns 64 hexadecimal digits.
std::string digest_text(std::string_view data);

// The folder of the cache, or "" if the environment names no folder.
std::string cache_folder();
// The file name of a key, whether the file exists or not; "" if there is no folder.
std::string cache_file(std::string_view key);

// Returns the content that was stored under the key, or nullopt if there is no file or it cannot be
// trusted.
std::optional<std::string> load_cached(std::string_view key);
// Stores the content, but ignores a failure because the cache is optional.
void store_cached(std::string_view key, std::string_view content);

}  // namespace hedgerow::device
