// hedgerow bench, circuit and lab are separate executables, which get the arguments unchanged.
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "command.hpp"
#include "support/signals.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

struct External {
  const char* name;
  const char* help;
  const char* footer;  // of the manual page
};
constexpr External kExternals[] = {
    {"bench", "Measure every kernel on this machine (runs hedgerow-bench)",
     "Examples:\n  hedgerow bench --help\n  hedgerow bench --all"},
    {"circuit", "Search, optimise and emit S-box circuits (runs hedgerow-circuit)",
     "Examples:\n  hedgerow circuit --help\n  hedgerow circuit list --box aes"},
    {"lab", "Repeat the studies of the papers (runs hedgerow-lab)",
     "Examples:\n  hedgerow lab --help\n  hedgerow lab run all -o results"},
};

std::string own_directory() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return ".";
  const std::string text(path, static_cast<std::size_t>(length));
  return text.substr(0, text.rfind('/'));
}

// Returns the paths at which `hedgerow-<name>` may be.
std::vector<std::string> candidates(const std::string& name) {
  const auto directory = own_directory();
  return {directory + "/hedgerow-" + name, directory + "/../libexec/hedgerow/hedgerow-" + name};
}

bool is_installed(const std::string& name) {
  for (const auto& path : candidates(name))
    if (access(path.c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace

void add_externals(CLI::App& app) {
  for (const auto& external : kExternals)
    if (is_installed(external.name)) {
      const auto command = app.add_subcommand(external.name, external.help);
      command->set_help_flag();  // the program has its own options
      command->footer(external.footer);
    }
}

int run_external(int argc, char** argv) {
  if (argc < 2) return -1;
  for (const auto& external : kExternals) {
    if (std::strcmp(argv[1], external.name) != 0) continue;
    restore_ignored_signals();
    for (auto path : candidates(external.name)) {
      argv[1] = path.data();
      execv(path.c_str(), argv + 1);
      if (errno == ENOENT) continue;
      print_error(path + " could not be run: " + std::strerror(errno));
      return kExitIo;
    }
    print_error(std::string("hedgerow-") + external.name +
                " is not installed beside hedgerow: install the package hedgerow-lab");
    return kExitUnsupported;
  }
  return -1;
}

}  // namespace hedgerow::cli
