// Model: sums, logic and shifts with their flags, by the Intel manual, volume 2.
#include "bits.hpp"
#include "model.hpp"

namespace hedgerow::tracing {

void Model::set_flags(std::uint32_t which, std::uint32_t values) {
  registers_.flags = (registers_.flags & ~(std::uint64_t)which) | (values & which);
  known_flags_ |= which;
}

// Sets zero, sign and parity of a result, and further flags.
void Model::set_result_flags(std::uint64_t result, unsigned bits, std::uint32_t further,
                             std::uint32_t values) {
  result &= mask_of(bits);
  if (result == 0) values |= kZeroFlag;
  if (top_bit(result, bits)) values |= kSign;
  if (!(__builtin_popcount((unsigned)result & 0xff) & 1)) values |= kParity;
  set_flags(kZeroFlag | kSign | kParity | further, values);
}

void Model::add(const Instruction& i, const Operand& to, Result a, Result b, std::uint64_t carry) {
  const unsigned bits = to.bits;
  const std::uint64_t x = a.value & mask_of(bits), y = b.value & mask_of(bits);
  const std::uint64_t sum = (x + y + carry) & mask_of(bits);
  write(i, to, {a.known && b.known, sum});
  if (!a.known || !b.known) return;
  std::uint32_t values = sum < x || (carry && sum == x) ? kCarry : 0;
  if (top_bit(~(x ^ y) & (x ^ sum), bits)) values |= kOverflow;
  set_result_flags(sum, bits, kCarry | kOverflow, values);
}

void Model::subtract(const Instruction& i, const Operand& to, Result a, Result b,
                     std::uint64_t borrow, bool keep) {
  const unsigned bits = to.bits;
  const std::uint64_t x = a.value & mask_of(bits), y = b.value & mask_of(bits);
  const std::uint64_t rest = (x - y - borrow) & mask_of(bits);
  if (keep) write(i, to, {a.known && b.known, rest});
  if (!a.known || !b.known) return;
  std::uint32_t values = x < y || (borrow && x == y) ? kCarry : 0;
  if (top_bit((x ^ y) & (x ^ rest), bits)) values |= kOverflow;
  set_result_flags(rest, bits, kCarry | kOverflow, values);
}

void Model::logic(const Instruction& i, const Operand& to, Result a, Result b) {
  const bool zeroes = i.operation == Operation::kXor && to.type == Operand::Type::kRegister &&
                      i.operands[1].type == Operand::Type::kRegister &&
                      i.operands[1].index == to.index;
  std::uint64_t v = a.value & b.value;
  if (i.operation == Operation::kOr) v = a.value | b.value;
  if (i.operation == Operation::kXor) v = a.value ^ b.value;
  const Result r = zeroes ? Result{true, 0} : Result{a.known && b.known, v};
  if (zeroes && to.bits < 32) known_ &= ~(1u << to.index);
  if (i.operation != Operation::kTest) write(i, to, r);
  if (r.known) set_result_flags(r.value, to.bits, kCarry | kOverflow, 0);
}

// INC and DEC leave the carry unchanged.
void Model::step_by_one(const Instruction& i, Result a) {
  const Operand& to = i.operands[0];
  const bool up = i.operation == Operation::kIncrement;
  const std::uint64_t x = a.value & mask_of(to.bits), v = (up ? x + 1 : x - 1) & mask_of(to.bits);
  write(i, to, {a.known, v});
  if (!a.known) return;
  const bool over = up ? top_bit(v & ~x, to.bits) : top_bit(x & ~v, to.bits);
  set_result_flags(v, to.bits, kOverflow, over ? kOverflow : 0);
}

// Carry and overflow become unknown. A shift by zero changes no flag, but compute() has already
// marked the flags as unknown, so they stay unknown.
void Model::shift(const Instruction& i, Result a, Result n) {
  const Operand& to = i.operands[0];
  const unsigned count = (unsigned)n.value & (to.bits == 64 ? 63 : 31);
  std::uint64_t v = 0;
  if (i.operation == Operation::kShiftArithmetic)
    v = (std::uint64_t)((std::int64_t)sign_extended(a.value, to.bits) >> count);
  else if (count < to.bits)
    v = i.operation == Operation::kShiftLeft ? a.value << count
                                             : (a.value & mask_of(to.bits)) >> count;
  write(i, to, {a.known && n.known, v});
  if (a.known && n.known && count) set_result_flags(v, to.bits, 0, 0);
}

}  // namespace hedgerow::tracing
