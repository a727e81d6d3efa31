// fault_tracer [--fault TEXT]... [--seconds N] [--calls] --report FILE -- COMMAND...
// fault_tracer --table
//
// Runs COMMAND with the faults (tracer.hpp) and writes one JSON object to FILE. It contains the
// exit code or the signal, whether the time limit was reached, and the number of faults that met
// their call. With --calls it also has every system call in order, with ^ before those of other
// programs. --table prints calls.def. The exit code is 0 if COMMAND was traced, however it ended,
// and otherwise 2.
#include <stdio.h>
#include <string.h>

#include <exception>

#include "tracer.hpp"

namespace {

using namespace hedgerow::faults;

struct Options {
  std::vector<Fault> faults;
  unsigned seconds = 10;
  bool calls = false;
  const char* report = nullptr;
  char** command = nullptr;
};

Options parse(char** argv) {
  Options options;
  for (; *argv != nullptr && strcmp(*argv, "--") != 0; argv++) {
    const std::string option = *argv;
    if (option == "--calls") {
      options.calls = true;
      continue;
    }
    const char* value = *++argv;
    if (value == nullptr) throw TracerError(option + " wants a value");
    if (option == "--fault")
      options.faults.push_back(parse_fault(value));
    else if (option == "--seconds")
      options.seconds = static_cast<unsigned>(std::stoul(value));
    else if (option == "--report")
      options.report = value;
    else
      throw TracerError("unknown option " + option);
  }
  if (*argv == nullptr || argv[1] == nullptr || options.report == nullptr)
    throw TracerError("usage: fault_tracer [--fault TEXT]... --report FILE -- COMMAND...");
  options.command = argv + 1;
  return options;
}

std::string json(const Outcome& outcome, bool calls) {
  const auto flag = [](bool value) { return value ? "true" : "false"; };
  std::string text = "{\"exit_code\": " + std::to_string(outcome.exit_code) +
                     ", \"signal\": " + std::to_string(outcome.signal) +
                     ", \"timed_out\": " + flag(outcome.timed_out) +
                     ", \"struck\": " + std::to_string(outcome.struck) +
                     ", \"struck_loading\": " + flag(outcome.struck_loading) +
                     ", \"struck_stderr\": " + flag(outcome.struck_stderr) + ", \"calls\": [";
  const char* separator = "";
  for (std::size_t i = 0; calls && i < outcome.calls.size(); i++, separator = ", ")
    text += separator + ("[\"" + std::string(outcome.calls[i].other ? "^" : "")) +
            call_name(outcome.calls[i].number) + "\", " + flag(outcome.calls[i].loading) + "]";
  return text + "]}\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2 && strcmp(argv[1], "--table") == 0) return puts(table_json().c_str()) < 0;
    const auto options = parse(argv + 1);
    FILE* report = fopen(options.report, "we");
    if (report == nullptr) throw TracerError(std::string("cannot write ") + options.report);
    const auto outcome = trace(options.command, options.faults, options.calls, options.seconds);
    const bool written = fputs(json(outcome, options.calls).c_str(), report) >= 0;
    return fclose(report) == 0 && written ? 0 : 2;
  } catch (const std::exception& e) {
    fprintf(stderr, "fault_tracer: %s\n", e.what());
    return 2;
  }
}
