// hedgerow-circuit: what `hedgerow circuit` runs. Exit status: 0, 1 when a circuit is not what it
// should be, 2 for a wrong request or file and where standard output cannot be written, 3 when a
// tool that is needed is missing.
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

// A text that a full disk has cut is no result, whatever the status of the work.
int written(int status) {
  if (std::cout.flush()) return status;
  std::cerr << "hedgerow circuit: standard output could not be written\n";
  return 2;
}

}  // namespace
}  // namespace hedgerow::circuit

int main(int argc, char** argv) {
  using namespace hedgerow::circuit;
  CLI::App app{"S-box circuits: search, optimise, verify, prove, emit, show", "hedgerow circuit"};
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
