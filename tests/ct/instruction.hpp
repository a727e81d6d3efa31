// Instructions of the target, which Zydis decodes once into the data that the tracer needs: the
// observations of each instruction (its own address and the addresses of its data), the next
// instruction, and its effect on the general registers and on memory.
#pragma once

#include <Zydis/Zydis.h>

#include <array>
#include <memory>
#include <unordered_map>

#include "tracee.hpp"

namespace hedgerow::tracing {

enum class Kind : std::uint8_t { kControl, kMemory, kLatency };

// A value to observe: a linear form of the registers before the instruction.
struct Probe {
  std::uint64_t constant = 0;
  std::uint8_t base = kZero, index = kZero, scale = 1, segment = kZero;
  bool address32 = false;

  std::uint64_t value(const Registers& r) const {
    const std::uint64_t sum = constant + r.value[base] + r.value[index] * scale;
    return (address32 ? (std::uint32_t)sum : sum) + r.value[segment];
  }
  std::uint32_t registers() const { return 1u << base | 1u << index | 1u << segment; }
};

struct Decoded {
  std::uint64_t pc;
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  std::uint64_t next() const { return pc + insn.length; }
};

// Where the control flow continues. kAlone: the tracer must stop before the instruction and take
// one hardware step, because the observation needs vector registers or the effect is not modelled.
// kMarker: an int3 of the target itself.
enum class Flow : std::uint8_t { kNext, kJump, kCall, kReturn, kBranch, kAlone, kMarker };

// The modelled effects. An instruction with any other effect makes the general registers that it
// writes unknown.
enum class Operation : std::uint8_t {
  kOther,
  kMove,
  kMoveSigned,
  kLea,
  kAdd,
  kAddCarry,
  kSub,
  kSubBorrow,
  kCompare,
  kTest,
  kAnd,
  kOr,
  kXor,
  kIncrement,
  kDecrement,
  kNegate,
  kNot,
  kShiftLeft,
  kShiftRight,
  kShiftArithmetic,
  kMultiply,
  kSwapBytes,
  kMoveIf,
  kSetIf,
  kPush,
  kPop,
  kLeave
};

struct Operand {
  enum class Type : std::uint8_t { kNone, kRegister, kImmediate, kMemory } type = Type::kNone;
  std::uint8_t index = 0;  // of the register or of the probe
  std::uint8_t bits = 0;
  std::uint64_t immediate = 0;
};

struct Instruction {
  std::uint64_t pc = 0, next = 0, target = 0;
  Flow flow = Flow::kNext;
  Operation operation = Operation::kOther;
  std::uint8_t condition =
      0;  // the condition of a branch, a conditional move or set: the low four bits of the opcode
  bool barrier = false;  // a rep or a system call: the tracer stops after it
  bool goes_on = false;  // execution continues at `next` without a branch
  std::uint8_t probe_count = 0, stored_count = 0;
  std::uint32_t clobbers = 0;  // general registers that it writes
  std::uint32_t flags = 0;     // flags that it writes, as bits of EFLAGS
  std::array<Operand, 3> operands{};
  // Data addresses and the values of a rep or a bit test. The value of a lea follows them.
  std::array<Probe, 5> probes{};
  struct Stored {
    std::uint8_t probe, bytes;
  };
  std::array<Stored, 2> stored{};  // memory that it writes
  std::unique_ptr<Decoded> live;   // set if vector registers or operand values are observed

  std::uint64_t visited = 0;   // the last forecast that came here
  Instruction* links[2] = {};  // the next instructions in earlier runs, the latest first
};

// The instructions of one program, by address. The addresses are the same in every run because
// randomisation is off.
class Code {
 public:
  // Decodes the instruction at pc, while the target is stopped and has no breakpoints. The
  // reference is valid until `trim`.
  Instruction& at(const Tracee& tracee, std::uint64_t pc);
  // Like at(), for the instruction at pc that follows `before`.
  Instruction& behind(Instruction& before, const Tracee& tracee, std::uint64_t pc);
  // Drops decoded instructions if there are many, so call it only between two cases.
  void trim();

 private:
  std::unordered_map<std::uint64_t, Instruction> instructions_;
};

// Returns the encoding number of a general register of any width, or -1.
int general_register(ZydisRegister r);

// Returns the address of a memory operand in terms of the registers before the instruction.
Probe address_of(const Decoded& d, const ZydisDecodedOperand& operand);

}  // namespace hedgerow::tracing
