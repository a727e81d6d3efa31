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

// One line of JSON; a byte that is not UTF-8 becomes U+FFFD.
void put_json(const Json& object);

// JSON: {"ok": false, "exit_code": code, "input": subject, "error": text}, without "input" when
// `subject` is empty. Else "hedgerow: subject: text" on standard error. Returns `code`.
int put_failure(int code, const std::string& subject, const std::string& text);

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
