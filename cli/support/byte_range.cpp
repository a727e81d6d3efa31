// Parses numbers of bytes, which are digits and an optional unit.
#include "support/byte_range.hpp"

#include <charconv>
#include <limits>

#include "support/error.hpp"

namespace hedgerow::cli {

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  constexpr std::string_view kUnits = "KMGTkmgt";
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || end - behind > 1) return {};
  if (behind == end) return value;
  const auto unit = kUnits.find(*behind);
  if (unit == std::string_view::npos) return {};
  const auto shift = 10 * (unit % 4 + 1);
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) return {};
  return value << shift;
}

ByteRange parse_range(const std::string& text) {
  const auto colon = text.find(':');
  const auto offset = parse_bytes(text.substr(0, colon));
  const auto length =
      colon == std::string::npos ? std::nullopt : parse_bytes(text.substr(colon + 1));
  if (!offset || !length || *offset + *length < *offset)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "--range " + text +
                    ": allowed is OFFSET:LENGTH in bytes, for example 0:512 or 3G:64K with a "
                    "unit K, M, G or T");
  return {*offset, *length};
}

}  // namespace hedgerow::cli
