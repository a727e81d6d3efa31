// Model: integer instructions with their flags, by the Intel manual, volume 2.
#include "model.hpp"

#include <string>

#include "bits.hpp"

namespace hedgerow::tracing {
void Model::restart(bool again) {
  registers_ = tracee_.registers();
  known_ = (1u << kRegisterCount) - 1;
  known_flags_ = kAllFlags;
  memory_.restart(!again);
}

bool Model::condition(const Instruction& i, bool* holds) const {
  static constexpr std::uint32_t kUsed[] = {
      kOverflow, kCarry,  kZeroFlag,         kCarry | kZeroFlag,
      kSign,     kParity, kSign | kOverflow, kSign | kOverflow | kZeroFlag};
  const unsigned which = i.condition >> 1;
  if (kUsed[which] & ~known_flags_) return false;
  const auto f = (std::uint32_t)registers_.flags;
  const bool less = ((f & kSign) != 0) != ((f & kOverflow) != 0);
  bool c = (f & kUsed[which]) != 0;  // conditions 0 to 5 test one of the flags
  if (which == 6) c = less;
  if (which == 7) c = less || (f & kZeroFlag);
  *holds = c != (i.condition & 1);
  return true;
}

Model::Result Model::target_of(const Instruction& i) {
  if (i.target) return {true, i.target};
  return read(i, i.operands[0]);
}

bool Model::foresees(const Instruction& i) {
  if (i.flow == Flow::kAlone || i.flow == Flow::kMarker) return false;
  for (unsigned n = 0; n < i.probe_count; n++)
    if (!knows(i.probes[n].registers())) return false;
  const bool stack = i.operation == Operation::kPush || i.operation == Operation::kPop;
  if (stack && !knows(1u << kRsp)) return false;
  if (i.operation == Operation::kLeave && !knows(1u << kRbp)) return false;
  bool holds;
  std::uint64_t address;
  switch (i.flow) {
    case Flow::kBranch:
      return condition(i, &holds);
    case Flow::kJump:
    case Flow::kCall:
      return target_of(i).known && (i.flow == Flow::kJump || knows(1u << kRsp));
    case Flow::kReturn:
      return knows(1u << kRsp) && memory_.load(registers_.value[kRsp], 8, &address);
    default:
      return true;
  }
}

Model::Result Model::read(const Instruction& i, const Operand& o) {
  std::uint64_t value;
  switch (o.type) {
    case Operand::Type::kRegister:
      return {knows(1u << o.index), registers_.value[o.index] & mask_of(o.bits)};
    case Operand::Type::kImmediate:
      return {true, o.immediate};
    case Operand::Type::kMemory:
      if (!memory_.load(i.probes[o.index].value(registers_), o.bits / 8, &value)) return {false, 0};
      return {true, value};
    default:
      return {false, 0};
  }
}

void Model::write(const Instruction& i, const Operand& o, Result r) {
  if (o.type == Operand::Type::kMemory) {
    const std::uint64_t address = i.probes[o.index].value(registers_);
    if (r.known)
      memory_.store(address, o.bits / 8, r.value & mask_of(o.bits));
    else
      memory_.store_unknown(address, o.bits / 8);
    return;
  }
  const std::uint32_t bit = 1u << o.index;
  const bool merges = o.bits < 32;
  if (!r.known || (merges && !knows(bit))) {
    known_ &= ~bit;
    return;
  }
  std::uint64_t& to = registers_.value[o.index];
  const std::uint64_t kept = merges ? to & ~mask_of(o.bits) : 0;
  to = kept | (r.value & mask_of(o.bits));
  known_ |= bit;
}

void Model::move(const Instruction& i, Result from) {
  const Operand &to = i.operands[0], &source = i.operands[1];
  bool holds;
  const Probe& p = i.probes[i.probe_count];  // of a lea
  switch (i.operation) {
    case Operation::kLea:
      return write(i, to, {knows(p.registers()), p.value(registers_)});
    case Operation::kMoveSigned:
      return write(i, to, {from.known, sign_extended(from.value, source.bits)});
    case Operation::kMoveIf:
      if (!condition(i, &holds)) return write(i, to, {false, 0});
      return write(i, to, holds ? from : read(i, to));
    case Operation::kSetIf: {
      const bool known = condition(i, &holds);
      return write(i, to, {known, known && holds});
    }
    default:
      return write(i, to, from);
  }
}

void Model::push(Result r) {
  registers_.value[kRsp] -= 8;
  if (r.known)
    memory_.store(registers_.value[kRsp], 8, r.value);
  else
    memory_.store_unknown(registers_.value[kRsp], 8);
}

Model::Result Model::pop() {
  Result r{};
  r.known = memory_.load(registers_.value[kRsp], 8, &r.value);
  registers_.value[kRsp] += 8;
  return r;
}

void Model::stack(const Instruction& i) {
  const Operand& o = i.operands[0];
  if (i.operation == Operation::kPush) return push(read(i, o));
  if (i.operation == Operation::kPop) return write(i, o, pop());
  registers_.value[kRsp] = registers_.value[kRbp];  // leave
  write(i, {.type = Operand::Type::kRegister, .index = kRbp, .bits = 64}, pop());
}

void Model::multiply(const Instruction& i, Result a, Result b) {
  const bool three = i.operands[2].type != Operand::Type::kNone;
  const Result x = three ? b : a, y = three ? read(i, i.operands[2]) : b;
  write(i, i.operands[0], {x.known && y.known, x.value * y.value});
}

void Model::swap_bytes(const Instruction& i, Result a) {
  const bool wide = i.operands[0].bits == 64;
  const std::uint64_t swapped = __builtin_bswap64(a.value);
  write(i, i.operands[0], {a.known, wide ? swapped : swapped >> 32});
}

void Model::compute(const Instruction& i) {
  const Operand& to = i.operands[0];
  // unknown if there is no second operand
  const Result a = read(i, to), b = read(i, i.operands[1]);
  const bool carry_known = known_flags_ & kCarry;
  const std::uint64_t carry = registers_.flags & kCarry;
  known_flags_ &= ~i.flags;
  switch (i.operation) {
    case Operation::kAdd:
      return add(i, to, a, b, 0);
    case Operation::kAddCarry:
      return add(i, to, {a.known && carry_known, a.value}, b, carry);
    case Operation::kSub:
    case Operation::kCompare:
      return subtract(i, to, a, b, 0, i.operation == Operation::kSub);
    case Operation::kSubBorrow:
      return subtract(i, to, {a.known && carry_known, a.value}, b, carry, true);
    case Operation::kNegate:
      return subtract(i, to, {true, 0}, a, 0, true);
    case Operation::kNot:
      return write(i, to, {a.known, ~a.value});
    case Operation::kTest:
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kXor:
      return logic(i, to, a, b);
    case Operation::kIncrement:
    case Operation::kDecrement:
      return step_by_one(i, a);
    case Operation::kShiftLeft:
    case Operation::kShiftRight:
    case Operation::kShiftArithmetic:
      return shift(i, a, b);
    case Operation::kMultiply:
      return multiply(i, a, b);
    case Operation::kSwapBytes:
      return swap_bytes(i, a);
    default:
      return move(i, b);
  }
}

std::uint64_t Model::execute(const Instruction& i) {
  bool holds = false;
  switch (i.flow) {
    case Flow::kBranch:
      condition(i, &holds);
      return holds ? i.target : i.next;
    case Flow::kJump:
      return target_of(i).value;
    case Flow::kCall: {
      const std::uint64_t to = target_of(i).value;
      push({true, i.next});
      return to;
    }
    case Flow::kReturn:
      return pop().value;
    default:
      break;
  }
  if (i.barrier)
    memory_.restart(false);  // it may have written anywhere, and the target stops after it
  switch (i.operation) {
    case Operation::kOther:
      for (unsigned n = 0; n < i.stored_count; n++)
        memory_.store_unknown(i.probes[i.stored[n].probe].value(registers_), i.stored[n].bytes);
      known_ &= ~i.clobbers;
      known_flags_ &= ~i.flags;
      break;
    case Operation::kPush:
    case Operation::kPop:
    case Operation::kLeave:
      stack(i);
      break;
    default:
      compute(i);
  }
  return i.next;
}

bool Model::agrees(std::string* difference) {
  const Registers& real = tracee_.registers();
  for (int r = 0; r < kRegisterCount; r++)
    if (knows(1u << r) && real.value[r] != registers_.value[r]) {
      *difference = "register " + std::to_string(r);
      return false;
    }
  if ((real.flags ^ registers_.flags) & known_flags_) {
    *difference = "the flags";
    return false;
  }
  std::uint64_t wrong;
  if (memory_.agrees(&wrong)) return true;
  *difference = "memory at " + std::to_string(wrong);
  return false;
}

}  // namespace hedgerow::tracing
