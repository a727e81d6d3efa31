// The commands and options of the parser as plain data, from which completion scripts and manual pages are generated.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hedgerow::cli {

// The kind of a value, which follows from the name of the value in the help. For example, a value with the name OUT is
// a file.
enum class ValueKind { kNone, kOther, kFile, kDirectory, kChoice };

struct OptionNode {
  std::vector<std::string> names;  // "-o" and "--output"; a positional has one name
  std::string value;               // its name in the help; empty for a flag
  std::string description;
  std::string default_value;  // empty if the description says it or there is no default
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
  std::vector<CommandNode> commands;  // without hidden commands
};

ParserTree read_parser(const CLI::App& app);

}  // namespace hedgerow::cli
