// Parses lengths, sizes and names in the options of cipher, mac, wrap and unwrap. All functions throw Error (ARGUMENT)
// with a sentence that names the allowed values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hedgerow/hedgerow.hpp"

namespace hedgerow::cli {

// Returns for example "8 bytes", "4 to 16 bytes" or "16 to 256 bytes in steps of 16".
std::string lengths_text(std::size_t min, std::size_t max, std::size_t step);
bool is_length(std::size_t bytes, std::size_t min, std::size_t max, std::size_t step);

// Returns a number of bytes, which may end in K, M, G or T, or 0 if the option is not given.
std::uint64_t size_option(const char* option, const std::optional<std::string>& text);
// Returns a number of bytes from 1 to `most`, or 0 if the option is not given.
std::uint32_t count_option(const char* option, const std::optional<unsigned>& bytes,
                           std::size_t most);
hedgerow_padding padding_option(const std::string& text);

}  // namespace hedgerow::cli
