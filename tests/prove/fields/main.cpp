// Proves the multiplications of fields equal to their definitions. README.md describes the proofs.
#include <cstdio>

#include "counters.hpp"
#include "fields.hpp"

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
    "usage: prove_fields [--mutants] [PATTERN...]\n"
    "Proves the field multiplications whose names (field.isa) have one of the patterns, where * is "
    "any text.\n"
    "`counters` means the counters of modes. "
    "--mutants seeds faults in them instead, and each must be refuted by a counterexample.\n";

int proven = 0, failed = 0;

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
  std::printf("%-32s %s, %zu lengths up to %u, %.1f s %s\n", name.c_str(),
              text.empty() ? "proven" : "NOT PROVEN", lengths, most, seconds() - start,
              text.c_str());
}

void refute(const Field& field, FieldFunction f, const std::string& name) {
  FieldProof proof(field, f, FieldProof::kFewTerms), known(field, f, FieldProof::kFewRandom);
  for (const Refutation& r : proof.seed([&] { return proof.compare(); },
                                        [&](const Mutation& m) {
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
  std::vector<const char*> patterns;
  bool mutants = false;
  for (int k = 1; k < argc; k++) {
    if (!std::strcmp(argv[k], "--mutants"))
      mutants = true;
    else if (argv[k][0] == '-')
      return std::fputs(kUsage, stderr), 2;
    else
      patterns.push_back(argv[k]);
  }
  for (const Field& field : fields()) {
    const std::string id = std::string(field.name) + "." + field.isa->name;
    bool named = patterns.empty();
    for (const char* p : patterns) named |= matches(p, id.c_str());
    if (!named || !is_proven_here(field)) continue;
    for (int f = 0; f < (int)std::size(kFieldFunctions); f++)
      if (has_function(field, (FieldFunction)f))
        (mutants ? refute : prove)(field, (FieldFunction)f, id + " " + kFieldFunctions[f]);
  }
#ifndef HR_VEC_MODEL
  bool counters = patterns.empty() && !mutants;
  for (const char* p : patterns) counters |= !mutants && matches(p, "counters");
  if (counters) {
    int all = 0;
    const std::string text = prove_counters(&all);
    text.empty() ? proven++ : failed++;
    std::printf("%-32s %s, %d counters %s\n", "counters", text.empty() ? "proven" : "NOT PROVEN",
                all, text.c_str());
  }
#endif
  std::printf("%d %s, %d failed\n", proven, mutants ? "refuted" : "proven", failed);
  return failed || !proven;
}
