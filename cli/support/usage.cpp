// Sentences on wrong command lines.
#include "support/usage.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "support/arguments.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kMostEdits = 2;

// Characters to insert, remove or replace (Levenshtein).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 0; i < a.size(); i++) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); j++) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// "; did you mean X?", or nothing.
std::string suggestion(const std::string& typed, const std::vector<std::string>& allowed) {
  const auto nearest = std::ranges::min_element(
      allowed, {}, [&](const std::string& name) { return distance(typed, name); });
  if (nearest == allowed.end() || distance(typed, *nearest) > kMostEdits) return "";
  return "; did you mean " + *nearest + "?";
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const auto command : app.get_subcommands([](CLI::App*) { return true; }))
    if (!command->get_name().empty()) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto option : command.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string not_expected(const CLI::App& command, const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-') return "one argument too many: '" + argument + "'";
  return "'" + argument + "' is not an option of `hedgerow " + command.get_name() + "`" +
         suggestion(argument.substr(0, argument.find('=')), option_names(command));
}

std::string explain_command(CLI::App& app, const std::string& first) {
  const auto names = command_names(app);
  if (first.starts_with('-'))
    return "'" + first + "' is not an option of hedgerow" + suggestion(first, option_names(app));
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  if (first.empty()) return "name a command: " + list;
  const auto meant = suggestion(first, names);
  return "'" + first + "' is not a command" + (meant.empty() ? "; there are " + list : meant);
}

}  // namespace

std::string explain_usage(CLI::App& app, const std::string& first, const CLI::ParseError& error) {
  const auto names = command_names(app);
  if (std::ranges::find(names, first) == names.end())
    return explain_command(app, first) + "; `hedgerow --help` shows how to call it";
  const auto& command = *app.get_subcommand(first);
  const auto unknown = command.remaining(true);
  const std::string text = unknown.empty() ? error.what() : not_expected(command, unknown.front());
  return shown(text) + "; `hedgerow " + first + " --help` shows what is allowed";
}

}  // namespace hedgerow::cli
