// Parses values of options of cipher, mac, wrap and unwrap.
#include "raw/raw_values.hpp"

#include <algorithm>
#include <iterator>

#include "support/byte_range.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr const char* kPaddings[] = {"none", "pkcs7", "bit", "zero", "bit-if-partial"};

}  // namespace

std::string lengths_text(std::size_t min, std::size_t max, std::size_t step) {
  if (min == max) return std::to_string(min) + " bytes";
  auto text = std::to_string(min) + " to " + std::to_string(max) + " bytes";
  if (step > 1) text += " in steps of " + std::to_string(step);
  return text;
}

bool is_length(std::size_t bytes, std::size_t min, std::size_t max, std::size_t step) {
  return bytes >= min && bytes <= max && (step < 2 || (bytes - min) % step == 0);
}

std::uint64_t size_option(const char* option, const std::optional<std::string>& text) {
  if (!text) return 0;
  const auto bytes = parse_bytes(*text).value_or(0);
  if (bytes == 0)
    throw_usage(std::string(option) + " " + *text +
                ": allowed is a number of bytes, at least 1, which may end in K, M, G or T");
  return bytes;
}

std::uint32_t count_option(const char* option, const std::optional<unsigned>& bytes,
                           std::size_t most) {
  if (bytes && (*bytes == 0 || *bytes > most))
    throw_usage(std::string(option) + " " + std::to_string(*bytes) + ": allowed are 1 to " +
                std::to_string(most) + " bytes");
  return bytes.value_or(0);
}

hedgerow_padding padding_option(const std::string& text) {
  const auto found = std::ranges::find(kPaddings, text);
  if (found == std::end(kPaddings))
    throw_usage("--padding " + text + ": allowed are none, pkcs7, bit, zero, bit-if-partial");
  return static_cast<hedgerow_padding>(found - std::begin(kPaddings));
}

}  // namespace hedgerow::cli
