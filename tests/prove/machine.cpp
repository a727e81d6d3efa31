// The decoder, the operands and the control flow of the machine, which runs kernels on terms one instruction at a time.
#include "machine.hpp"

#include <array>
#include <cstring>

namespace hedgerow::proof {
namespace {

constexpr std::uint64_t kEnd =
    0x00c0ffee00c0ffee;  // the return address of the function that is called

std::string hex(std::uint64_t v) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", (unsigned long long)v);
  return text;
}

std::uint8_t general_number(ZydisRegister r) {
  if (r == ZYDIS_REGISTER_NONE) return 16;
  const ZydisRegister full = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
  return ZydisRegisterGetClass(full) == ZYDIS_REGCLASS_GPR64
             ? (std::uint8_t)ZydisRegisterGetId(full)
             : 16;
}

Operand operand_of(const ZydisDecodedOperand& from, const ZydisDecodedInstruction& insn,
                   std::uint64_t pc) {
  Operand o;
  o.bits = from.size;
  if (from.type == ZYDIS_OPERAND_TYPE_REGISTER) {
    const ZydisRegister r = from.reg.value;
    o.reg = general_number(r);
    o.kind = Operand::kRegister;
    if (r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH) o.kind = Operand::kHigh;
    const ZydisRegisterClass c = ZydisRegisterGetClass(r);
    if (c == ZYDIS_REGCLASS_XMM || c == ZYDIS_REGCLASS_YMM || c == ZYDIS_REGCLASS_ZMM)
      o.kind = Operand::kVector, o.reg = (std::uint8_t)ZydisRegisterGetId(r),
      o.bits = c == ZYDIS_REGCLASS_XMM   ? 128
               : c == ZYDIS_REGCLASS_YMM ? 256
                                         : 512;
    else if (c == ZYDIS_REGCLASS_MASK)
      o.kind = Operand::kMask, o.reg = (std::uint8_t)ZydisRegisterGetId(r);
    else if (o.reg > 15)
      throw ProofError("an unknown register");
  } else if (from.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
    o.kind = Operand::kImmediate;
    o.value = from.imm.value.u;
    if (from.imm.is_relative) o.value += pc + insn.length;
  } else if (from.type == ZYDIS_OPERAND_TYPE_MEMORY) {
    o.kind = Operand::kMemory;
    o.value = (std::uint64_t)from.mem.disp.value;
    if (from.mem.segment == ZYDIS_REGISTER_FS || from.mem.segment == ZYDIS_REGISTER_GS)
      throw ProofError("a segment");
    if (from.mem.base == ZYDIS_REGISTER_RIP)
      o.value += pc + insn.length;
    else
      o.base = general_number(from.mem.base);
    o.index = general_number(from.mem.index);
    if (from.mem.type == ZYDIS_MEMOP_TYPE_VSIB)
      o.indices = (std::uint8_t)ZydisRegisterGetId(from.mem.index);
    o.scale = from.mem.scale;
  }
  return o;
}

}  // namespace

const Instruction& Machine::decode(std::uint64_t pc) {
  auto& [at, recent] = recent_[pc % recent_.size()];
  if (at == pc) return *recent;
  auto& known = code_[pc];
  if (known) return at = pc, *(recent = known.get());
  static const ZydisDecoder decoder = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return d;
  }();
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, (const void*)pc, ZYDIS_MAX_INSTRUCTION_LENGTH,
                                           &insn, operands)))
    throw ProofError("cannot decode the instruction at " + hex(pc));
  auto made = std::make_unique<Instruction>();
  made->mnemonic = insn.mnemonic;
  made->length = insn.length;
  made->condition = insn.opcode & 15;
  made->repeated = (insn.attributes & ZYDIS_ATTRIB_HAS_REP) != 0;
  made->legacy = insn.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;
  made->zeroing = insn.avx.mask.mode == ZYDIS_MASK_MODE_ZEROING ||
                  insn.avx.mask.mode == ZYDIS_MASK_MODE_CONTROL_ZEROING;
  if (!made->legacy && insn.avx.mask.reg != ZYDIS_REGISTER_NONE)
    made->mask = (std::uint8_t)ZydisRegisterGetId(insn.avx.mask.reg);
  made->element = operands[0].element_size;
  for (int k = 0; k < insn.operand_count_visible; k++) {
    if (operands[k].encoding == ZYDIS_OPERAND_ENCODING_MASK) continue;
    if (made->operands == std::size(made->operand)) throw ProofError("too many operands");
    Operand& o = made->operand[made->operands++] = operand_of(operands[k], insn, pc);
    if (o.kind == Operand::kMemory && !insn.avx.broadcast.is_static &&
        insn.avx.broadcast.mode != ZYDIS_BROADCAST_MODE_INVALID)
      made->repeats = o.bits = operands[k].element_size;
  }
  known = std::move(made);
  return *known;
}

std::uint64_t Machine::known(Register r) const {
  if (!general[r].known()) throw ProofError("an argument that must be known is a term");
  return general[r].value;
}

// A value that may be any.
Word Machine::unknown() {
  Word w;
  for (int i = 0; i < 64; i++) w.set(i, arithmetic.terms().input());
  return w;
}

// The address of a memory operand, modulo 2^width.
Word Machine::address(const Operand& o, int width) {
  Word a(o.value);
  if (o.base < 16) a = arithmetic.sum_in_register(a, general[o.base], false, width);
  if (o.index < 16)
    a = arithmetic.sum_in_register(
        a, arithmetic.shift_left(general[o.index], __builtin_ctz(o.scale), 64), false, width);
  return Arithmetic::part(a, 0, width);
}
std::uint64_t Machine::known_address(const Operand& o) {
  std::uint64_t a = o.value;
  for (const auto& [reg, scale] : {std::pair{o.base, 1u}, std::pair{o.index, (unsigned)o.scale}}) {
    if (reg == 16) continue;
    if (!general[reg].known()) throw ProofError("a term decides an address");
    a += general[reg].value * scale;
  }
  return a;
}

// A look-up in a known table: evaluates the address for all values of its terms.
Word Machine::read_table(const Operand& o) {
  if (!open_addresses_) throw ProofError("a term decides an address");
  const Word base = o.base < 16 ? general[o.base] : Word(0),
             index = o.index < 16 ? general[o.index] : Word(0);
  // The values are remembered. Tables outside the arena never change, and those in buffers only by a store there.
  const std::uint64_t first = o.value + base.value + index.value * o.scale;
  const bool in_arena = memory.owns(first, 1), in_buffer = in_arena && memory.is_buffer(first);
  Arithmetic::Key key{1u + o.scale, o.value};
  if (in_buffer)
    key.insert(key.end(), {memory.buffer_stores(), 0});  // no other key has four numbers
  if (in_arena && !in_buffer) key.clear();
  return arithmetic.lift(
      {&base, &index}, o.bits,
      [&](const std::uint64_t* v) {
        const std::uint64_t from = o.value + v[0] + v[1] * o.scale;
        if (memory.is_open(from, o.bits / 8u))
          throw ProofError("a term decides which term is read");
        if (in_buffer && !memory.is_buffer(from)) throw ProofError("a table leaves its buffer");
        std::uint64_t r = 0;
        std::memcpy(&r, (const void*)from, o.bits / 8u);
        return r;
      },
      key);
}

Word Machine::read(const Operand& o) {
  switch (o.kind) {
    case Operand::kRegister:
      return Arithmetic::part(general[o.reg], 0, o.bits);
    case Operand::kHigh:
      return Arithmetic::part(general[o.reg], 8, 8);
    case Operand::kImmediate:
      return o.value;
    case Operand::kMemory:
      if ((o.base < 16 && !general[o.base].known()) || (o.index < 16 && !general[o.index].known()))
        return read_table(o);
      return memory.read(known_address(o), o.bits / 8);
    case Operand::kMask:
      return Arithmetic::part(masks[o.reg], 0, o.bits);
    default:
      throw ProofError("an operand of an unknown kind");
  }
}

void Machine::write(const Operand& o, const Word& value) {
  const Word w = memory.cuts.replaced(value);
  if (o.kind == Operand::kMemory) {
    const std::uint64_t to = known_address(o);
    if (!mutates(Mutation::kStore, !w.known() && memory.is_buffer(to)))
      memory.write(to, w, o.bits / 8);
  } else if (o.kind == Operand::kMask) {
    masks[o.reg] = w;
  } else if (o.kind == Operand::kHigh) {
    const Word& old = general[o.reg];
    general[o.reg] = Arithmetic::join(
        Arithmetic::join(Arithmetic::part(old, 0, 8), Arithmetic::part(w, 0, 8, 8)),
        Arithmetic::part(old, 16, 48, 16));
  } else if (o.kind == Operand::kRegister && o.bits >= 32) {
    general[o.reg] = Arithmetic::part(w, 0, o.bits);
  } else if (o.kind == Operand::kRegister) {
    general[o.reg] =
        Arithmetic::join(Arithmetic::part(w, 0, o.bits),
                         Arithmetic::part(general[o.reg], o.bits, 64 - o.bits, o.bits));
  } else {
    throw ProofError("an operand of an unknown kind");
  }
}

void Machine::push(const Word& w) {
  general[kRsp] = known(kRsp) - 8;
  memory.write(general[kRsp].value, w, 8);
}
Word Machine::pop() {
  const Word w = memory.read(known(kRsp), 8);
  general[kRsp].value += 8;
  return w;
}

// Continues at `target`, or after the call if a handler does the work of the function.
void Machine::enter(std::uint64_t target, std::uint64_t* next) {
  const auto handler = handlers_.find(target);
  *next = target;
  if (handler != handlers_.end() && handler->second(*this)) *next = pop().value;
}

bool Machine::flow(const Instruction& i, std::uint64_t* next) {
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_CALL: {
      const Word target = read(i.operand[0]);
      if (!target.known()) throw ProofError("a term decides a call");
      push(*next);
      enter(target.value, next);
      return true;
    }
    case ZYDIS_MNEMONIC_RET: {
      const Word target = pop();
      if (!target.known()) throw ProofError("a term decides a return");
      *next = target.value;
      return true;
    }
    case ZYDIS_MNEMONIC_JMP: {
      const Word target = read(i.operand[0]);
      if (!target.known()) throw ProofError("a term decides a jump");
      enter(target.value, next);
      return true;
    }
    case ZYDIS_MNEMONIC_PREFETCHW:
    case ZYDIS_MNEMONIC_NOP:
    case ZYDIS_MNEMONIC_ENDBR64:
    case ZYDIS_MNEMONIC_PREFETCHT0:
      return true;
    default:
      break;
  }
  if (i.mnemonic < ZYDIS_MNEMONIC_JB || i.mnemonic > ZYDIS_MNEMONIC_JZ ||
      i.operand[0].kind != Operand::kImmediate || i.mnemonic == ZYDIS_MNEMONIC_JECXZ ||
      i.mnemonic == ZYDIS_MNEMONIC_JRCXZ)
    return false;
  const Bit taken = condition(i.condition);
  if (!taken.is_constant()) throw ProofError("a term decides a branch");
  if (taken.value()) *next = i.operand[0].value;
  return true;
}

std::uint64_t Machine::step(std::uint64_t pc, const Instruction& i) {
  std::uint64_t next = pc + i.length;
  if (vector(i) || move(i) || calculate(i) || shift(i) || multiply(i) || flow(i, &next))
    return next;
  throw ProofError(std::string("the instruction ") + ZydisMnemonicGetString(i.mnemonic) +
                   " has no meaning here");
}

void Machine::forget() {
  for (auto& v : vector_) v.reset();
  for (auto& k : masks) k = 0;
  flags_ = {};
  memory.forget_views();
  arithmetic.forget_sums();
  arithmetic.terms().forget();
}

void Machine::pause(std::uint64_t at, std::function<void()> then) {
  if (!pause_at_)
    for (Word& w : at_start_) w = unknown();
  pause_at_ = at, at_pause_ = std::move(then);
}

void Machine::show(const void* buffer, std::size_t bytes, const std::function<bool(Word&)>& place) {
  forget_flags();
  for (Word& w : general) place(w);
  for (Word& w : masks) place(w);
  for (auto& v : vector_)
    if (v)
      for (Word& w : v->word) place(w);
  memory.show(buffer, bytes, place);
}

void Machine::call(const void* function, std::initializer_list<std::uint64_t> arguments) {
  static constexpr Register kArguments[] = {kRdi, kRsi, kRdx, kRcx, (Register)8, (Register)9};
  for (std::size_t r = 0; r < 16; r++) general[r] = pause_at_ ? at_start_[r] : unknown();
  for (auto& v : vector_) v.reset();
  for (std::size_t k = 0; k < 8; k++) masks[k] = pause_at_ ? at_start_[16 + k] : unknown();
  forget_flags();
  std::size_t k = 0;
  for (std::uint64_t a : arguments) general[kArguments[k++]] = a;
  const std::uint64_t top = memory.stack_top() - 4096;
  memory.clear_stack();
  general[kRsp] = top;
  push(kEnd);
  const std::array kept{kRbx, kRbp, (Register)12, (Register)13, (Register)14, (Register)15};
  std::vector<Word> before;
  for (Register r : kept) before.push_back(general[r]);
  start_ = count_ - 1;  // so that no instruction has number 0
  try {
    for (pc_ = (std::uint64_t)function; pc_ != kEnd; count_++) {
      if (count_ - start_ == pause_at_) at_pause_();
      pc_ = step(pc_, decode(pc_));
      if (memory.was_watched()) readers.push_back(count_ - start_);
    }
  } catch (const ProofError& e) {
    throw ProofError(std::string(e.what()) + ", at " + hex(pc_));
  }
  for (std::size_t r = 0; r < kept.size(); r++)
    if (!(arithmetic.any(arithmetic.bitwise_xor(general[kept[r]], before[r])) == constant(false)))
      throw ProofError("a register of the caller changes");
  if (!general[kRsp].known() || general[kRsp].value != top)
    throw ProofError("the stack pointer changes");
}

}  // namespace hedgerow::proof
