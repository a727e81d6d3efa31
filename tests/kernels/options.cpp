// Parsing of the command line.
#include "options.hpp"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace hedgerow::ledger {

namespace {

constexpr Effort kNative{1000, true, 100, true, 20, 1 << 20, 70, 20, false};
constexpr Effort kModel{50, false, 2, false, 1, 1 << 12, 70, 2, true};
constexpr Effort kQemu{200, true, 10, false, 4, 1 << 15, 70, 10, false};

bool usage() {
  fprintf(stderr,
          "usage: kernel_ledger [--how native|model|qemu] [--json FILE] [--kernel ID] [--seed N]\n"
          "                     [--part K/N] [--first-variants] [--brief-lab] [--list]\n"
          "  --part K/N  every N-th row from the K-th on, 1 <= K <= N: to share the work\n"
          "  --first-variants  of each kernel object only the first variant that it serves\n"
          "  --brief-lab  references and kernels of the lab run as few cases as under qemu\n");
  return false;
}

const Effort* effort_of(const char* how) {
  if (!strcmp(how, "native")) return &kNative;
  if (!strcmp(how, "model")) return &kModel;
  return !strcmp(how, "qemu") ? &kQemu : nullptr;
}

}  // namespace

bool parse_options(int argc, char** argv, Options* options) {
  bool brief_lab = false;
  options->seed = (std::uint64_t)time(nullptr);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--list")) {
      options->list = true;
      continue;
    }
    if (!strcmp(argv[i], "--brief-lab")) {
      brief_lab = true;
      continue;
    }
    if (!strcmp(argv[i], "--first-variants")) {
      options->first_variants = true;
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
    else if (!strcmp(name, "--part")) {
      if (sscanf(value, "%zu/%zu", &options->part, &options->parts) != 2 || options->part == 0 ||
          options->part-- > options->parts)
        return usage();
    } else if (!strcmp(name, "--seed"))
      options->seed = strtoull(value, nullptr, 0);
    else
      return usage();
  }
  const Effort* effort = effort_of(options->how);
  if (!effort) return usage();
  options->effort = *effort;
  options->lab_effort = brief_lab && effort == &kNative ? kQemu : *effort;
  return true;
}

}  // namespace hedgerow::ledger
