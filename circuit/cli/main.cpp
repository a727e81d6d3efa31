// hedgerow-circuit, the program that `hedgerow circuit` runs. Exit status: 0 for success; 1 if a circuit is wrong; 2
// for a wrong request or file, and if standard output cannot be written; 3 if a required tool is missing.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

// Output that a full disk has cut off is a failure, even if the work succeeded.
int written(int status) {
  if (std::cout.flush()) return status;
  std::cerr << "hedgerow circuit: standard output could not be written\n";
  return 2;
}

}  // namespace
}  // namespace hedgerow::circuit

int main(int argc, char** argv) {
  using namespace hedgerow::circuit;
  CLI::App app{"Find, improve, verify and emit circuits of S-boxes and linear maps",
               "hedgerow circuit"};
  app.require_subcommand(1);
  Action action;
  add_search(app, action);
  add_optimise(app, action);
  add_convert(app, action);
  add_verify(app, action);
  add_prove(app, action);
  add_emit(app, action);
  add_schedule(app, action);
  add_show(app, action);
  add_list(app, action);
  add_exact(app, action);
  add_classes(app, action);
  add_baselines(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return written(app.exit(e) ? 2 : 0);
  }
  try {
    return written(action());
  } catch (const std::exception& e) {
    std::cerr << "hedgerow circuit: " << e.what() << "\n";
    return 2;
  }
}
