// Makes completion scripts for shells from the commands and options of the parser.
#pragma once

#include <string>

#include "generate/parser_tree.hpp"

namespace hedgerow::cli {

std::string bash_completion(const ParserTree& tree);
std::string zsh_completion(const ParserTree& tree);
std::string fish_completion(const ParserTree& tree);

}  // namespace hedgerow::cli
