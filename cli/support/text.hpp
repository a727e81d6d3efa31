// Makes text harmless for a terminal, and measures its width.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hedgerow::cli {

// Decodes UTF-8 (RFC 3629) byte by byte.
class Utf8 {
 public:
  // kMore: the character needs more bytes. kWhole: `character` is complete. kBad: these bytes are not UTF-8, and the
  // next byte begins a new character.
  enum class Step { kMore, kWhole, kBad };
  Step feed(std::uint8_t byte);
  char32_t character() const { return character_; }

 private:
  unsigned missing_ = 0;
  char32_t character_ = 0;
  char32_t least_ = 0;  // the smallest character that needs this number of bytes
};

// Returns whether all of `text` is UTF-8.
bool is_utf8(std::string_view text);

// Returns the bytes as lower-case hexadecimal digits.
std::string hex_of(std::string_view bytes);

// Returns true if a terminal may act on the character instead of showing it: controls, and marks of direction.
bool is_control(char32_t character);

// Returns `text` for a message. Control characters and bytes that are not UTF-8 become \n, \t, \x1b, \u202e and so on.
std::string printable(std::string_view text);

// Prints "hedgerow: " and printable(text) as a line on standard error. Every failure and warning has this form.
void print_error(const std::string& text);

// Returns the columns that `text` needs on a terminal. `text` comes from `printable`.
std::size_t columns_of(std::string_view text);

// Returns `text`, which comes from `printable`, in at most `columns` columns: "..." and its end if it is too long.
std::string fitted(std::string_view text, std::size_t columns);

}  // namespace hedgerow::cli
