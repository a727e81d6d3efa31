// Proves kernels of the portable model equal to the literal reference. README.md describes the proofs.
#include <cstdio>
#include <cstring>

#include "operations.hpp"
#include "proof.hpp"

namespace {

constexpr char kUsage[] =
    "usage: prove [--list] [--mutants] [--check-operations] [--page] [PATTERN...]\n"
    "Proves the kernels whose names (variant.technique.isa) have one of the patterns, where * "
    "is any text.\n"
    "--mutants seeds faults in these kernels instead, and each must be refuted by a "
    "counterexample.\n"
    "--page prints docs/proofs.md.\n"
    "--check-operations compares the vector operations on terms with the portable model, or, "
    "after --objects,\n--check-instructions compares instructions with the processor.\n";

constexpr char kPage[] =
    "# Proofs of kernels\n\n"
    "`./dev prove --page PATTERN...` prints this page for the kernels of some patterns. It states "
    "nothing about other\n"
    "kernels. [SOUNDNESS.md](../SOUNDNESS.md) says what a proof means. The level of all is the "
    "source, over the portable\n"
    "model. NOT PROVEN means that the normal form is too weak or the kernel is wrong.\n\n"
    "| kernel | result | blocks of the longest call | seconds of the processor | first difference "
    "|\n|---|---|---|---|---|\n";

bool matches(const char* pattern, const char* text) {
  if (*pattern == '*') return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
  return *pattern ? *pattern == *text && matches(pattern + 1, text + 1) : !*text;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hedgerow;
  using namespace hedgerow::proof;
  std::vector<const char*> patterns;
  unsigned most_blocks = ~0u;
  bool list = false, mutants = false, page = false;
  for (int k = 1; k < argc; k++) {
    if (!std::strcmp(argv[k], "--list"))
      list = true;
    else if (!std::strcmp(argv[k], "--page"))
      page = true;
    else if (!std::strcmp(argv[k], "--blocks") && k + 1 < argc)
      most_blocks = (unsigned)std::atoi(argv[++k]);
    else if (!std::strcmp(argv[k], "--mutants"))
      mutants = true;
    else if (!std::strcmp(argv[k], "--check-operations") ||
             !std::strcmp(argv[k], "--check-instructions"))
      return std::printf("%zu comparisons\n", Operations().check()), 0;
    else if (argv[k][0] == '-')
      return std::fputs(kUsage, stderr), 2;
    else
      patterns.push_back(argv[k]);
  }
  int failed = 0, proven = 0;
  if (page) std::fputs(kPage, stdout);
  for (const Variant& variant : variants()) {
    std::vector<const Kernel*> chosen;
    for (const Kernel& k : kernels_of(variant)) {
      bool named = patterns.empty();
      for (const char* p : patterns) named |= matches(p, k.id);
      if (named && k.ops && k.ops->key_bytes && k.rank[0] != kNeverSelected) chosen.push_back(&k);
    }
    if (chosen.empty()) continue;
    if (list) {
      for (const Kernel* k : chosen) std::printf("%s\n", k->id);
      continue;
    }
    if (mutants) {
      for (const Kernel* k : chosen)
        for (const Refutation& r : refute(*k)) {
          std::printf("%s with %s: %s: %s\n", k->id, r.fault.c_str(),
                      r.refuted ? "refuted" : "SURVIVED", r.evidence.c_str());
          r.refuted ? proven++ : failed++;
        }
      continue;
    }
    for (const Result& r : prove(variant, chosen, most_blocks)) {
      std::printf(
          page ? "| %s | %s | %u | %.1f | %s |\n" : "%-45s %s, calls of %u blocks, %.1f s %s\n",
          r.kernel->id, r.proven ? "proven" : "NOT PROVEN", r.blocks, r.seconds, r.text.c_str());
      std::fflush(stdout);
      r.proven ? proven++ : failed++;
    }
  }
  if (!list && !page)
    std::printf("%d %s, %d failed\n", proven, mutants ? "refuted" : "proven", failed);
  return failed || (!list && !proven);
}
