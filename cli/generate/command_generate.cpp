// hedgerow generate makes completion scripts and manual pages from the parser. The build runs it, and the help hides
// it.
#include <errno.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "command.hpp"
#include "generate/documents.hpp"
#include "support/error.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;

void put_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw_errno(path.string() + " could not be written", errno);
}

void put_files(const ParserTree& tree, const fs::path& directory) {
  fs::create_directories(directory);
  put_file(directory / "hedgerow.bash", bash_completion(tree));
  put_file(directory / "_hedgerow", zsh_completion(tree));
  put_file(directory / "hedgerow.fish", fish_completion(tree));
  put_file(directory / "hedgerow.1.scd", manual_of_program(tree));
  for (const auto& command : tree.commands)
    put_file(directory / ("hedgerow-" + command.name + ".1.scd"), manual_of_command(tree, command));
}

int generate(const CLI::App& app, const std::string& what, const std::string& directory) {
  const auto tree = read_parser(app);
  std::string text;
  if (what == "files")
    put_files(tree, directory);
  else if (what == "bash")
    text = bash_completion(tree);
  else if (what == "zsh")
    text = zsh_completion(tree);
  else
    text = fish_completion(tree);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "generate", "Print a completion script, or write those and the manual's sources to files");
  const auto what = std::make_shared<std::string>();
  const auto directory = std::make_shared<std::string>(".");
  command->group("");
  command->add_option("WHAT", *what, "bash, zsh, fish, or files")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "files"}));
  command->add_option("-o,--output", *directory, "For files: the directory")->type_name("DIR");
  command->final_callback(
      [=, &app, &action] { action = [=, &app] { return generate(app, *what, *directory); }; });
}

}  // namespace hedgerow::cli
