// The instructions of the machine that move and calculate, each on words that have known bits and terms.
#include "machine.hpp"

namespace hedgerow::proof {

void Machine::set_logic_flags(const Word& result, int width) {
  flags_.valid = flags_.carry_valid = flags_.overflow_valid = true;
  flags_.pending = false;
  flags_.width = width;
  flags_.result = result;
  flags_.carry = flags_.overflow = constant(false);
}

Bit Machine::condition(int code) {
  settle_flags();
  Terms& terms = arithmetic.terms();
  const auto result = [&]() -> const Word& {
    if (!flags_.valid) throw ProofError("a condition of undefined flags");
    return flags_.result;
  };
  const auto sign = [&] { return result().at(flags_.width - 1); };
  const auto zero = [&] { return terms.exclusive_or(arithmetic.any(result()), constant(true)); };
  const auto either = [&](const Bit& a, const Bit& b) {
    return terms.exclusive_or(terms.exclusive_or(a, b), terms.both(a, b));
  };
  const auto carry = [&] {
    if (!flags_.carry_valid) throw ProofError("a condition of an undefined carry");
    return flags_.carry;
  };
  const auto overflow = [&] {
    if (!flags_.overflow_valid) throw ProofError("a condition of an undefined overflow");
    return flags_.overflow;
  };
  Bit r{};
  switch (code / 2) {
    case 0:
      r = overflow();
      break;
    case 1:
      r = carry();
      break;
    case 2:
      r = zero();
      break;
    case 3:
      r = either(carry(), zero());
      break;
    case 4:
      r = sign();
      break;
    case 6:
      r = terms.exclusive_or(sign(), overflow());
      break;
    case 7:
      r = either(terms.exclusive_or(sign(), overflow()), zero());
      break;
    default:
      throw ProofError("a condition of the parity");
  }
  return code % 2 ? terms.exclusive_or(r, constant(true)) : r;
}

// Adds or subtracts b and the carry. The carry out of it is computed when an instruction asks for it.
void Machine::add(const Instruction& i, const Word& a, const Word& b, const Bit& carry,
                  bool subtract, bool store) {
  const int width = i.operand[0].bits;
  const bool plain = carry.is_constant() && !carry.value();
  const Bit first = arithmetic.terms().exclusive_or(carry, constant(subtract));
  const Word operand = subtract ? arithmetic.bitwise_not(b, width) : b;
  const bool no_carries = store && mutates(Mutation::kCarry, !(a.known() && b.known()));
  const Word sum = no_carries ? Arithmetic::part(arithmetic.bitwise_xor(a, b), 0, width)
                   : plain    ? arithmetic.sum_in_register(a, b, subtract, width)
                              : arithmetic.add(a, operand, first, width);
  flags_.valid = flags_.carry_valid = flags_.overflow_valid = flags_.pending = true;
  flags_.width = width;
  flags_.result = sum;
  flags_.a = a, flags_.b = operand, flags_.carry = first, flags_.subtract = subtract;
  if (store) write(i.operand[0], sum);
}
void Machine::settle_flags() {
  if (!flags_.pending) return;
  Carry carries;
  arithmetic.add(flags_.a, flags_.b, flags_.carry, flags_.width, &carries);
  flags_.carry = arithmetic.terms().exclusive_or(carries.out, constant(flags_.subtract));
  flags_.overflow = arithmetic.terms().exclusive_or(carries.in, carries.out);
  flags_.pending = false;
}

bool Machine::move(const Instruction& i) {
  const Operand &to = i.operand[0], &from = i.operand[1];
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
      write(to, read(from));
      return true;
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
      write(to, Arithmetic::extend_sign(read(from), from.bits, to.bits));
      return true;
    case ZYDIS_MNEMONIC_LEA:
      write(to, address(from, to.bits));
      return true;
    case ZYDIS_MNEMONIC_PUSH:
      push(read(to));
      return true;
    case ZYDIS_MNEMONIC_POP:
      write(to, pop());
      return true;
    case ZYDIS_MNEMONIC_LEAVE:
      general[kRsp] = general[kRbp];
      general[kRbp] = pop();
      return true;
    case ZYDIS_MNEMONIC_CDQE:
      general[kRax] = Arithmetic::extend_sign(general[kRax], 32, 64);
      return true;
    case ZYDIS_MNEMONIC_CWDE:
      general[kRax] = Arithmetic::extend_sign(general[kRax], 16, 32);
      return true;
    case ZYDIS_MNEMONIC_CDQ:
      general[kRdx] = Arithmetic::part(
          Arithmetic::extend_sign(Arithmetic::part(general[kRax], 31, 1), 1, 32), 0, 32);
      return true;
    case ZYDIS_MNEMONIC_CQO:
      general[kRdx] = Arithmetic::extend_sign(Arithmetic::part(general[kRax], 63, 1), 1, 64);
      return true;
    case ZYDIS_MNEMONIC_XCHG: {
      const Word a = read(to), b = read(from);
      write(to, b);
      write(from, a);
      return true;
    }
    case ZYDIS_MNEMONIC_STOSB:
    case ZYDIS_MNEMONIC_STOSD:
    case ZYDIS_MNEMONIC_STOSQ:
    case ZYDIS_MNEMONIC_MOVSB:
    case ZYDIS_MNEMONIC_MOVSQ:
      repeat(i);
      return true;
    case ZYDIS_MNEMONIC_MOVSD:
      if (to.kind == Operand::kVector || from.kind == Operand::kVector) return false;
      repeat(i);
      return true;
    default:
      break;
  }
  if (i.mnemonic >= ZYDIS_MNEMONIC_CMOVB && i.mnemonic <= ZYDIS_MNEMONIC_CMOVZ) {
    write(to, arithmetic.choose(condition(i.condition), read(from), read(to)));
    return true;
  }
  if (i.mnemonic >= ZYDIS_MNEMONIC_SETB && i.mnemonic <= ZYDIS_MNEMONIC_SETZ &&
      i.mnemonic != ZYDIS_MNEMONIC_SETSSBSY) {
    Word w;
    w.set(0, condition(i.condition));
    write(to, w);
    return true;
  }
  return false;
}

// Stores and moves of strings, forward.
void Machine::repeat(const Instruction& i) {
  const bool moves = i.mnemonic == ZYDIS_MNEMONIC_MOVSB || i.mnemonic == ZYDIS_MNEMONIC_MOVSD ||
                     i.mnemonic == ZYDIS_MNEMONIC_MOVSQ;
  const int bytes = i.mnemonic == ZYDIS_MNEMONIC_STOSB || i.mnemonic == ZYDIS_MNEMONIC_MOVSB   ? 1
                    : i.mnemonic == ZYDIS_MNEMONIC_STOSD || i.mnemonic == ZYDIS_MNEMONIC_MOVSD ? 4
                                                                                               : 8;
  for (std::uint64_t n = i.repeated ? known(kRcx) : 1; n; n--) {
    memory.write(known(kRdi), moves ? memory.read(known(kRsi), bytes) : general[kRax], bytes);
    general[kRdi].value += (unsigned)bytes;
    if (moves) general[kRsi].value += (unsigned)bytes;
  }
  if (i.repeated) general[kRcx] = 0;
}

bool Machine::calculate(const Instruction& i) {
  const Operand &to = i.operand[0], &from = i.operand[1];
  const int width = to.bits;
  const auto mask = [&](const Word& w) { return Arithmetic::part(w, 0, width); };
  Word r;
  if (i.mnemonic == ZYDIS_MNEMONIC_ADC || i.mnemonic == ZYDIS_MNEMONIC_SBB ||
      i.mnemonic == ZYDIS_MNEMONIC_INC || i.mnemonic == ZYDIS_MNEMONIC_DEC)
    settle_flags();
  if ((i.mnemonic == ZYDIS_MNEMONIC_ADC || i.mnemonic == ZYDIS_MNEMONIC_SBB) && !flags_.carry_valid)
    throw ProofError("an undefined carry is added");
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
      add(i, read(to), mask(read(from)), constant(false), false, true);
      return true;
    case ZYDIS_MNEMONIC_ADC:
      add(i, read(to), mask(read(from)), flags_.carry, false, true);
      return true;
    case ZYDIS_MNEMONIC_SUB:
      add(i, read(to), mask(read(from)), constant(false), true, true);
      return true;
    case ZYDIS_MNEMONIC_CMP:
      add(i, read(to), mask(read(from)), constant(false), true, false);
      return true;
    case ZYDIS_MNEMONIC_NEG:
      add(i, Word(0), read(to), constant(false), true, true);
      return true;
    case ZYDIS_MNEMONIC_SBB:
      if (to.kind == Operand::kRegister && from.kind == Operand::kRegister && to.reg == from.reg) {
        r.set(0, flags_.carry);  // all bits are the carry
        r = Arithmetic::extend_sign(r, 1, width);
        flags_.valid = flags_.overflow_valid = false;
        write(to, r);
        return true;
      }
      add(i, read(to), mask(read(from)), flags_.carry, true, true);
      return true;
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC: {
      const Bit carry = flags_.carry;
      const bool valid = flags_.carry_valid;
      add(i, read(to), 1, constant(false), i.mnemonic == ZYDIS_MNEMONIC_DEC, true);
      settle_flags();
      flags_.carry = carry;
      flags_.carry_valid = valid;
      return true;
    }
    case ZYDIS_MNEMONIC_BT: {
      const Word index = read(from);
      if (!index.known()) throw ProofError("a term decides which bit is tested");
      settle_flags();
      set_carry(read(to).at((int)(index.value % (unsigned)width)));
      return true;
    }
    case ZYDIS_MNEMONIC_NOT:
      write(to, arithmetic.bitwise_not(read(to), width));
      return true;
    case ZYDIS_MNEMONIC_AND:
      if (from.kind != Operand::kImmediate && mutates(Mutation::kGate, !read(to).known())) {
        r = mask(arithmetic.bitwise_or(read(to), read(from)));
        break;
      }
      [[fallthrough]];
    case ZYDIS_MNEMONIC_TEST:
      r = mask(arithmetic.bitwise_and(read(to), read(from)));
      break;
    case ZYDIS_MNEMONIC_OR:
      r = mask(arithmetic.bitwise_or(read(to), read(from)));
      break;
    case ZYDIS_MNEMONIC_XOR:
      if (to.kind != Operand::kRegister || from.kind != Operand::kRegister || to.reg != from.reg)
        r = mask(arithmetic.bitwise_xor(read(to), read(from)));
      break;  // a register with itself gives 0, also if it is unknown
    default:
      return false;
  }
  set_logic_flags(r, width);
  if (i.mnemonic != ZYDIS_MNEMONIC_TEST) write(to, r);
  return true;
}

bool Machine::shift(const Instruction& i) {
  const Operand& to = i.operand[0];
  const int width = to.bits;
  if (i.mnemonic == ZYDIS_MNEMONIC_BSWAP) {
    const Word a = read(to);
    Word r;
    for (int k = 0; k < width; k += 8)
      r = Arithmetic::join(r, Arithmetic::part(a, k, 8, width - 8 - k));
    write(to, r);
    return true;
  }
  const bool is_double = i.mnemonic == ZYDIS_MNEMONIC_SHLD || i.mnemonic == ZYDIS_MNEMONIC_SHRD;
  if (!is_double && i.mnemonic != ZYDIS_MNEMONIC_SHL && i.mnemonic != ZYDIS_MNEMONIC_SHR &&
      i.mnemonic != ZYDIS_MNEMONIC_SAR && i.mnemonic != ZYDIS_MNEMONIC_ROL &&
      i.mnemonic != ZYDIS_MNEMONIC_ROR)
    return false;
  const Word a = read(to), count = i.operands > (is_double ? 2 : 1)
                                       ? read(i.operand[is_double ? 2 : 1])
                                       : Word(1);
  Word r;
  if (!count.known()) {  // only the references shift by a term
    if (!open_addresses_ || is_double) throw ProofError("a term decides a shift");
    // A space of the terms behind the value: a byte of a table that has the values of two indices, for example.
    std::vector<Bit> bits;
    for (int k = 0; k < width; k++)
      for (const Word* w : {&a, &count})
        if (!w->at(k).is_constant()) bits.push_back(w->at(k));
    arithmetic.terms().unite(bits.data(), (int)bits.size());
    r = arithmetic.lift({&a, &count}, width, [&](const std::uint64_t* v) -> std::uint64_t {
      const unsigned n = v[1] & (width == 64 ? 63 : 31);
      if (i.mnemonic == ZYDIS_MNEMONIC_SHL) return v[0] << n;
      if (i.mnemonic == ZYDIS_MNEMONIC_SHR) return v[0] >> n;
      if (i.mnemonic == ZYDIS_MNEMONIC_SAR && width == 32)
        return (std::uint64_t)((std::int32_t)v[0] >> n);
      throw ProofError("a term decides a rotation");
    });
    forget_flags();
    write(to, r);
    return true;
  }
  const int n = (int)(count.value & (width == 64 ? 63 : 31));
  if (n == 0) {
    write(to, a);  // which clears the upper half of a register of 32 bits
    return true;
  }
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_SHL:
      r = arithmetic.shift_left(a, n, width);
      break;
    case ZYDIS_MNEMONIC_SHR:
      r = arithmetic.shift_right(a, n, width);
      break;
    case ZYDIS_MNEMONIC_SAR:
      r = Arithmetic::extend_sign(
          Arithmetic::part(a, n < width ? n : width - 1, n < width ? width - n : 1),
          n < width ? width - n : 1, width);
      break;
    case ZYDIS_MNEMONIC_ROL:
      flags_.carry_valid = flags_.overflow_valid = false;
      write(to, arithmetic.rotate_left(a, n, width));
      return true;
    case ZYDIS_MNEMONIC_ROR:
      flags_.carry_valid = flags_.overflow_valid = false;
      write(to, arithmetic.rotate_left(a, width - n % width, width));
      return true;
    case ZYDIS_MNEMONIC_SHLD:
      r = Arithmetic::join(arithmetic.shift_left(a, n, width),
                           arithmetic.shift_right(read(i.operand[1]), width - n, width));
      break;
    default:
      r = Arithmetic::join(arithmetic.shift_right(a, n, width),
                           arithmetic.shift_left(read(i.operand[1]), width - n, width));
      break;
  }
  set_logic_flags(r, width);
  flags_.carry_valid = false;
  flags_.overflow_valid = i.mnemonic == ZYDIS_MNEMONIC_SAR && n == 1;
  if (!is_double && i.mnemonic != ZYDIS_MNEMONIC_SHL && n <= width)
    flags_.carry = a.at(n - 1), flags_.carry_valid = true;
  if (i.mnemonic == ZYDIS_MNEMONIC_SHL && n <= width)
    flags_.carry = a.at(width - n), flags_.carry_valid = true;
  write(to, r);
  return true;
}

// The lower half of a product.
Word Machine::product(const Word& x, const Word& y, int width) {
  const Word &a = y.known() ? y : x, &b = y.known() ? x : y;
  if (b.known()) return Arithmetic::part(Word(a.value * b.value), 0, width);
  if (!a.known() || __builtin_popcountll(b.open) <= kMostCoordinates)
    return arithmetic.lift({&a, &b}, width, [](const std::uint64_t* v) { return v[0] * v[1]; });
  Word r;
  for (std::uint64_t m = Arithmetic::part(a, 0, width).value; m; m &= m - 1)
    r = arithmetic.add(r, arithmetic.shift_left(b, __builtin_ctzll(m), width), constant(false),
                       width);
  return r;
}

bool Machine::multiply(const Instruction& i) {
  if (i.mnemonic == ZYDIS_MNEMONIC_DIV || i.mnemonic == ZYDIS_MNEMONIC_IDIV) {
    const Word divisor = read(i.operand[0]);
    if (i.operand[0].bits < 32 || !divisor.known()) throw ProofError("a division by a term");
    const int width = i.operand[0].bits;
    const std::uint64_t low = Arithmetic::part(known(kRax), 0, width).value,
                        high = Arithmetic::part(known(kRdx), 0, width).value;
    const unsigned __int128 dividend = (unsigned __int128)high << width | low;
    const bool negative =
        i.mnemonic == ZYDIS_MNEMONIC_IDIV && (high || (low | divisor.value) >> (width - 1));
    if (negative || divisor.value == 0 || dividend / divisor.value >> width)
      throw ProofError("a division of unusual numbers");
    general[kRax] = (std::uint64_t)(dividend / divisor.value);
    general[kRdx] = (std::uint64_t)(dividend % divisor.value);
    forget_flags();
    return true;
  }
  if (i.mnemonic == ZYDIS_MNEMONIC_MUL || (i.mnemonic == ZYDIS_MNEMONIC_IMUL && i.operands == 1)) {
    Word factor = read(i.operand[0]);
    const bool is_signed = i.mnemonic == ZYDIS_MNEMONIC_IMUL;
    const bool constant = factor.known() && !general[kRax].known();
    if (mutates(Mutation::kConstant, constant)) factor = factor.value & (factor.value - 1);
    if (!factor.known() || !general[kRax].known()) {
      if (i.operand[0].bits != 64 || is_signed) throw ProofError("a product of a term");
      const auto halves = arithmetic.product_with_holes(general[kRax], factor);
      general[kRax] = halves[0], general[kRdx] = halves[1];
      forget_flags();
      return true;
    }
    if (i.operand[0].bits != 64) throw ProofError("a product of unusual width");
    const std::uint64_t a = known(kRax), b = factor.value;
    const auto product = is_signed
                             ? (unsigned __int128)((__int128)(std::int64_t)a * (std::int64_t)b)
                             : (unsigned __int128)a * b;
    general[kRax] = (std::uint64_t)product;
    general[kRdx] = (std::uint64_t)(product >> 64);
    forget_flags();
    return true;
  }
  if (i.mnemonic != ZYDIS_MNEMONIC_IMUL) return false;
  const Word r = product(read(i.operand[i.operands == 3 ? 1 : 0]),
                         read(i.operand[i.operands == 3 ? 2 : 1]), i.operand[0].bits);
  forget_flags();
  write(i.operand[0], r);
  return true;
}

}  // namespace hedgerow::proof
