// Explains a command line that cannot be parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hedgerow::cli {

// Throws Error (ARGUMENT) if `first`, the first argument, is not an option and not a command.
void require_command(CLI::App& app, const std::string& first);

// Returns a sentence that names the error, the word that was probably meant, and the help that shows the allowed words.
// `first` is the first argument or empty, and `error` is the exception of app.parse.
std::string explain_usage(CLI::App& app, const std::string& first, const CLI::ParseError& error);

}  // namespace hedgerow::cli
