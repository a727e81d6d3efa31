// What to say to somebody whose command line cannot be read.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hedgerow::cli {

// Throws Error (ARGUMENT) if `first`, the first argument, is neither an option nor a command.
void require_command(CLI::App& app, const std::string& first);

// What is wrong, what was probably meant, and where it says what is allowed. `first` is the first
// argument, or empty; `app` has refused the arguments with `error`.
std::string explain_usage(CLI::App& app, const std::string& first, const CLI::ParseError& error);

}  // namespace hedgerow::cli
