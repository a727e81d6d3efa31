// Prints the results, failures and notes of a command in the form that the user chose: as sentences, or with --json as
// one JSON object per line on standard output. --json and --quiet set the form for the whole process.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/error.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {

using Json = nlohmann::ordered_json;

struct ResultHelp {
  const char* json = "Print the result, or the failure, as one JSON object";
  const char* quiet = "No progress bar, no warnings, no summary; failures are still printed";
};

// Adds --json and -q,--quiet.
void add_result_options(CLI::App& command, const ResultHelp& help = {});

// Sets --json before the arguments are parsed, so that failures of the parser are printed as JSON too.
void take_form_from(int argc, const char* const* argv);

bool json_wanted();
bool quiet_wanted();

// Prints one line of JSON, where each byte that is not UTF-8 becomes U+FFFD. If "input" or "output" has such a byte,
// the line also has "input_hex" or "output_hex" with the bytes of the name, so that a script can find the file.
void put_json(Json object);

// Adds "error", "kind" and, if one segment is known to be at fault, "segment".
void add_failure(Json& object, const Error& error);

// Prints a failure and returns its exit code. With --json it prints {"ok": false, "exit_code": ..., "input": subject}
// with the fields of add_failure. If `subject` is empty, "input" is as set_inputs says. Without --json, and after a
// failure of standard output, it prints "hedgerow: subject: sentence" on standard error.
int put_failure(const Error& error, const std::string& subject);

// Names the inputs that every later failure without a subject concerns, for example that of a credential. --json then
// prints one object for each of them.
void set_inputs(std::vector<std::string> inputs);

// Throws Error (ARGUMENT).
[[noreturn]] void throw_usage(const std::string& text);

// Returns the worse of two exit codes, in the order: not authentic, input or output, not supported, usage, 0.
int worse_exit_code(int a, int b);

// Runs `work` and returns its failure if it throws, where another exception than Error becomes an Error (IO).
std::optional<Error> failure_of(const std::function<void()>& work);

// Runs `work` and returns 0, or if `work` throws, prints the failure and returns its exit code.
int attempt(const std::string& subject, const std::function<void()>& work);

// Throws Error (ARGUMENT) if both `target` and --json would write to standard output.
void require_free_standard_output(const Target& target);

// Returns the sentence of an error together with the option or command that helps.
std::string text_of(const Error& error);

// Prints "hedgerow: text" on standard error, except with --quiet.
void put_note(const std::string& text);

}  // namespace hedgerow::cli
