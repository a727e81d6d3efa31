// Explains wrong command lines, with the help that shows the allowed ones.
#include "support/usage.hpp"

#include <vector>

#include "support/arguments.hpp"
#include "support/result.hpp"
#include "support/suggestion.hpp"

namespace hedgerow::cli {
namespace {

// Returns the commands of the help, without hidden commands, which have no group.
std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const auto command :
       app.get_subcommands([](CLI::App* command) { return !command->get_group().empty(); }))
    names.push_back(command->get_name());
  return names;
}

bool is_command(CLI::App& app, const std::string& name) {
  return !app.get_subcommands([&](CLI::App* command) { return command->get_name() == name; })
              .empty();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto option : command.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The value of an unknown option may be a secret, as in --pass=VALUE and -pVALUE, so it is not shown.
std::string without_value(const std::string& option) {
  if (option.starts_with("--")) return option.substr(0, option.find('='));
  std::size_t end = 2;
  while (end < option.size() && ((unsigned char)option[end] & 0xc0) == 0x80) end++;  // UTF-8
  return option.substr(0, end);
}

std::string not_expected(const CLI::App& command, const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-')
    return "'" + argument + "' is one argument too many";
  const auto name = without_value(argument);
  return "'" + name + "' is not an option of `hedgerow " + command.get_name() + "`" +
         suggestion(name, option_names(command));
}

std::string explain_command(CLI::App& app, const std::string& first) {
  const auto names = command_names(app);
  if (first.starts_with('-')) {
    const auto name = without_value(first);
    return "'" + name + "' is not an option of hedgerow" + suggestion(name, option_names(app));
  }
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  if (first.empty()) return "no command is given; there are " + list;
  const auto meant = suggestion(first, names);
  return "'" + first + "' is not a command" + (meant.empty() ? "; there are " + list : meant);
}

// Returns `text` and the command that shows the allowed words. The separator depends on the question mark of a
// suggestion.
std::string with_help(const std::string& text, const std::string& command) {
  return text + (text.ends_with('?') ? " `" : "; `") + command + "` shows what is allowed";
}

}  // namespace

void require_command(CLI::App& app, const std::string& first) {
  if (!first.starts_with('-') && !is_command(app, first))
    throw_usage(with_help(explain_command(app, first), "hedgerow --help"));
}

std::string explain_usage(CLI::App& app, const std::string& first, const CLI::ParseError& error) {
  if (!is_command(app, first)) return with_help(explain_command(app, first), "hedgerow --help");
  const auto& command = *app.get_subcommand(first);
  const auto unknown = command.remaining(true);
  const std::string text = unknown.empty() ? error.what() : not_expected(command, unknown.front());
  return with_help(shown(text), "hedgerow " + first + " --help");
}

}  // namespace hedgerow::cli
