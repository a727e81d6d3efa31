// Decodes the code of the target into segments: runs of instructions whose data addresses all
// follow from the registers at the segment's entry, so that one stop observes all of them.
//
//   entry            mov rax,[rdi]   lea rdx,[rdi+64]   vpxor zmm0,zmm0,[rdx]   jne A
//   observed there:      rdi                               rdi+64               -> stops at A and
//   behind
//
// A segment ends where an address depends on a value made inside it, where control may leave the
// line, and around each instruction that is live: whose observation needs vector registers or
// operand values at that moment (gathers, masked accesses, divisions).
#pragma once

#include <Zydis/Zydis.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "tracee.hpp"

namespace hedgerow::tracing {

enum class Kind : std::uint8_t { kControl, kMemory, kLatency };

// A value to observe: a linear form of the entry registers.
struct Probe {
  std::uint64_t pc;  // of the instruction
  std::uint64_t constant = 0;
  std::uint8_t base = kZero, index = kZero, scale = 1, segment = kZero;
  bool address32 = false;
  Kind kind = Kind::kMemory;

  std::uint64_t value(const Registers& r) const {
    const std::uint64_t sum = constant + r.value[base] + r.value[index] * scale;
    return (address32 ? (std::uint32_t)sum : sum) + r.value[segment];
  }
};

struct Decoded {
  std::uint64_t pc;
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  std::uint64_t next() const { return pc + insn.length; }
};

enum class Resume : std::uint8_t {
  kBreakpoints,  // at `next`, all places where control can arrive
  kStep,         // one hardware step: an indirect jump, a return, a repeated comparison
  kMarker        // the segment is an int3 of the target itself
};

struct Segment {
  std::vector<Probe> probes;
  Resume resume = Resume::kBreakpoints;
  std::vector<Breakpoint> next;
  std::unique_ptr<Decoded> live;  // the only instruction of a live segment
  bool repeats = false;           // ends with a rep that hardware stops at each turn of
  std::uint32_t instructions = 0;
};

// The segments of one program, by entry address. Without randomisation they are the same in every
// run of it. At most `longest` instructions stand in a segment.
class SegmentCache {
 public:
  explicit SegmentCache(std::uint32_t longest) : longest_(longest) {}
  // The target must be stopped, with no breakpoints set.
  const Segment& at(const Tracee& tracee);

 private:
  std::uint32_t longest_;
  std::unordered_map<std::uint64_t, Segment> segments_;
};

// The encoding number of a general register of any width, or -1.
int general_register(ZydisRegister r);

// The address of a memory operand in terms of the registers right before the instruction.
Probe address_of(const Decoded& d, const ZydisDecodedOperand& operand);

}  // namespace hedgerow::tracing
