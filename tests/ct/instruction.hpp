// Instructions of the target, decoded once by Zydis into what the tracer needs of them: what each
// shows (its own address and the addresses of its data), where control goes behind it, and what it
// does to the general registers and to memory.
#pragma once

#include <Zydis/Zydis.h>

#include <array>
#include <memory>
#include <unordered_map>

#include "tracee.hpp"

namespace hedgerow::tracing {

enum class Kind : std::uint8_t { kControl, kMemory, kLatency };

// A value to observe: a linear form of the registers right before the instruction.
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

// Where control goes. kAlone: the tracer must stop before it and take one hardware step (its observation needs vector
// registers, or what it does is not modelled); kMarker: an int3 of the target itself.
enum class Flow : std::uint8_t { kNext, kJump, kCall, kReturn, kBranch, kAlone, kMarker };

// What is modelled of an instruction; all others leave their general registers unknown.
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
      0;                 // the low four bits of the opcode: of a branch, a conditional move or set
  bool barrier = false;  // a rep or a system call: the tracer stops behind it
  bool goes_on = false;  // control goes to `next`, at once
  std::uint8_t probe_count = 0, stored_count = 0;
  std::uint32_t clobbers = 0;  // general registers that it writes
  std::uint32_t flags = 0;     // that it writes, by their bits in EFLAGS
  std::array<Operand, 3> operands{};
  std::array<Probe, 5>
      probes{};  // data addresses, and what a rep or a bit test adds; behind them, of a lea
  struct Stored {
    std::uint8_t probe, bytes;
  };
  std::array<Stored, 2> stored{};  // memory that it writes
  std::unique_ptr<Decoded> live;   // where vector registers or operand values are observed

  std::uint64_t visited = 0;   // the last forecast that came here
  Instruction* links[2] = {};  // behind it: where control went on, the last way first
};

// The instructions of one program, by address. Without randomisation they are the same in every run of it.
class Code {
 public:
  // The target must be stopped, with no breakpoints set. What it returns lives until `trim`.
  Instruction& at(const Tracee& tracee, std::uint64_t pc);
  // The same behind an instruction of which control arrives at pc.
  Instruction& behind(Instruction& before, const Tracee& tracee, std::uint64_t pc);
  // Drops what was decoded when it has become much: between two cases.
  void trim();

 private:
  std::unordered_map<std::uint64_t, Instruction> instructions_;
};

// The encoding number of a general register of any width, or -1.
int general_register(ZydisRegister r);

// The address of a memory operand in terms of the registers right before the instruction.
Probe address_of(const Decoded& d, const ZydisDecodedOperand& operand);

}  // namespace hedgerow::tracing
