// Parses numbers of bytes and ranges of bytes in the form that people write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hedgerow::cli {

// Parses digits with an optional unit of 2^10, 2^20, 2^30 or 2^40 bytes, for example "1000", "64K", "2m", "100G" or
// "3T". Returns an empty value for other texts and for numbers that do not fit into 64 bits.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// Parses "OFFSET:LENGTH". Throws Error (ARGUMENT) with the allowed form.
ByteRange parse_range(const std::string& text);

}  // namespace hedgerow::cli
