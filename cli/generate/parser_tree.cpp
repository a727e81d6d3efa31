// Converts the objects of CLI11 to plain data.
#include "generate/parser_tree.hpp"

#include "support/library.hpp"

namespace hedgerow::cli {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text + separator)
    if (c == separator)
      parts.push_back(std::move(part)), part.clear();
    else
      part += c;
  return parts;
}

void set_kind(OptionNode& node) {
  if (node.value.empty()) return;
  if (node.value == "DIR") {
    node.kind = ValueKind::kDirectory;
  } else if (node.value == "FILE" || node.value == "KEY" || node.value == "OUT") {
    node.kind = ValueKind::kFile;
  } else if (node.value == "CIPHER") {
    node.kind = ValueKind::kChoice;
    node.choices = container_ciphers();
  } else if (node.value == "C") {
    node.kind = ValueKind::kChoice;
    for (const auto& cipher : list_ciphers()) node.choices.push_back(cipher.name);
  } else if (node.value.find('|') != std::string::npos) {
    node.kind = ValueKind::kChoice;
    node.choices = split(node.value, '|');
  } else {
    node.kind = ValueKind::kOther;
  }
}

OptionNode read_option(const CLI::Option& option) {
  OptionNode node;
  const bool positional = option.get_positional();
  if (positional) node.names.push_back(option.get_name(true));
  for (const auto& name : option.get_snames()) node.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) node.names.push_back("--" + name);
  if (positional)
    node.value = node.names[0];
  else if (option.get_items_expected_max() > 0)
    node.value = split(option.get_type_name(), ':')[0];  // without the texts of validators
  node.description = option.get_description();
  node.default_value = option.get_option_text().empty() ? option.get_default_str() : "";
  node.group = option.get_group();
  node.several = option.get_items_expected_max() > 1;
  node.required = option.get_required();
  set_kind(node);
  return node;
}

CommandNode read_command(const CLI::App& app) {
  CommandNode node{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const auto option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? node.positionals : node.options).push_back(read_option(*option));
  }
  return node;
}

}  // namespace

ParserTree read_parser(const CLI::App& app) {
  ParserTree tree{read_command(app), {}};
  const auto visible = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const auto command : app.get_subcommands(visible)) {
    tree.commands.push_back(read_command(*command));
    // CLI11 gives a command without a footer the footer of its parent.
    auto& footer = tree.commands.back().footer;
    if (footer == tree.program.footer) footer.clear();
  }
  return tree;
}

}  // namespace hedgerow::cli
