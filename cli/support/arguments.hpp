// Arguments that reach the commands as they were typed.
//
// CLI11 reads more into an argument than a shell's user meant: it takes "[a,b]" apart, takes "++"
// for the end of a subcommand, the empty value of "--output=" for a missing one, and hands what
// stands behind "--" to the parent when one positional has been seen. A NUL, which no argument of a
// process has, hides these from it: hide_arguments adds it, and show_values, called when all
// options are declared, takes it away from every value before anything else sees it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hedgerow::cli {

// Throws Error (ARGUMENT) when an argument has the text of a secret key in it, which no
// option takes and no message may repeat. Call it before anything else reads the arguments.
void refuse_secret_keys(int argc, char** argv);

// Throws Error (ARGUMENT) if --passphrase is followed by a text that is not an existing file, because
// that is probably the passphrase itself. The message does not repeat it.
void refuse_passphrase_value(int argc, char** argv);

// Returns the arguments with a null pointer at the end. `help` and `version` become --help and --version, and
// `help COMMAND` becomes `COMMAND --help`.
std::vector<char*> spelled_out(int argc, char** argv);

// In reverse, as CLI::App::parse(std::vector<std::string>) wants them, without the program's name.
std::vector<std::string> hide_arguments(int argc, char** argv);

// For every option of `app` and of its subcommands.
void show_values(CLI::App& app);

// `text`, which may quote hidden arguments, as it was typed.
std::string shown(std::string text);

}  // namespace hedgerow::cli
