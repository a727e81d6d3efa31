// Makes completion scripts for shells, and manual pages as scdoc(5) text, from the commands and options of the parser.
#pragma once

#include <string>

#include "generate/parser_tree.hpp"

namespace hedgerow::cli {

std::string bash_completion(const ParserTree& tree);
std::string zsh_completion(const ParserTree& tree);
std::string fish_completion(const ParserTree& tree);

// hedgerow(1).
std::string manual_of_program(const ParserTree& tree);
// hedgerow-<command>(1). Its exit codes come from the help of the program.
std::string manual_of_command(const ParserTree& tree, const CommandNode& command);

}  // namespace hedgerow::cli
