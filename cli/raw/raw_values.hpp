// Values of the options of the commands on single modes: lengths, sizes and names, checked with sentences that say what
// is allowed. All throw Error (ARGUMENT).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hedgerow/hedgerow.hpp"

namespace hedgerow::cli {

// "8 bytes", "4 to 16 bytes", "16 to 256 bytes in steps of 16".
std::string lengths_text(std::size_t min, std::size_t max, std::size_t step);
bool is_length(std::size_t bytes, std::size_t min, std::size_t max, std::size_t step);

// A number of bytes, also with K, M, G or T behind it; 0 where the option is not given.
std::uint64_t size_option(const char* option, const std::optional<std::string>& text);
// A number of bytes from 1 to `most`; 0 where the option is not given.
std::uint32_t count_option(const char* option, const std::optional<unsigned>& bytes,
                           std::size_t most);
hedgerow_padding padding_option(const std::string& text);

}  // namespace hedgerow::cli
