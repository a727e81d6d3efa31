// Parsing of the command line.
#include "options.hpp"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace hedgerow::ledger {

namespace {

constexpr Effort kNative{1000, true, 100, true, 20, 1 << 20, 70, 20};
constexpr Effort kSlow{1000, false, 4, false, 2, 1 << 13, 70, 2};

bool usage() {
  fprintf(stderr,
          "usage: kernel_ledger [--how native|model|qemu] [--json FILE] [--kernel ID] [--seed N]\n"
          "                     [--list]\n");
  return false;
}

bool known_how(const char* how) {
  return !strcmp(how, "native") || !strcmp(how, "model") || !strcmp(how, "qemu");
}

}  // namespace

bool parse_options(int argc, char** argv, Options* options) {
  options->seed = (std::uint64_t)time(nullptr);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--list")) {
      options->list = true;
      continue;
    }
    if (i + 1 == argc) return usage();
    const char *name = argv[i], *value = argv[++i];
    if (!strcmp(name, "--how"))
      options->how = value;
    else if (!strcmp(name, "--json"))
      options->json = value;
    else if (!strcmp(name, "--kernel"))
      options->kernel = value;
    else if (!strcmp(name, "--seed"))
      options->seed = strtoull(value, nullptr, 0);
    else
      return usage();
  }
  if (!known_how(options->how)) return usage();
  options->effort = strcmp(options->how, "native") ? kSlow : kNative;
  return true;
}

}  // namespace hedgerow::ledger
