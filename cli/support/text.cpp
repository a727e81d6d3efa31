// Quotes text, and measures widths with the C library.
#include "support/text.hpp"

#include <locale.h>
#include <wchar.h>

#include <cstdio>

namespace hedgerow::cli {
namespace {

constexpr std::string_view kEllipsis = "...";

bool is_continuation(char byte) { return (static_cast<std::uint8_t>(byte) & 0xc0) == 0x80; }

std::string escaped(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\t') return "\\t";
  char text[16];
  std::snprintf(text, sizeof text, character < 0x100 ? "\\x%02x" : "\\u%04x",
                static_cast<unsigned>(character));
  return text;
}

std::string escaped_bytes(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += escaped(static_cast<unsigned char>(byte));
  return text;
}

// Returns the columns of a character: 2 for wide characters of East Asia, 0 for combining ones.
std::size_t columns_of_one(char32_t character) {
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (utf8 == nullptr) return 1;
  const auto before = uselocale(utf8);
  const int columns = wcwidth(static_cast<wchar_t>(character));
  uselocale(before);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

}  // namespace

Utf8::Step Utf8::feed(std::uint8_t byte) {
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (missing_ == 0) {
    character_ = byte;
    if (byte < 0x80) return Step::kWhole;
    if (byte < 0xc0 || byte >= 0xf8) return Step::kBad;
    missing_ = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    least_ = kLeast[missing_];
    character_ = byte & (0x3fu >> missing_);
    return Step::kMore;
  }
  if (!is_continuation(static_cast<char>(byte))) {
    missing_ = 0;
    return Step::kBad;
  }
  character_ = character_ << 6 | (byte & 0x3fu);
  if (--missing_ != 0) return Step::kMore;
  const bool surrogate = character_ >= 0xd800 && character_ <= 0xdfff;
  return character_ < least_ || surrogate || character_ > 0x10ffff ? Step::kBad : Step::kWhole;
}

bool is_utf8(std::string_view text) {
  Utf8 utf8;
  auto step = Utf8::Step::kWhole;
  for (const char byte : text)
    if ((step = utf8.feed(static_cast<std::uint8_t>(byte))) == Utf8::Step::kBad) return false;
  return step == Utf8::Step::kWhole;
}

std::string hex_of(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

std::string printable(std::string_view text) {
  std::string result;
  Utf8 utf8;
  std::size_t start = 0;  // of the current character
  for (std::size_t i = 0; i < text.size(); i++) {
    const auto step = utf8.feed(static_cast<std::uint8_t>(text[i]));
    if (step == Utf8::Step::kMore) continue;
    // A byte that interrupts a character begins another one.
    const bool cut = step == Utf8::Step::kBad && i > start && !is_continuation(text[i]);
    if (cut) i--;
    const auto bytes = text.substr(start, i + 1 - start);
    if (step == Utf8::Step::kBad)
      result += escaped_bytes(bytes);
    else
      result += is_control(utf8.character()) ? escaped(utf8.character()) : std::string(bytes);
    start = i + 1;
  }
  return result + escaped_bytes(text.substr(start));
}

void print_error(const std::string& text) {
  std::fprintf(stderr, "hedgerow: %s\n", printable(text).c_str());
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  Utf8 utf8;
  for (const char byte : text)
    if (utf8.feed(static_cast<std::uint8_t>(byte)) == Utf8::Step::kWhole)
      columns += columns_of_one(utf8.character());
  return columns;
}

std::string fitted(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns <= kEllipsis.size()) return std::string(kEllipsis.substr(0, columns));
  const auto room = columns - kEllipsis.size();
  do {
    text.remove_prefix(1);
    while (!text.empty() && is_continuation(text[0])) text.remove_prefix(1);
  } while (columns_of(text) > room);
  return std::string(kEllipsis) + std::string(text);
}

}  // namespace hedgerow::cli
