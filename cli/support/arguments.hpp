// Makes sure that arguments reach the commands as the user typed them.
//
// CLI11 gives some arguments a meaning that the user does not expect:
//
//   [a,b]        CLI11 splits it into two values
//   ++           CLI11 ends the subcommand
//   --output=    CLI11 takes the empty value for a missing one
//   -- FILE      CLI11 gives FILE to the parent command if there was a positional before
//
// hide_arguments therefore adds a NUL to these arguments, because an argument of a process never contains one.
// show_values removes the NUL from every value. You call show_values after all options are declared.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hedgerow::cli {

// Throws Error (ARGUMENT) if an argument contains the text of a secret key. No option takes such a text, and no message
// may repeat it. Therefore call this function before the arguments are parsed.
void refuse_secret_keys(int argc, char** argv);

// Throws Error (ARGUMENT) if --passphrase is followed by a text that is not an existing file, because this text is
// probably the passphrase itself. The message does not repeat it.
void refuse_passphrase_value(int argc, char** argv);

// Returns the arguments with a null pointer at the end. `help` and `version` become --help and --version, and
// `help COMMAND` becomes `COMMAND --help`.
std::vector<char*> spelled_out(int argc, char** argv);

// Returns the arguments without the program's name, in reverse order, as CLI::App::parse(std::vector<std::string>)
// needs them.
std::vector<std::string> hide_arguments(int argc, char** argv);

// The check of an option whose value is the number of a descriptor. Its message does not repeat the value, because a
// user may have given the secret itself.
CLI::Validator is_descriptor_number();

// Makes every option of `app` and of its subcommands remove the NUL from its values.
void show_values(CLI::App& app);

// Returns `text`, which may quote hidden arguments, without NULs.
std::string shown(std::string text);

}  // namespace hedgerow::cli
