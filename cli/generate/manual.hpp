// Manual pages as scdoc(5) text, from the parser's own commands and options.
#pragma once

#include <string>

#include "generate/parser_tree.hpp"

namespace hedgerow::cli {

// hedgerow(1).
std::string manual_of_program(const ParserTree& tree);
// hedgerow-<command>(1). Its exit codes are the program's.
std::string manual_of_command(const ParserTree& tree, const CommandNode& command);

}  // namespace hedgerow::cli
