// Tracer: the stop and resume loop, the comparison, the verdict.
#include "trace.hpp"

#include "live.hpp"

namespace hedgerow::tracing {

// The observations of one run. With a reference it compares instead of recording.
struct Tracer::Run {
  const std::vector<std::uint64_t>* reference = nullptr;
  std::vector<std::uint64_t> values = {};  // recorded, empty when comparing
  std::size_t seen = 0;
  std::uint64_t last_pc = 0;  // of the instruction before
  std::optional<Leak> difference = {};
  std::uint64_t instructions = 0, latency = 0;
  std::uint64_t digest = 0;
  bool holds = true;

  void see(Kind kind, std::uint64_t pc, std::uint64_t value) {
    if (difference) return;
    const std::size_t at = seen++;
    if (!reference)
      values.push_back(value);
    else if (at >= reference->size() || (*reference)[at] != value)
      difference = Leak{kind, kind == Kind::kControl ? last_pc : pc, 0};
    if (kind == Kind::kControl) last_pc = pc;
  }
};

namespace {

// Whether a rep instruction stands before another turn.
bool turns_again(const Segment& s, std::uint64_t pc_before, const Tracee& tracee) {
  return s.repeats && tracee.registers().pc == pc_before;
}

void go_on(Tracee& tracee, const Segment& s, bool by_steps) {
  if (s.resume == Resume::kBreakpoints && !by_steps) return tracee.run_to(s.next);
  const std::uint64_t pc = tracee.registers().pc;
  do tracee.step();
  while (turns_again(s, pc, tracee));
}

}  // namespace

void Tracer::trace(Run& run, const CaseLine& line, std::uint32_t seed, Mode mode) {
  SegmentCache& cache = mode == Mode::kSteps ? single_ : segments_;
  Tracee tracee(program_, line.name, seed);
  tracee.run_to_marker();
  for (;;) {
    const Segment& s = cache.at(tracee);
    if (s.resume == Resume::kMarker) break;
    const Registers& r = tracee.registers();
    for (const Probe& p : s.probes) run.see(p.kind, p.pc, p.value(r));
    if (s.live) {
      bool latency = false;
      observe_live(*s.live, tracee, [&](Kind kind, std::uint64_t value) {
        latency |= kind == Kind::kLatency;
        run.see(kind, s.live->pc, value);
      });
      run.latency += latency;
    }
    run.instructions += s.instructions;
    if (run.difference) return;
    go_on(tracee, s, mode == Mode::kSteps);
  }
  run.see(Kind::kControl, tracee.registers().pc, tracee.registers().pc);
  tracee.skip_marker();
  tracee.run_to_marker();
  run.digest = tracee.registers().value[kRax];
  run.holds = tracee.registers().value[kRdx] != 0;
}

// Runs the other secrets; the first difference that one of them makes.
std::optional<Leak> Tracer::find_leak(const CaseLine& line, const Run& reference,
                                      CaseResult& result) {
  const std::uint32_t secrets = result.secrets;
  for (std::uint32_t seed = 1; seed < secrets; seed++) {
    Run run{.reference = &reference.values};
    trace(run, line, seed, Mode::kSegments);
    result.secrets = seed + 1;
    if (run.difference) {
      run.difference->seed = seed;
      return run.difference;
    }
    if (!run.holds) throw TraceError("the case did not do what it is about");
    if (run.digest == reference.digest && line.timing == Class::kConstantTime)
      throw TraceError("the output does not depend on the secret");
  }
  return std::nullopt;
}

// A second run of the first secret must not differ, or differences mean nothing.
void Tracer::require_same(const CaseLine& line, const Run& reference, Mode mode) {
  Run run{.reference = &reference.values};
  trace(run, line, 0, mode);
  if (run.difference)
    throw TraceError(mode == Mode::kSteps ? "hardware steps give another trace than segments"
                                          : "one secret gives two traces");
}

CaseResult Tracer::run(const CaseLine& line, std::uint32_t secrets, bool verify_by_steps) {
  CaseResult result;
  if (!line.skip.empty()) return result;
  try {
    Run reference;
    trace(reference, line, 0, Mode::kSegments);
    if (!reference.holds) throw TraceError("the case did not do what it is about");
    result.instructions = reference.instructions;
    result.latency = reference.latency;
    result.secrets = secrets;
    if (verify_by_steps) require_same(line, reference, Mode::kSteps);
    result.leak = find_leak(line, reference, result);
    if (result.leak) require_same(line, reference, Mode::kSegments);
    result.verdict = result.leak ? Verdict::kLeak : Verdict::kClean;
  } catch (const TraceError& e) {
    result.verdict = Verdict::kError;
    result.error = e.what();
  }
  return result;
}

}  // namespace hedgerow::tracing
