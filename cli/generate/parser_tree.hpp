// The parser's commands and options as plain data, for what is generated from them: completion and
// manual pages.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hedgerow::cli {

// What a value is, by the name that the help gives it.
enum class ValueKind { kNone, kOther, kFile, kDirectory, kChoice };

struct OptionNode {
  std::vector<std::string> names;  // "-o", "--output"; for a positional only its name
  std::string value;               // as the help prints it; empty for a flag
  std::string description;
  std::string default_value;  // empty: none, or the description says it
  std::string group;          // the heading in the help
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> choices;
  bool several = false;
  bool required = false;
};

struct CommandNode {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionNode> options;
  std::vector<OptionNode> positionals;
};

struct ParserTree {
  CommandNode program;
  std::vector<CommandNode> commands;  // hidden ones left out
};

ParserTree read_parser(const CLI::App& app);

}  // namespace hedgerow::cli
