// A page: name, synopsis, description, options, and the footer's paragraphs, of which those that
// begin with "Word:" become sections.
#include "generate/manual.hpp"

#include <cctype>

#include "hedgerow/hedgerow.h"

namespace hedgerow::cli {
namespace {

constexpr char kExitCodes[] = "Exit codes";

struct Section {
  std::string title;  // empty: belongs to the description
  std::string text;
  bool literal = false;  // lines stay as they are
};

// scdoc reads *, _ and \ anywhere, and more at the beginning of a line.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '\\') result += '\\';
    if ((result.empty() || result.back() == '\n') &&
        std::string("#-.[|]+<>").find(c) != std::string::npos)
      result += '\\';
    result += c;
  }
  return result;
}

std::string bold(const std::string& text) { return "*" + escaped(text) + "*"; }
std::string underlined(const std::string& text) { return "_" + escaped(text) + "_"; }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

Section read_section(const std::string& paragraph) {
  const auto colon = paragraph.find(':');
  const auto line = paragraph.find('\n');
  if (colon == std::string::npos || colon > line || colon > 20) return {"", paragraph, false};
  const auto title = paragraph.substr(0, colon);
  if (colon + 1 == line) return {title, paragraph.substr(line + 1), true};
  return {title, paragraph.substr(colon + 2), false};
}

std::vector<Section> sections_of(const std::string& footer) {
  std::vector<Section> sections;
  for (std::size_t at = 0; at < footer.size();) {
    auto end = footer.find("\n\n", at);
    if (end == std::string::npos) end = footer.size();
    if (end > at) sections.push_back(read_section(footer.substr(at, end - at)));
    at = end + 2;
  }
  return sections;
}

std::string head(const std::string& name, const std::string& description) {
  auto line = description;
  for (char& c : line)
    if (c == '\n') c = ' ';
  return name + "(1) \"hedgerow " + hedgerow_version() + "\" \"Hedgerow\"\n\n# NAME\n\n" + name +
         " - " + escaped(line) + "\n\n";
}

std::string option_entry(const OptionNode& option) {
  std::string names;
  for (const auto& name : option.names)
    names += (names.empty() ? "" : ", ") + (name[0] == '-' ? bold(name) : underlined(name));
  if (!option.value.empty() && option.names[0][0] == '-') names += " " + underlined(option.value);
  auto text = names + "\n\t" + escaped(option.description);
  if (option.value == "CIPHER") {
    text += ". One of:";
    for (const auto& choice : option.choices) text += " " + escaped(choice);
  }
  return text + "\n\n";
}

std::string options_text(const CommandNode& command) {
  std::string text;
  for (const auto& positional : command.positionals) text += option_entry(positional);
  for (const auto& option : command.options) text += option_entry(option);
  return text.empty() ? text : "# OPTIONS\n\n" + text;
}

std::string footer_text(const std::string& footer) {
  std::string description, rest;
  for (const auto& section : sections_of(footer)) {
    if (section.title.empty())
      description += escaped(section.text) + "\n\n";
    else
      rest += "# " + upper(section.title == kExitCodes ? "Exit status" : section.title) + "\n\n" +
              (section.literal ? "```\n" + section.text + "\n```" : escaped(section.text)) + "\n\n";
  }
  return description + rest;
}

std::string exit_status(const ParserTree& tree) {
  for (const auto& section : sections_of(tree.program.footer))
    if (section.title == kExitCodes) return "# EXIT STATUS\n\n" + escaped(section.text) + "\n\n";
  return "";
}

std::string synopsis(const CommandNode& command) {
  auto text = "# SYNOPSIS\n\n*hedgerow " + escaped(command.name) + "*";
  if (!command.options.empty()) text += " [_OPTIONS_]";
  for (const auto& positional : command.positionals) {
    const auto name = underlined(positional.value) + (positional.several ? "..." : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  if (command.options.empty()) text += " [_ARGUMENTS_...]";
  return text + "\n\n";
}

}  // namespace

std::string manual_of_program(const ParserTree& tree) {
  auto text = head("hedgerow", tree.program.description) +
              "# SYNOPSIS\n\n*hedgerow* _COMMAND_ [_OPTIONS_] [_FILE_...]\n\n# COMMANDS\n\n";
  for (const auto& command : tree.commands)
    text +=
        "*hedgerow-" + escaped(command.name) + "*(1)\n\t" + escaped(command.description) + "\n\n";
  return text + options_text(tree.program) + footer_text(tree.program.footer);
}

std::string manual_of_command(const ParserTree& tree, const CommandNode& command) {
  const auto footer = footer_text(command.footer);
  const bool has_description = !footer.empty() && footer[0] != '#';
  return head("hedgerow-" + command.name, command.description) + synopsis(command) +
         (has_description ? "# DESCRIPTION\n\n" + footer : "") + options_text(command) +
         (has_description ? "" : footer) + exit_status(tree) + "# SEE ALSO\n\n*hedgerow*(1)\n";
}

}  // namespace hedgerow::cli
