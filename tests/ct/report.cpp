// Report: decides which results pass, and prints them.
#include "report.hpp"

#include <stdio.h>

#include <algorithm>
#include <map>

namespace hedgerow::tracing {
namespace {

const char* kind_name(Kind kind) {
  constexpr const char* kNames[] = {"control", "memory", "latency"};
  return kNames[(int)kind];
}

std::string group_of(const std::string& name) { return name.substr(0, name.rfind('/')); }
std::string operation_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::string Report::cell(const CaseLine& line, const CaseResult& result) const {
  switch (result.verdict) {
    case Verdict::kClean:
      return "clean";
    case Verdict::kLeak:
      return std::string(line.timing == Class::kConstantTime ? "LEAK " : "flagged ") +
             kind_name(result.leak->kind);
    case Verdict::kSkipped:
      return "SKIPPED: " + line.skip;
    case Verdict::kError:
      return "ERROR: " + result.error;
  }
  return {};
}

// A ct case must be clean, a control must be flagged with its kind, and a vartime case may have any
// verdict.
bool Report::acceptable(const CaseLine& line, const CaseResult& result) const {
  if (result.verdict == Verdict::kError) return false;
  if (result.verdict == Verdict::kSkipped || line.timing == Class::kVartime) return true;
  if (line.timing == Class::kConstantTime) return result.verdict == Verdict::kClean;
  return result.verdict == Verdict::kLeak &&
         (line.kind == "any" || line.kind == kind_name(result.leak->kind));
}

void Report::add(const CaseLine& line, const CaseResult& result) {
  entries_.push_back({line, result});
  const std::string text = cell(line, result);
  const char* timing = kClassNames[(int)line.timing];
  if (result.verdict == Verdict::kSkipped)
    printf("%-58s %s\n", line.name.c_str(), text.c_str());
  else
    printf("%-58s %-8s %9llu instructions %3llu divisions %2u secrets  %s\n", line.name.c_str(),
           timing, (unsigned long long)result.instructions, (unsigned long long)result.latency,
           result.secrets, text.c_str());
  if (result.leak) {
    const std::string place = symbols_.describe(result.leak->pc);
    printf("    seed %u at %s\n", result.leak->seed, place.c_str());
    if (!acceptable(line, result)) findings_.push_back(line.name + ": " + text + " at " + place);
  } else if (!acceptable(line, result)) {
    findings_.push_back(line.name + ": " + timing + " case, " + text);
  }
  const bool traced = result.verdict == Verdict::kClean || result.verdict == Verdict::kLeak;
  if (traced && line.timing == Class::kConstantTime) isas_traced_.insert(line.isa);
  fflush(stdout);
}

// Prints one row per group, in which operations with the same verdict are shown together.
void Report::print_table() const {
  std::map<std::string, std::map<std::string, std::string>> rows;
  for (const Entry& e : entries_) {
    std::string& operations = rows[group_of(e.line.name)][cell(e.line, e.result)];
    if (!operations.empty()) operations += ' ';
    operations += operation_of(e.line.name);
  }
  printf("\nleak table\n");
  for (const auto& [group, cells] : rows) {
    const char* name = group.c_str();
    for (const auto& [verdict, operations] : cells) {
      printf("  %-50s %s: %s\n", name, verdict.c_str(), operations.c_str());
      name = "";
    }
  }
}

void Report::judge_isas(bool whole) {
  for (const IsaLine& i : list_.isas) {
    const char* name = i.name.c_str();
    if (!i.built) {
      printf("SKIPPED constant time of %s: not built\n", name);
    } else if (!i.offered) {
      printf("SKIPPED constant time of %s: this CPU lacks it\n", name);
    } else if (i.lines == 0) {
      printf("  isa %-12s no constant-time kernel or field in the lists\n", name);
    } else if (isas_traced_.count(i.name)) {
      printf("  isa %-12s traced\n", name);
    } else {
      printf("  isa %-12s NOT TRACED\n", name);
      if (whole) findings_.push_back("no case of isa " + i.name + " ran");
    }
  }
}

bool Report::finish(bool whole) {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.line.name < b.line.name; });
  print_table();
  judge_isas(whole);
  auto count = [this](auto condition) {
    return (int)std::count_if(entries_.begin(), entries_.end(), condition);
  };
  auto count_verdict = [&](Class timing, Verdict verdict) {
    return count(
        [=](const Entry& e) { return e.line.timing == timing && e.result.verdict == verdict; });
  };
  const int clean = count_verdict(Class::kConstantTime, Verdict::kClean);
  const int leaks = count_verdict(Class::kConstantTime, Verdict::kLeak);
  const int flagged = count_verdict(Class::kControl, Verdict::kLeak);
  const int missed = count_verdict(Class::kControl, Verdict::kClean);
  const int vartime = count([](const Entry& e) { return e.line.timing == Class::kVartime; });
  const int skipped = count([](const Entry& e) { return e.result.verdict == Verdict::kSkipped; });
  const int errors = count([](const Entry& e) { return e.result.verdict == Verdict::kError; });
  if (whole && flagged == 0) findings_.push_back("no positive control was flagged");
  if (!whole) printf("\nPART OF THE CASES ONLY: the coverage of the ISAs was not judged\n");
  printf("\n");
  for (const std::string& f : findings_) printf("FINDING %s\n", f.c_str());
  printf("ct cases: %d clean, %d leak; controls: %d flagged, %d missed; vartime: %d; ", clean,
         leaks, flagged, missed, vartime);
  printf("skipped: %d; errors: %d\n%s\n", skipped, errors, findings_.empty() ? "PASS" : "FAIL");
  return findings_.empty();
}

}  // namespace hedgerow::tracing
