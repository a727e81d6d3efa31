// The decoder of instructions, over Zydis.
#include "instruction.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "live.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::uint8_t kInt3 = 0xcc;
constexpr std::size_t kMostInstructions = 200'000;
constexpr unsigned kMostStoredBytes = 64;

// Some instructions have a memory operand but do not access it.
bool touches_memory(const Decoded& d, const ZydisDecodedOperand& o) {
  if (o.type != ZYDIS_OPERAND_TYPE_MEMORY || d.insn.mnemonic == ZYDIS_MNEMONIC_NOP) return false;
  return o.mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

bool is_hidden(const ZydisDecodedOperand& o) {
  return o.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
}

bool is_register(const ZydisDecodedOperand& o) { return o.type == ZYDIS_OPERAND_TYPE_REGISTER; }

bool is_string_operation(const Decoded& d) {
  return d.insn.meta.category == ZYDIS_CATEGORY_STRINGOP;
}

bool is_repeated(const Decoded& d) {
  return is_string_operation(d) && (d.insn.attributes & ZYDIS_ATTRIB_HAS_REP);
}

// The mnemonics that are modelled, while conditional moves and sets are recognised by their
// opcodes.
constexpr std::pair<ZydisMnemonic, Operation> kModelled[] = {
    {ZYDIS_MNEMONIC_MOV, Operation::kMove},
    {ZYDIS_MNEMONIC_MOVZX, Operation::kMove},
    {ZYDIS_MNEMONIC_MOVSX, Operation::kMoveSigned},
    {ZYDIS_MNEMONIC_MOVSXD, Operation::kMoveSigned},
    {ZYDIS_MNEMONIC_LEA, Operation::kLea},
    {ZYDIS_MNEMONIC_ADD, Operation::kAdd},
    {ZYDIS_MNEMONIC_ADC, Operation::kAddCarry},
    {ZYDIS_MNEMONIC_SUB, Operation::kSub},
    {ZYDIS_MNEMONIC_SBB, Operation::kSubBorrow},
    {ZYDIS_MNEMONIC_CMP, Operation::kCompare},
    {ZYDIS_MNEMONIC_TEST, Operation::kTest},
    {ZYDIS_MNEMONIC_AND, Operation::kAnd},
    {ZYDIS_MNEMONIC_OR, Operation::kOr},
    {ZYDIS_MNEMONIC_XOR, Operation::kXor},
    {ZYDIS_MNEMONIC_INC, Operation::kIncrement},
    {ZYDIS_MNEMONIC_DEC, Operation::kDecrement},
    {ZYDIS_MNEMONIC_NEG, Operation::kNegate},
    {ZYDIS_MNEMONIC_NOT, Operation::kNot},
    {ZYDIS_MNEMONIC_SHL, Operation::kShiftLeft},
    {ZYDIS_MNEMONIC_SHR, Operation::kShiftRight},
    {ZYDIS_MNEMONIC_SAR, Operation::kShiftArithmetic},
    {ZYDIS_MNEMONIC_IMUL, Operation::kMultiply},
    {ZYDIS_MNEMONIC_BSWAP, Operation::kSwapBytes},
    {ZYDIS_MNEMONIC_PUSH, Operation::kPush},
    {ZYDIS_MNEMONIC_POP, Operation::kPop},
    {ZYDIS_MNEMONIC_LEAVE, Operation::kLeave},
};

Operation operation_of(ZydisMnemonic m) {
  for (const auto& [mnemonic, operation] : kModelled)
    if (mnemonic == m) return operation;
  return Operation::kOther;
}

// There are three groups of opcodes that end with a condition.
bool has_condition(const Decoded& d, std::uint8_t group) {
  const bool two_bytes = d.insn.opcode_map == ZYDIS_OPCODE_MAP_0F;
  if (group == 0x70 && d.insn.opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
    return (d.insn.opcode & 0xf0) == 0x70;
  return two_bytes && (d.insn.opcode & 0xf0) == (group == 0x70 ? 0x80 : group);
}

class Builder {
 public:
  explicit Builder(const Decoded& d) : d_(d) { i_.pc = d.pc, i_.next = d.next(); }

  Instruction build() {
    add_probes();
    add_effects();
    add_flow();
    const bool system_call = d_.insn.meta.category == ZYDIS_CATEGORY_SYSCALL;
    i_.goes_on = i_.flow == Flow::kNext && !is_string_operation(d_) && !system_call;
    const bool repeated_compare =
        is_string_operation(d_) &&
        (d_.insn.attributes & (ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE));
    if (is_live(d_) || repeated_compare || !modelled_) i_.flow = Flow::kAlone;
    if (system_call) i_.clobbers |= 1u << kRax;  // the kernel writes it, not the instruction
    if (is_live(d_)) i_.live = std::make_unique<Decoded>(d_);
    i_.barrier = is_repeated(d_) || system_call;
    return std::move(i_);
  }

 private:
  std::uint8_t add_probe(const Probe& p) {
    if (i_.probe_count + 1u == i_.probes.size())
      throw TraceError("an instruction with five addresses");
    i_.probes[i_.probe_count] = p;
    return i_.probe_count++;
  }

  // Adds the addresses of its data, the count of a rep, and the bit offset of a bit test in memory.
  void add_probes() {
    i_.operation = operation_of(d_.insn.mnemonic);
    if (has_condition(d_, 0x40) && d_.insn.meta.category == ZYDIS_CATEGORY_CMOV)
      i_.operation = Operation::kMoveIf;
    if (has_condition(d_, 0x90) && d_.insn.meta.category == ZYDIS_CATEGORY_SETCC)
      i_.operation = Operation::kSetIf;
    i_.condition = d_.insn.opcode & 15;
    for (int n = 0; n < d_.insn.operand_count; n++) add_operand(n);
    if (is_repeated(d_)) add_probe({.base = kRcx});
    const bool bit_test = d_.insn.meta.category == ZYDIS_CATEGORY_BITBYTE;
    if (!bit_test || !touches_memory(d_, d_.operands[0])) return;
    const int r = general_register(d_.operands[1].reg.value);
    if (r >= 0) add_probe({.base = (std::uint8_t)r});
    if (i_.stored_count) modelled_ = false;  // it writes to another place
  }

  void add_operand(int n) {
    const ZydisDecodedOperand& o = d_.operands[n];
    Operand mine{.bits = (std::uint8_t)std::min<unsigned>(o.size, 255)};
    if (touches_memory(d_, o)) {
      mine.type = Operand::Type::kMemory;
      mine.index = add_probe(address_of(d_, o));
      if (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) add_stored(o, mine.index);
    } else if (o.type == ZYDIS_OPERAND_TYPE_MEMORY) {
      lea_ = address_of(d_, o);  // a lea does not access its operand
    } else if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      mine.type = Operand::Type::kImmediate;
      mine.immediate = o.imm.value.u;
    } else if (is_register(o) && general_register(o.reg.value) >= 0) {
      mine.index = (std::uint8_t)general_register(o.reg.value);
      if (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) i_.clobbers |= 1u << mine.index;
      const bool high = o.reg.value >= ZYDIS_REGISTER_AH && o.reg.value <= ZYDIS_REGISTER_BH;
      if (!high) mine.type = Operand::Type::kRegister;
    }
    if (n < 3 && !is_hidden(o)) i_.operands[(std::size_t)n] = mine;
  }

  void add_stored(const ZydisDecodedOperand& o, std::uint8_t probe) {
    if (o.size / 8 > kMostStoredBytes || o.size % 8 || i_.stored_count == i_.stored.size()) {
      modelled_ = false;
      return;
    }
    i_.stored[i_.stored_count++] = {probe, (std::uint8_t)(o.size / 8)};
  }

  bool is_stack_operation() const {
    return i_.operation == Operation::kPush || i_.operation == Operation::kPop ||
           i_.operation == Operation::kLeave;
  }

  void add_effects() {
    const auto* flags = d_.insn.cpu_flags;
    if (flags) i_.flags = flags->modified | flags->set_0 | flags->set_1 | flags->undefined;
    if (is_stack_operation()) {
      if (d_.insn.operand_width != 64) modelled_ = false;
      i_.stored_count = 0;  // the model does this itself
      return;
    }
    const std::size_t operands = d_.insn.operand_count_visible;
    bool understood = operands >= 1 && operands <= 3;
    for (std::size_t n = 0; n < operands && understood; n++) {
      const Operand& o = i_.operands[n];
      const bool lea = n == 1 && i_.operation == Operation::kLea;
      if (!lea && o.type == Operand::Type::kNone) understood = false;
      if (o.bits > 64) understood = false;
    }
    if (i_.operation == Operation::kMultiply && operands == 1) understood = false;
    if (!understood) i_.operation = Operation::kOther;
    if (i_.operation == Operation::kLea && d_.operands[1].type == ZYDIS_OPERAND_TYPE_MEMORY) {
      i_.operands[1] = {.type = Operand::Type::kNone};
      i_.probes[i_.probe_count] = lea_.value();  // stored after the observed probes
    }
  }

  void add_flow() {
    switch (d_.insn.meta.category) {
      case ZYDIS_CATEGORY_CALL:
        i_.flow = Flow::kCall;
        break;
      case ZYDIS_CATEGORY_UNCOND_BR:
        i_.flow = Flow::kJump;
        break;
      case ZYDIS_CATEGORY_RET:
        i_.flow = Flow::kReturn;
        i_.stored_count = 0;
        if (d_.insn.mnemonic != ZYDIS_MNEMONIC_RET || d_.insn.operand_count_visible)
          modelled_ = false;
        return;
      case ZYDIS_CATEGORY_COND_BR:
        i_.flow = Flow::kBranch;
        if (!has_condition(d_, 0x70)) modelled_ = false;  // loop, jrcxz, xbegin
        break;
      default:
        hidden_memory_is_not_modelled();
        return;
    }
    i_.stored_count = 0;  // the model stores the return address of a call
    const ZydisDecodedOperand& to = d_.operands[0];
    const bool direct = to.type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    if (direct && d_.insn.raw.imm[0].is_relative)
      ZydisCalcAbsoluteAddress(&d_.insn, &to, d_.pc, &i_.target);
    else if (direct)
      modelled_ = false;
    if (i_.flow == Flow::kCall && d_.insn.operand_width != 64) modelled_ = false;
  }

  void hidden_memory_is_not_modelled() {
    if (is_stack_operation() || is_string_operation(d_)) return;
    for (int n = 0; n < d_.insn.operand_count; n++)
      if (is_hidden(d_.operands[n]) && touches_memory(d_, d_.operands[n])) modelled_ = false;
  }

  const Decoded& d_;
  Instruction i_;
  std::optional<Probe> lea_;
  bool modelled_ = true;
};

Decoded decode(const Tracee& tracee, std::uint64_t pc) {
  static const ZydisDecoder decoder = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return d;
  }();
  std::uint8_t code[ZYDIS_MAX_INSTRUCTION_LENGTH];
  const std::size_t n = tracee.read(pc, code, sizeof code);
  if (n == 0) throw TraceError("cannot read the target's code");
  Decoded d{pc, {}, {}};
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, n, &d.insn, d.operands)))
    throw TraceError("cannot decode the instruction at " + std::to_string(pc));
  return d;
}

Instruction new_instruction(const Tracee& tracee, std::uint64_t pc) {
  std::uint8_t first = 0;
  tracee.read(pc, &first, 1);
  if (first != kInt3) return Builder(decode(tracee, pc)).build();
  Instruction marker;
  marker.pc = pc;
  marker.flow = Flow::kMarker;
  return marker;
}

}  // namespace

int general_register(ZydisRegister r) {
  const ZydisRegister full = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
  return ZydisRegisterGetClass(full) == ZYDIS_REGCLASS_GPR64 ? ZydisRegisterGetId(full) : -1;
}

Probe address_of(const Decoded& d, const ZydisDecodedOperand& operand) {
  const ZydisDecodedOperandMem& m = operand.mem;
  Probe p{.constant = (std::uint64_t)m.disp.value};
  p.address32 = d.insn.address_width == 32;
  if (m.base == ZYDIS_REGISTER_RIP)
    p.constant += d.next();
  else if (m.base != ZYDIS_REGISTER_NONE)
    p.base = (std::uint8_t)general_register(m.base);
  if (general_register(m.index) >= 0) {
    if (ZydisRegisterGetClass(m.index) == ZYDIS_REGCLASS_GPR8)
      throw TraceError("XLAT is not supported");
    p.index = (std::uint8_t)general_register(m.index);
    p.scale = m.scale;
  }
  if (m.segment == ZYDIS_REGISTER_FS) p.segment = kFsBase;
  if (m.segment == ZYDIS_REGISTER_GS) p.segment = kGsBase;
  return p;
}

Instruction& Code::at(const Tracee& tracee, std::uint64_t pc) {
  const auto found = instructions_.find(pc);
  if (found != instructions_.end()) return found->second;
  return instructions_.emplace(pc, new_instruction(tracee, pc)).first->second;
}

Instruction& Code::behind(Instruction& before, const Tracee& tracee, std::uint64_t pc) {
  for (Instruction* link : before.links)
    if (link && link->pc == pc) return *link;
  before.links[1] = before.links[0];
  return *(before.links[0] = &at(tracee, pc));
}

void Code::trim() {
  if (instructions_.size() > kMostInstructions) instructions_.clear();
}

}  // namespace hedgerow::tracing
