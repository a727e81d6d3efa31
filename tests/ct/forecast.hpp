// Simulates the target from a stop as far as registers and memory are known, so that one stop
// observes many instructions. For example:
//
//   stopped here:    mov rax,[rdi]   lea rdx,[rax+64]   vpxor zmm0,zmm0,[rdx]   sub rcx,1   jne back   ...
//   observed there:      rdi                               the value at rdi, + 64            as often as rcx says
//
// The simulation ends before an address or a branch that depends on unmodelled data (a vector
// register that was moved to a general one, or memory that a vector store wrote), and before each
// instruction that must be observed alone. The target then runs to that place. If its registers,
// flags or memory differ from the simulated ones there, there is no verdict.
#pragma once

#include <vector>

#include "model.hpp"

namespace hedgerow::tracing {

struct Observation {
  Kind kind;
  std::uint64_t pc, value;
};

class Forecast {
 public:
  Forecast(Code& code, Tracee& tracee) : code_(code), tracee_(tracee), model_(tracee) {}
  // Follows the stopped target to the place where it must stop next. Returns the observations on
  // the path and counts its instructions.
  const std::vector<Observation>& follow(std::uint64_t* instructions);
  // Runs the target to that place, and throws TraceError if its state differs from the simulation.
  void arrive();

 private:
  bool try_to_follow();
  bool stops_before(const Instruction& i);
  void observe(const Instruction& i);

  Code& code_;
  Tracee& tracee_;
  Model model_;
  std::vector<Observation> seen_;
  std::uint64_t end_ = 0;     // where it has to stop
  std::uint64_t second_ = 0;  // the second instruction of the path
  std::uint64_t forced_ = 0;  // where this attempt has to end
  std::uint64_t round_ = 0;   // number of this attempt in this thread
  std::uint64_t instructions_ = 0;
};

// The observations of an instruction that is not live.
template <class Sink>
void observe_instruction(const Instruction& i, const Registers& r, const Sink& sink) {
  sink(Observation{Kind::kControl, i.pc, i.pc});
  for (unsigned n = 0; n < i.probe_count; n++)
    sink(Observation{Kind::kMemory, i.pc, i.probes[n].value(r)});
}

}  // namespace hedgerow::tracing
