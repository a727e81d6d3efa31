// Prints results, failures and notes as text or as JSON.
#include "support/result.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "command.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

struct Form {
  bool json = false;
  bool quiet = false;
};
Form form;
std::vector<std::string> inputs_of_all;

// Returns the "kind" of a failure. Scripts need it because failures of different kinds have the same exit code.
const char* kind_of(hedgerow_container_status status) {
  switch (status) {
    case HEDGEROW_CONTAINER_WRONG_KEY:
      return "wrong_key";
    case HEDGEROW_CONTAINER_TRUNCATED_HEADER:
    case HEDGEROW_CONTAINER_TRUNCATED:
      return "truncated";
    case HEDGEROW_CONTAINER_NOT_CONTAINER:
      return "not_container";
    default:
      constexpr const char* kKinds[] = {"damaged", "usage", "io", "unsupported"};  // by exit code
      return kKinds[status / 100 - 1];
  }
}

}  // namespace

void add_result_options(CLI::App& command, const ResultHelp& help) {
  command.add_flag("--json", form.json, help.json)->group(kMessages);
  command.add_flag("-q,--quiet", form.quiet, help.quiet)->group(kMessages);
  command.set_help_flag("-h,--help", "Show this help")->group(kMessages);
}

void take_form_from(int argc, const char* const* argv) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; i++)
    if (std::strcmp(argv[i], "--json") == 0) form.json = true;
}

bool json_wanted() { return form.json; }
bool quiet_wanted() { return form.quiet; }

void put_json(Json object) {
  for (const char* name : {"input", "output"}) {
    const auto field = object.find(name);
    if (field == object.end() || !field->is_string()) continue;
    const auto bytes = field->get<std::string>();
    if (!is_utf8(bytes)) object[std::string(name) + "_hex"] = hex_of(bytes);
  }
  const auto line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

void add_failure(Json& object, const Error& error) {
  object["error"] = text_of(error);
  object["kind"] = kind_of(error.status());
  if (exit_code(error) == kExitNotAuthentic && !error.remedy_value().empty())
    object["segment"] = std::stoull(error.remedy_value());
}

void set_inputs(std::vector<std::string> inputs) {
  for (auto& input : inputs)
    if (input == kStandardStream) input = "standard input";
  inputs_of_all = std::move(inputs);
}

int put_failure(const Error& error, const std::string& subject) {
  const int code = exit_code(error);
  if (form.json && std::ferror(stdout) == 0) {
    auto inputs = inputs_of_all;
    if (!subject.empty() || inputs.empty()) inputs = {subject};
    for (const auto& input : inputs) {
      Json object = {{"ok", false}, {"exit_code", code}};
      if (!input.empty()) object["input"] = input;
      add_failure(object, error);
      put_json(object);
    }
  } else {
    const auto text = text_of(error);
    print_error(subject.empty() ? text : subject + ": " + text);
  }
  return code;
}

void throw_usage(const std::string& text) { throw Error(HEDGEROW_CONTAINER_ARGUMENT, text); }

std::string text_of(const Error& error) {
  const auto text = error.sentence();
  switch (error.remedy()) {
    case HEDGEROW_CONTAINER_REMEDY_NONE:
      break;
    case HEDGEROW_CONTAINER_REMEDY_OVERWRITE:
      return text + ": --force overwrites it, -o names another file";
    case HEDGEROW_CONTAINER_REMEDY_KDF_LIMIT:
      return text + ": --kdf-limit " + error.remedy_value() +
             " raises it for a file that you trust";
    case HEDGEROW_CONTAINER_REMEDY_REENCRYPT:
      return text + ": `hedgerow rekey --reencrypt` does that";
    case HEDGEROW_CONTAINER_REMEDY_NEW_COST:
      return text + ": add it with rekey --reencrypt --kdf default";
    case HEDGEROW_CONTAINER_REMEDY_CREDENTIAL:
      return text +
             "; allowed are --key-file for a key file, -i for a recipient's identity, and a "
             "passphrase";
    case HEDGEROW_CONTAINER_REMEDY_KEY_FILE:
      return text + ", as `hedgerow keygen` writes it";
    case HEDGEROW_CONTAINER_REMEDY_IDENTITY:
      return text + "; `hedgerow keygen --recipient` makes one";
    case HEDGEROW_CONTAINER_REMEDY_CIPHERS:
      return text + "; `hedgerow list` shows the ciphers";
  }
  return text;
}

int worse_exit_code(int a, int b) {
  for (const int code : {kExitNotAuthentic, kExitIo, kExitUnsupported, kExitUsage})
    if (a == code || b == code) return code;
  return kExitOk;
}

std::optional<Error> failure_of(const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const Error& e) {
    return e;
  } catch (const std::bad_alloc&) {
    return Error(HEDGEROW_CONTAINER_MEMORY, "memory is short");
  } catch (const std::exception& e) {
    return Error(HEDGEROW_CONTAINER_IO, e.what());
  }
}

int attempt(const std::string& subject, const std::function<void()>& work) {
  const auto failure = failure_of(work);
  return failure ? put_failure(*failure, subject) : kExitOk;
}

void require_free_standard_output(const Target& target) {
  if (form.json && target.kind == Target::Kind::kDescriptor && target.descriptor == STDOUT_FILENO)
    throw_usage("--json prints its objects on standard output: name another output with -o");
}

void put_note(const std::string& text) {
  if (!form.quiet) print_error(text);
}

}  // namespace hedgerow::cli
