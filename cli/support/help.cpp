// Breaks the lines of the help between words, because CLI11 does not.
#include "support/help.hpp"

#include <sstream>

namespace hedgerow::cli {
namespace {

constexpr std::size_t kColumns = 80;

// Appends the words of `line` to `text`, with line breaks so that no line has more than `columns`. Words of the same
// paragraph may be there already.
void append_wrapped(std::string& text, const std::string& line, std::size_t columns) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto used = text.size() - (text.rfind('\n') + 1);  // npos + 1 is 0
    if (used != 0) text += used + 1 + word.size() > columns ? '\n' : ' ';
    text += word;
  }
}

}  // namespace

std::string HelpFormatter::wrapped_description(const std::string& text) const {
  std::string result;
  append_wrapped(result, text, kColumns - column_width_);
  return result;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  auto text = Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  auto text = "  " + command->get_display_name(true) + ' ';
  if (text.size() < column_width_) text.resize(column_width_, ' ');
  for (const char c : wrapped_description(command->get_description())) {
    text += c;
    if (c == '\n') text.append(column_width_, ' ');
  }
  return text + '\n';
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped_description(option->get_description());
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  std::istringstream lines(app->get_footer());
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool apart = line.empty() || line.starts_with("  ") || line.ends_with(':');
    if (apart && !text.empty() && text.back() != '\n') text += '\n';
    if (apart)
      text += line + '\n';
    else
      append_wrapped(text, line, kColumns);
  }
  return text.ends_with('\n') ? text : text + '\n';
}

}  // namespace hedgerow::cli
