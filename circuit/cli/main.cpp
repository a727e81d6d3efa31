// hedgerow-circuit, the program that `hedgerow circuit` runs. commands.hpp has the exit statuses.
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
  return kFile;
}

// The examples at the end of each help. The empty name is the program itself.
struct Examples {
  const char *command, *lines;
};
constexpr Examples kExamples[] = {
    {"",
     "  hedgerow circuit search kalyna:0 --seconds 60 -o k0.andn.gates\n"
     "  hedgerow circuit emit k0.andn.gates --target c --word 64 -o k0.c\n"
     "  hedgerow circuit list --box aes"},
    {"search",
     "  hedgerow circuit search rectangle --seconds 20 -o rectangle.gates\n"
     "  hedgerow circuit search box.hex --basis lut3 --runs 4 --threads 2 -o box.lut3.gates\n"
     "  hedgerow circuit search kalyna:0 --seconds 600 --checkpoint k0.state -o k0.andn.gates"},
    {"optimise", "  hedgerow circuit optimise k0.andn.gates --seconds 60"},
    {"convert",
     "  hedgerow circuit convert k0.andn.gates --basis nand-nor-xor -o k0.nand-nor-xor.gates\n"
     "  hedgerow circuit convert k0.andn.gates -o k0.blif"},
    {"verify", "  hedgerow circuit verify k0.andn.gates"},
    {"prove", "  hedgerow circuit prove k0.andn.gates          (needs ABC)"},
    {"emit",
     "  hedgerow circuit emit k0.andn.gates --target c --word 64 -o k0.c\n"
     "  hedgerow circuit emit k0.andn.gates --target verilog\n"
     "  hedgerow circuit emit k0.andn.gates --target isw-c        (masked code)"},
    {"schedule", "  hedgerow circuit schedule clefia-f0 --seconds 60 -o function_f0.hpp"},
    {"show", "  hedgerow circuit show k0.andn.gates\n  hedgerow circuit show --box kalyna --json"},
    {"list", "  hedgerow circuit list\n  hedgerow circuit list --box aes"},
    {"exact",
     "  hedgerow circuit exact                        (the table of the named boxes)\n"
     "  hedgerow circuit exact rectangle --figure nonlinear -o rectangle.gates"},
    {"classes", "  hedgerow circuit classes rectangle -o rectangle.gates"},
    {"baselines", "  hedgerow circuit baselines kalyna:0"},
};

void add_examples(CLI::App& app) {
  for (const Examples& e : kExamples) {
    CLI::App* const command = *e.command ? app.get_subcommand(e.command) : &app;
    command->footer("Examples:\n" + std::string(e.lines));
  }
}

}  // namespace

int exit_status(const std::exception& error) {
  const bool of_file = dynamic_cast<const FileError*>(&error) ||
                       dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  return of_file ? kFile : kUsage;
}

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
  add_examples(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return written(app.exit(e) ? kUsage : 0);
  }
  try {
    return written(action());
  } catch (const std::exception& e) {
    std::cerr << "hedgerow circuit: " << e.what() << "\n";
    return exit_status(e);
  }
}
