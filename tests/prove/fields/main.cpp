// Proves the multiplications of fields equal to their definitions. README.md describes the proofs.
#include <algorithm>
#include <cstdio>

#include "counters.hpp"
#include "fields.hpp"
#include "patterns.hpp"

namespace {

using namespace hedgerow;
using namespace hedgerow::proof;

// The objects of this library, or those of other architectures, compiled with the portable model.
bool is_proven_here(const Field& field) {
#ifdef HR_VEC_MODEL
  return field.ops && !std::strcmp(field.isa->architecture, "arm64");
#else
  return field.ops;
#endif
}

constexpr char kUsage[] =
    "usage: prove_fields [--mutants | --page] [PATTERN...]\n"
    "Proves the field multiplications whose names (field.isa) have one of the patterns, where * is "
    "any text.\n"
    "`counters` means the counters of modes. "
    "--mutants seeds faults in them instead, and each must be refuted by a counterexample. --page "
    "prints the last part of docs/proofs.md.\n";

int proven = 0, failed = 0;

// A line of the page: a function of a field with all its instruction sets.
struct Line {
  std::string name, isas, failures;
  int proven = 0, all = 0;
  std::size_t lengths = 0;
  unsigned most = 0;
  double seconds = 0;
};
std::vector<Line>* page = nullptr;  // else, each result is printed at once

void add_to_page(const std::string& name, const char* isa, const std::string& text,
                 std::size_t lengths, unsigned most, double seconds) {
  auto line = std::ranges::find(*page, name, &Line::name);
  if (line == page->end()) line = page->insert(line, Line{}), line->name = name;
  line->isas += (line->isas.empty() ? "" : " ") + std::string(isa);
  line->proven += text.empty(), line->all++, line->seconds += seconds;
  line->lengths = std::max(line->lengths, lengths), line->most = std::max(line->most, most);
  if (!text.empty()) line->failures += "| " + name + ", " + isa + " | " + text + " |\n";
}

void print_page() {
  std::printf(
      "\n## Fields and counters\n\n"
      "Lengths are numbers of elements of the field in one call. `add` counts bytes.\n\n"
      "| field and function | instruction sets | proven | lengths | longest | seconds of the "
      "processor |\n"
      "|---|---|---|---|---|---|\n");
  std::string failures;
  for (const Line& l : *page) {
    std::printf("| %s | %s | %d of %d | %zu | %u | %.0f |\n", l.name.c_str(), l.isas.c_str(),
                l.proven, l.all, l.lengths, l.most, l.seconds);
    failures += l.failures;
  }
  if (!failures.empty())
    std::printf("\n| without a proof | first difference |\n|---|---|\n%s", failures.c_str());
}

void prove(const Field& field, FieldFunction f, const std::string& name) {
  const double start = seconds();
  std::string text;
  unsigned most = 0;
  std::size_t lengths = 0;
  try {
    FieldProof proof(field, f, FieldProof::kTerms);
    most = proof.lengths().back(), lengths = proof.lengths().size();
    text = proof.compare();
  } catch (const ProofError& e) {
    text = e.what();
  }
  text.empty() ? proven++ : failed++;
  if (page)
    return add_to_page(std::string(field.name) + ", " + kFieldFunctions[(int)f], field.isa->name,
                       text, lengths, most, seconds() - start);
  std::printf("%-32s %s, %zu lengths up to %u, %.1f s %s\n", name.c_str(),
              text.empty() ? "proven" : "NOT PROVEN", lengths, most, seconds() - start,
              text.c_str());
}

void refute(const Field& field, FieldFunction f, const std::string& name) {
  FieldProof proof(field, f, FieldProof::kFewTerms);
  for (const Refutation& r : proof.seed([&] { return proof.compare(); },
                                        [&](const Mutation& m) {  // other values in each call
                                          FieldProof known(field, f, FieldProof::kFewRandom);
                                          known.mutate(m);
                                          return known.compare();
                                        })) {
    std::printf("%s with %s: %s: %s\n", name.c_str(), r.fault.c_str(),
                r.refuted ? "refuted" : "SURVIVED", r.evidence.c_str());
    r.refuted ? proven++ : failed++;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Patterns patterns;
  bool mutants = false;
  std::vector<Line> lines;
  for (int k = 1; k < argc; k++) {
    if (!std::strcmp(argv[k], "--mutants"))
      mutants = true;
    else if (!std::strcmp(argv[k], "--page"))
      page = &lines;
    else if (argv[k][0] == '-')
      return std::fputs(kUsage, stderr), 2;
    else
      patterns.add(argv[k]);
  }
  for (const Field& field : fields()) {
    const std::string id = std::string(field.name) + "." + field.isa->name;
    if (!is_proven_here(field) || !patterns.match(id.c_str())) continue;
    for (int f = 0; f < (int)std::size(kFieldFunctions); f++)
      if (has_function(field, (FieldFunction)f))
        (mutants ? refute : prove)(field, (FieldFunction)f, id + " " + kFieldFunctions[f]);
  }
  if (page) print_page();
#ifndef HR_VEC_MODEL
  if (!mutants && patterns.match("counters")) {
    int all = 0;
    const std::string text = prove_counters(&all);
    text.empty() ? proven++ : failed++;
    if (page)
      std::printf("\nCounters of modes are start + n: %s for %d places and orders. %s\n",
                  text.empty() ? "proven" : "NOT PROVEN", all, text.c_str());
    else
      std::printf("%-32s %s, %d counters %s\n", "counters", text.empty() ? "proven" : "NOT PROVEN",
                  all, text.c_str());
  }
#endif
  if (patterns.print_unused()) return 2;
  if (!page) std::printf("%d %s, %d failed\n", proven, mutants ? "refuted" : "proven", failed);
  return failed || !proven;
}
