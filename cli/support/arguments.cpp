// Hides arguments from CLI11 with a NUL, and rewrites or refuses some of them.
#include "support/arguments.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "support/descriptor.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kHidden = '\0';

bool is_misread(const std::string& argument) {
  return argument == "++" || argument.ends_with(']') || argument.ends_with('=');
}

}  // namespace

void refuse_secret_keys(int argc, char** argv) {
  for (int i = 1; i < argc; i++)
    if (hedgerow_container_holds_secret(argv[i]))
      throw_usage("argument " + std::to_string(i) +
                  " has the text of a secret key in it: write it to a file of mode 0600, and give "
                  "the file's path (other users can see arguments in the list of processes)");
}

void refuse_passphrase_value(int argc, char** argv) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; i++) {
    const std::string argument = argv[i];
    const char* next = i + 1 < argc ? argv[i + 1] : "-";
    const bool value = argument.starts_with("--passphrase=") ||
                       (argument == "--passphrase" && next[0] != '-' && access(next, F_OK) != 0);
    if (value)
      throw_usage(
          "--passphrase takes no value, and the text after it is not an existing FILE: hedgerow "
          "asks for the passphrase on the terminal. In a script give --passphrase-file or "
          "--passphrase-fd. If the text was your passphrase, choose another one, because other "
          "users can see a command line in the list of processes");
  }
}

std::vector<char*> spelled_out(int argc, char** argv) {
  static char help[] = "--help", version[] = "--version";
  std::vector<char*> arguments(argv, argv + argc);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "version" && argc == 2) arguments[1] = version;
  if (first == "help" && argc == 2) arguments[1] = help;
  if (first == "help" && argc == 3 && argv[2][0] != '-') arguments = {argv[0], argv[2], help};
  arguments.push_back(nullptr);
  return arguments;
}

std::vector<std::string> hide_arguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  bool literal = false;  // after "--", where no argument is an option
  for (int i = 1; i < argc; i++) {
    std::string argument = argv[i];
    // The first argument is a command or an option of the program itself.
    if (i > 1 && !literal && argument == "--") {
      literal = true;
      continue;
    }
    if (literal) argument.insert(argument.begin(), kHidden);
    if (is_misread(argument)) argument.push_back(kHidden);
    arguments.push_back(std::move(argument));
  }
  std::ranges::reverse(arguments);
  return arguments;
}

CLI::Validator is_descriptor_number() {
  return {[](const std::string& text) {
            return parse_descriptor(text) ? "" : "a descriptor is a number, such as 3";
          },
          ""};
}

void show_values(CLI::App& app) {
  for (const auto option : app.get_options([](CLI::Option*) { return true; }))
    if (option->get_items_expected_max() > 0) option->transform(shown, "");
  for (const auto command : app.get_subcommands([](CLI::App*) { return true; }))
    show_values(*command);
}

std::string shown(std::string text) {
  std::erase(text, kHidden);
  return text;
}

}  // namespace hedgerow::cli
