// What a command says, in the form that its user asked for: sentences, or one JSON object a line on
// standard output and nothing else there. The form belongs to the process: --json and --quiet set
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "support/error.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {

using Json = nlohmann::ordered_json;

struct ResultHelp {
  const char* json = "Print the result, or the failure, as one JSON object";
  const char* quiet = "No progress bar, no warnings, no summary; failures are told";
};

// Adds --json and -q,--quiet.
void add_result_options(CLI::App& command, const ResultHelp& help = {});

// Failures of the parser are told in JSON, too, when --json stands among the arguments.
void take_form_from(int argc, const char* const* argv);

bool json_wanted();
bool quiet_wanted();

// Prints one line of JSON. In a text that is not UTF-8, each wrong byte becomes U+FFFD. If "input" or "output" is such a
// text, the line also has "input_hex" or "output_hex" with the bytes of the name, so that a script can find the file.
void put_json(Json object);

// Adds "error", "kind" and, if one segment is known to be at fault, "segment".
void add_failure(Json& object, const Error& error);

// Tells a failure and returns its exit code. With --json it prints {"ok": false, "exit_code": ..., "input": subject} and
// the fields of add_failure; there is no "input" if `subject` is empty. Otherwise it prints "hedgerow: subject: sentence"
// on standard error.
int put_failure(const Error& error, const std::string& subject);

// Throws Error (ARGUMENT).
[[noreturn]] void throw_usage(const std::string& text);

// The exit code of what failed worse: not authentic before input and output, before what is not
// supported, before usage, before 0.
int worse_exit_code(int a, int b);

// Runs `work`. Returns 0, or tells what it throws and returns the exit code: a Error's
// own, of others kExitIo.
int attempt(const std::string& subject, const std::function<void()>& work);

// Throws Error (ARGUMENT) when --json is to print where `target` is.
void require_free_standard_output(const Target& target);

// The sentence of an error, with the option or command that helps.
std::string text_of(const Error& error);

// "hedgerow: text" on standard error, unless --quiet.
void put_note(const std::string& text);

}  // namespace hedgerow::cli
