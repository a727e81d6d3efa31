// Proves kernels of the portable model equal to the literal reference. README.md describes the proofs.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "operations.hpp"
#include "patterns.hpp"
#include "proof.hpp"

namespace {

using namespace hedgerow;
using namespace hedgerow::proof;

constexpr char kUsage[] =
    "usage: prove [--list] [--mutants] [--check-operations] [--page] [--blocks N] [--every-call]\n"
    "             [--first] [PATTERN...]\n"
    "Proves the kernels whose names (variant.technique.isa) have one of the patterns, where * "
    "is any text.\n"
    "--mutants seeds faults in these kernels instead, and each must be refuted by a "
    "counterexample.\n"
    "--page prints docs/proofs.md, or its second part after --objects. --blocks limits the length "
    "of calls, for a quick look.\n"
    "--first takes one kernel for each family, block length, technique and instruction set. Only "
    "these have\nCTR in every order of the counter and from two starts. --every-call proves that "
    "for the others, too,\nas --objects does.\n"
    "--check-operations compares the vector operations on terms with the portable model, or, "
    "after --objects,\n--check-instructions compares instructions with the processor.\n";

constexpr char kTable[] =
    "| family and technique | instruction sets | proven | blocks of the longest call | seconds of "
    "the processor |\n|---|---|---|---|---|\n";

struct Job {
  const Variant* variant;
  std::vector<Task> tasks;
  std::vector<Result> results;
  double size() const {  // about proportional to the time
    double all = 0;
    for (const Task& t : tasks) all += t.kernel->ops->batch_blocks * variant->block_bytes;
    return all;
  }
};

// Proves the kernels of each job in a process of its own, and of as many jobs at a time as there are processors. The
// longest jobs come first. A process writes a line for each of its kernels, in order, and its end is a failure of the
// kernels that have none.
void prove_all(std::vector<Job>* jobs, unsigned most_blocks) {
  std::vector<Job*> order;
  for (Job& j : *jobs) order.push_back(&j);
  std::ranges::stable_sort(order, [](const Job* a, const Job* b) { return a->size() > b->size(); });
  std::map<pid_t, std::pair<Job*, std::FILE*>> running;
  std::size_t ended = 0;
  const auto finish_one = [&] {
    const pid_t pid = wait(nullptr);
    const auto [job, lines] = running.at(pid);
    running.erase(pid);
    std::rewind(lines);
    char text[512];
    for (const Task& t : job->tasks) {
      Result r{t.kernel, false, 0, 0, "the process ended"};
      int at = 0;
      if (std::fgets(text, sizeof text, lines) &&
          std::sscanf(text, "%u %lf%n", &r.blocks, &r.seconds, &at) == 2) {
        r.text = text + at + 1;
        r.text.pop_back();
        r.proven = r.text.empty();
      }
      job->results.push_back(r);
    }
    std::fclose(lines);
    const auto proven = std::ranges::count(job->results, true, &Result::proven);
    std::fprintf(stderr, "%zu of %zu variants: %s, %td of %zu kernels proven\n", ++ended,
                 order.size(), job->variant->name, proven, job->results.size());
  };
  const unsigned most = std::max(1u, std::thread::hardware_concurrency());
  for (Job* job : order) {
    if (running.size() == most) finish_one();
    std::FILE* const lines = std::tmpfile();
    std::fflush(nullptr);
    const pid_t pid = lines ? fork() : -1;
    if (pid < 0) throw ProofError("no new process");
    if (pid == 0) {
      for (const Result& r : prove(*job->variant, job->tasks, most_blocks))
        std::fprintf(lines, "%u %.2f %s\n", r.blocks, r.seconds, r.text.c_str());
      std::fflush(lines);
      std::_Exit(0);
    }
    running[pid] = {job, lines};
  }
  while (!running.empty()) finish_one();
}

// One line for each family and technique, and what all cost.
void print_page(const std::vector<Job>& jobs) {
  struct Line {
    std::vector<std::string> isas;
    int proven = 0, all = 0;
    unsigned blocks = 0;
    double seconds = 0;
  };
  std::vector<std::pair<std::string, Line>> lines;
  std::string failures;
  int proven = 0, all = 0;
  for (const Job& j : jobs)
    for (const Result& r : j.results) {
      const std::string id = r.kernel->id, isa = id.substr(id.rfind('.') + 1),
                        name = id.substr(0, id.find_first_of("-:.")) + ", " + r.kernel->technique;
      auto at = std::ranges::find(lines, name, [](const auto& l) { return l.first; });
      if (at == lines.end()) at = lines.insert(at, {name, {}});
      Line& line = at->second;
      if (std::ranges::find(line.isas, isa) == line.isas.end()) line.isas.push_back(isa);
      line.proven += r.proven, line.all++, line.seconds += r.seconds;
      proven += r.proven, all++;
      line.blocks = std::max(line.blocks, r.blocks);
      if (!r.proven)  // the address of a place in the program differs from run to run
        failures += "| " + id + " | " + r.text.substr(0, r.text.find(", at 0x")) + " |\n";
    }
  for (const auto& [name, line] : lines) {
    std::string isas;
    for (const std::string& isa : line.isas) isas += (isas.empty() ? "" : " ") + isa;
    std::printf("| %s | %s | %d of %d | %u | %.0f |\n", name.c_str(), isas.c_str(), line.proven,
                line.all, line.blocks, line.seconds);
  }
  rusage use{};  // of all processes that have ended
  getrusage(RUSAGE_CHILDREN, &use);
  std::printf(
      "\n%d of %d kernels are proven. With the references, this took %ld seconds of the "
      "processor.\n"
      "The largest process had %.1f GB.\n",
      proven, all, (long)(use.ru_utime.tv_sec + use.ru_stime.tv_sec), (double)use.ru_maxrss / 1e6);
  if (!failures.empty())
    std::printf("\n| kernel without a whole proof | first difference |\n|---|---|\n%s",
                failures.c_str());
}

struct Options {
  Patterns patterns;
  unsigned most_blocks = ~0u;
  bool list = false, mutants = false, page = false, check = false, first = false,
       every_call = !Operations::kSharesCode;
};

// Returns false for an option that does not exist, or a wrong value.
bool read(int argc, char** argv, Options* to) {
  const std::pair<const char*, bool*> options[] = {{"--list", &to->list},
                                                   {"--mutants", &to->mutants},
                                                   {"--page", &to->page},
                                                   {"--every-call", &to->every_call},
                                                   {"--first", &to->first},
                                                   {"--check-operations", &to->check},
                                                   {"--check-instructions", &to->check}};
  for (int k = 1; k < argc; k++) {
    const auto option = std::ranges::find_if(
        options, [&](const auto& o) { return !std::strcmp(o.first, argv[k]); });
    if (option != std::end(options)) {
      *option->second = true;
    } else if (!std::strcmp(argv[k], "--blocks") && k + 1 < argc) {
      to->most_blocks = (unsigned)std::strtoul(argv[++k], nullptr, 10);
      if (to->most_blocks == 0) return false;
    } else if (argv[k][0] == '-') {
      return false;
    } else {
      to->patterns.add(argv[k]);
    }
  }
  return true;
}

// Kernels with equal texts compute counters with the same code. Names of variants differ in lengths of keys and
// S-boxes; others, for example of Magma and GOST 28147-89, or of SPARX in two byte orders, have code of their own.
std::string code_of(const Kernel& k) {
  std::string name = k.variant->name;
  name = name.substr(0, name.find(':'));
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name + " " + std::to_string(k.variant->block_bytes) + " " + k.technique + " " +
         k.isa->name;
}

std::vector<Job> choose(Options& options) {
  std::vector<Job> jobs;
  std::set<std::string> seen;
  for (const Variant& variant : variants()) {
    Job job{&variant, {}, {}};
    for (const Kernel& k : kernels_of(variant)) {
      if (!k.ops || !k.ops->key_bytes || k.rank[0] == kNeverSelected) continue;
      if (!options.patterns.match(k.id)) continue;
      const bool first = seen.insert(code_of(k)).second;
      if (first || !options.first) job.tasks.push_back({&k, first || options.every_call});
    }
    if (!job.tasks.empty()) jobs.push_back(std::move(job));
  }
  return jobs;
}

int run(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, &options)) return std::fputs(kUsage, stderr), 2;
  if (options.check) return std::printf("%zu comparisons\n", Operations().check()), 0;
  std::vector<Job> jobs = choose(options);
  if (options.patterns.print_unused()) return 2;
  int failed = 0, proven = 0;
  if (options.list || options.mutants)
    for (const Job& j : jobs)
      for (const Task& t : j.tasks) {
        if (options.list) std::printf("%s\n", t.kernel->id);
        if (!options.mutants) continue;
        for (const Refutation& r : refute(*t.kernel)) {
          std::printf("%s with %s: %s: %s\n", t.kernel->id, r.fault.c_str(),
                      r.refuted ? "refuted" : "SURVIVED", r.evidence.c_str());
          r.refuted ? proven++ : failed++;
        }
      }
  if (options.list) return 0;
  if (options.mutants) jobs.clear();
  if (options.page) std::printf("%s%s", Operations::kPageStart, kTable);
  prove_all(&jobs, options.most_blocks);
  for (const Job& j : jobs)
    for (const Result& r : j.results) {
      r.proven ? proven++ : failed++;
      if (!options.page)
        std::printf("%-45s %s, calls of %u blocks, %.1f s %s\n", r.kernel->id,
                    r.proven ? "proven" : "NOT PROVEN", r.blocks, r.seconds, r.text.c_str());
    }
  if (options.page)
    print_page(jobs);
  else
    std::printf("%d %s, %d failed\n", proven, options.mutants ? "refuted" : "proven", failed);
  return failed || !proven;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "prove: %s\n", e.what());
    return 1;
  }
}
