// Text for people: what a terminal takes without harm, and how wide it is there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hedgerow::cli {

// UTF-8 (RFC 3629), byte by byte.
class Utf8 {
 public:
  // More bytes are needed; `character` is whole; these bytes are not UTF-8. The next byte then
  // begins a character.
  enum class Step { kMore, kWhole, kBad };
  Step feed(std::uint8_t byte);
  char32_t character() const { return character_; }

 private:
  unsigned missing_ = 0;
  char32_t character_ = 0;
  char32_t least_ = 0;  // of those that need as many bytes
};

// Returns whether all of `text` is UTF-8.
bool is_utf8(std::string_view text);

// Returns the bytes as lower-case hexadecimal digits.
std::string hex_of(std::string_view bytes);

// Whether a terminal may act on it instead of showing it: controls, and marks of direction.
bool is_control(char32_t character);

// `text` for a message: what is_control and bytes that are not UTF-8 become \n, \t, \x1b, \u202e.
std::string printable(std::string_view text);

// A line on standard error, as every failure and warning has it: "hedgerow: " and `text`,
// printable.
void print_error(const std::string& text);

// Columns of a terminal that `text`, which `printable` made, takes.
std::size_t columns_of(std::string_view text);

// `text`, which `printable` made, in `columns` of a terminal at most: its end, behind "...".
std::string fitted(std::string_view text, std::size_t columns);

}  // namespace hedgerow::cli
