// Results, failures and remarks.
#include "support/result.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>

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

}  // namespace

void add_result_options(CLI::App& command, const ResultHelp& help) {
  command.add_flag("--json", form.json, help.json);
  command.add_flag("-q,--quiet", form.quiet, help.quiet);
}

void take_form_from(int argc, const char* const* argv) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; i++)
    if (std::strcmp(argv[i], "--json") == 0) form.json = true;
}

bool json_wanted() { return form.json; }
bool quiet_wanted() { return form.quiet; }

void put_json(const Json& object) {
  const auto line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

int put_failure(int code, const std::string& subject, const std::string& text) {
  if (form.json) {
    Json object = {{"ok", false}, {"exit_code", code}};
    if (!subject.empty()) object["input"] = subject;
    object["error"] = text;
    put_json(object);
  } else {
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
      return text + ": `hedgerow list` shows what is";
  }
  return text;
}

int worse_exit_code(int a, int b) {
  for (const int code : {kExitNotAuthentic, kExitIo, kExitUnsupported, kExitUsage})
    if (a == code || b == code) return code;
  return kExitOk;
}

int attempt(const std::string& subject, const std::function<void()>& work) {
  try {
    work();
    return kExitOk;
  } catch (const Error& e) {
    return put_failure(exit_code(e), subject, text_of(e));
  } catch (const std::bad_alloc&) {
    return put_failure(kExitIo, subject, "memory is short");
  } catch (const std::exception& e) {
    return put_failure(kExitIo, subject, e.what());
  }
}

void require_free_standard_output(const Target& target) {
  if (form.json && target.kind == Target::Kind::kDescriptor && target.descriptor == STDOUT_FILENO)
    throw_usage("--json has standard output for itself: name another output with -o");
}

void put_note(const std::string& text) {
  if (!form.quiet) print_error(text);
}

}  // namespace hedgerow::cli
