// Numbers of bytes as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hedgerow::cli {

// "1000", "64K", "2m", "100G", "3T": digits, and a unit of 2^10, 2^20, 2^30 or 2^40 bytes. None for
// anything else, and for what 64 bits do not hold.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// "OFFSET:LENGTH". Throws Error (ARGUMENT) that says what is allowed.
ByteRange parse_range(const std::string& text);

}  // namespace hedgerow::cli
