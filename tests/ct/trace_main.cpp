// ct_trace: traces every case of ct_target over several secrets, in parallel, and judges the
// result.
//   ct_trace --target PATH [--list] [--filter SUBSTRING] [--jobs N] [--secrets N] [--first]
// --first leaves out cases of the C ABI and the container that differ from others only in the
// variant of the cipher (Case::further). The controls run whatever the filter is. Exit status: 0
// passed, 1 a finding, 2 cannot run.
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>

#include "report.hpp"

namespace hedgerow::tracing {
namespace {

struct Options {
  std::string target, filter;
  bool list = false, first = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t secrets = 16;
};

constexpr const char* kUsage =
    "usage: ct_trace --target PATH [--list] [--filter SUBSTRING] [--jobs N] [--secrets N]\n"
    "                [--first]\n";

bool read_number(const char* text, std::uint32_t at_least, std::uint32_t* number) {
  char* end;
  const unsigned long n = strtoul(text, &end, 10);
  *number = (std::uint32_t)n;
  return *text && !*end && n >= at_least && n <= 10000;
}

bool read_options(int argc, char** argv, Options* o) {
  for (int i = 1; i < argc; i++) {
    const std::string_view name = argv[i];
    if (name == "--list" || name == "--first") {
      (name == "--list" ? o->list : o->first) = true;
      continue;
    }
    if (++i == argc) return false;
    if (name == "--target")
      o->target = argv[i];
    else if (name == "--filter")
      o->filter = argv[i];
    else if (name == "--jobs" && read_number(argv[i], 1, &o->jobs))
      continue;
    else if (name == "--secrets" && read_number(argv[i], 2, &o->secrets))
      continue;
    else
      return false;
  }
  return !o->target.empty();
}

std::vector<CaseLine> chosen(const TargetList& list, const std::string& filter, bool first) {
  std::vector<CaseLine> cases;
  bool named = false;
  for (const CaseLine& c : list.cases) {
    const bool matches = c.name.find(filter) != std::string::npos;
    named |= matches;
    if ((matches && !(first && c.further)) || c.name.starts_with("control/")) cases.push_back(c);
  }
  if (!named) throw TraceError("no case has '" + filter + "' in its name; --list shows the names");
  return cases;
}

// Returns the cases that are also run by hardware steps: every control, and the first case of each
// ISA.
std::set<std::string> verified(const std::vector<CaseLine>& cases) {
  std::set<std::string> names, isas;
  for (const CaseLine& c : cases) {
    if (!c.skip.empty()) continue;
    const bool first = c.timing == Class::kConstantTime && isas.insert(c.isa).second;
    if (first || c.name.starts_with("control/")) names.insert(c.name);
  }
  return names;
}

// Binds this thread and the processes that it traces to one CPU, because a stop and resume between
// two CPUs takes several times as long.
void stay_on_cpu(unsigned job) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  unsigned rank = job % (unsigned)CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || rank-- != 0) continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

void trace_all(const std::vector<CaseLine>& cases, const Options& options, Report& report) {
  const std::set<std::string> with_steps = verified(cases);
  std::atomic<std::size_t> next{0};
  std::mutex printing;
  auto work = [&](unsigned job) {
    stay_on_cpu(job);
    Tracer tracer(options.target);
    for (std::size_t i; (i = next++) < cases.size();) {
      const CaseResult r =
          tracer.run(cases[i], options.secrets, with_steps.contains(cases[i].name));
      const std::lock_guard lock(printing);
      report.add(cases[i], r);
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned job = 0; job < options.jobs; job++) workers.emplace_back(work, job);
}

// The symbols of the target and its libraries, as mapped at the start of its first case.
Symbols symbols_of(const std::string& target, const std::vector<CaseLine>& cases) {
  for (const CaseLine& c : cases) {
    if (!c.skip.empty()) continue;
    return Symbols(Tracee(target, c.name).maps());
  }
  throw TraceError("no case can run here");
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const TargetList list = read_target_list(options.target);
  const std::vector<CaseLine> cases = chosen(list, options.filter, options.first);
  if (options.list) {
    for (const CaseLine& c : cases)
      printf("%-8s %s %s\n", kClassNames[(int)c.timing], c.name.c_str(), c.skip.c_str());
    return 0;
  }
  const Symbols symbols = symbols_of(options.target, cases);
  Report report(list, symbols);
  trace_all(cases, options, report);
  const bool passed = report.finish(options.filter.empty());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  printf("%zu of %zu cases, %u secrets, %u jobs, %.0f s\n", cases.size(), list.cases.size(),
         options.secrets, options.jobs, seconds.count());
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace hedgerow::tracing

int main(int argc, char** argv) {
  using namespace hedgerow::tracing;
  Options options;
  if (!read_options(argc, argv, &options)) {
    fputs(kUsage, stderr);
    return 2;
  }
  try {
    return run(options);
  } catch (const std::exception& e) {
    fprintf(stderr, "ct_trace: %s\n", e.what());
    return 2;
  }
}
