// Tracer: the loop of stops, the comparison, and the verdict.
#include "trace.hpp"

#include "forecast.hpp"
#include "live.hpp"

namespace hedgerow::tracing {

// The observations of one run, which are compared with a reference if there is one, and otherwise
// recorded.
struct Tracer::Run {
  const std::vector<std::uint64_t>* reference = nullptr;
  std::vector<std::uint64_t> values = {};  // recorded; empty when comparing
  std::size_t seen = 0;
  std::uint64_t last_pc = 0;  // of the previous instruction
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

// Observes the instruction before which the target is stopped, and executes it. It uses a hardware
// step, or a breakpoint at the next instruction if that is known, because a breakpoint takes a
// third of the time in a virtual machine.
template <class Sink>
bool step_alone(Tracee& tracee, const Instruction& i, bool by_steps, const Sink& sink) {
  bool latency = false;
  if (i.live)
    observe_live(*i.live, tracee, [&](Kind kind, std::uint64_t value) {
      latency |= kind == Kind::kLatency;
      sink(Observation{kind, i.pc, value});
    });
  else
    observe_instruction(i, tracee.registers(), sink);
  if (i.goes_on && !by_steps) {
    tracee.run_to(i.next);
    return latency;
  }
  // The hardware stops at each iteration of a rep, although it is one instruction. A repeated
  // comparison shows each iteration.
  do tracee.step();
  while (i.barrier && tracee.registers().pc == i.pc);
  return latency;
}

}  // namespace

void Tracer::trace(Run& run, Tracee& ready, std::uint32_t seed, Mode mode) {
  Tracee tracee(ready, seed);
  Forecast forecast(code_, tracee);
  const auto see = [&run](const Observation& o) { run.see(o.kind, o.pc, o.value); };
  for (;;) {
    const Instruction& i = code_.at(tracee, tracee.registers().pc);
    if (i.flow == Flow::kMarker) break;
    if (mode == Mode::kSteps || i.flow == Flow::kAlone) {
      run.instructions++;
      run.latency += step_alone(tracee, i, mode == Mode::kSteps, see);
    } else {
      for (const Observation& o : forecast.follow(&run.instructions)) see(o);
      if (run.difference) return;
      forecast.arrive();
    }
    if (run.difference) return;
  }
  run.see(Kind::kControl, tracee.registers().pc, tracee.registers().pc);
  tracee.skip_marker();
  tracee.run_to_marker();
  run.digest = tracee.registers().value[kRax];
  run.holds = tracee.registers().value[kRdx] != 0;
}

// Runs the other secrets and returns the first difference that one of them makes.
std::optional<Leak> Tracer::find_leak(const CaseLine& line, Tracee& ready, const Run& reference,
                                      CaseResult& result) {
  const std::uint32_t secrets = result.secrets;
  for (std::uint32_t seed = 1; seed < secrets; seed++) {
    Run run{.reference = &reference.values};
    trace(run, ready, seed, Mode::kForecast);
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

// A second run of the first secret must give the same trace, because otherwise a difference proves
// nothing about the secret.
void Tracer::require_same(Tracee& ready, const Run& reference, Mode mode) {
  Run run{.reference = &reference.values};
  trace(run, ready, 0, mode);
  if (run.difference)
    throw TraceError(mode == Mode::kSteps ? "hardware steps give another trace than the forecast"
                                          : "one secret gives two traces");
}

CaseResult Tracer::run(const CaseLine& line, std::uint32_t secrets, bool verify_by_steps) {
  CaseResult result;
  if (!line.skip.empty()) return result;
  code_.trim();
  try {
    Tracee ready(program_, line.name);
    Run reference;
    trace(reference, ready, 0, Mode::kForecast);
    if (!reference.holds) throw TraceError("the case did not do what it is about");
    result.instructions = reference.instructions;
    result.latency = reference.latency;
    result.secrets = secrets;
    if (verify_by_steps) require_same(ready, reference, Mode::kSteps);
    result.leak = find_leak(line, ready, reference, result);
    if (result.leak) require_same(ready, reference, Mode::kForecast);
    result.verdict = result.leak ? Verdict::kLeak : Verdict::kClean;
  } catch (const TraceError& e) {
    result.verdict = Verdict::kError;
    result.error = e.what();
  }
  return result;
}

}  // namespace hedgerow::tracing
