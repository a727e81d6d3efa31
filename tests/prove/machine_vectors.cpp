// The vector registers of the machine, and how the result of a vector instruction gets to its destination: with the
// mask of EVEX instructions, and with the upper bits of the register.
#include <algorithm>

#include "machine.hpp"

namespace hedgerow::proof {

Machine::Vector& Machine::vector_register(int number) {
  auto& v = vector_[number];
  if (!v) {
    v = std::make_unique<Vector>();
    for (Word& w : v->word) w = unknown();
  }
  return *v;
}

Machine::Vector Machine::read_vector(const Instruction& i, const Operand& o, bool by_mask) {
  if (o.kind == Operand::kVector) return vector_register(o.reg);
  Vector v;
  if (o.kind != Operand::kMemory) {
    v.word[0] = read(o);
    return v;
  }
  const std::uint64_t at = known_address(o);
  if (i.repeats) {
    const Word w = memory.read(at, i.repeats / 8);
    for (int k = 0; k < 512 / i.repeats; k++) v.put(k, i.repeats, w);
  } else if (i.mask && by_mask) {
    for (int k = 0; k < o.bits / i.element; k++) {
      const Bit used = masks[i.mask].at(k);
      if (!used.is_constant() || used.value())
        v.put(k, i.element, memory.read(at + (unsigned)(k * i.element / 8), i.element / 8));
    }
  } else {
    for (int k = 0; k < o.bits; k += 64)
      v.word[k / 64] = memory.read(at + (unsigned)k / 8, std::min(o.bits - k, 64) / 8);
  }
  return v;
}

// Returns whether an operand has terms.
bool Machine::is_open(const Operand& o) {
  if (o.kind == Operand::kMemory) return memory.is_open(known_address(o), o.bits / 8u);
  if (o.kind != Operand::kVector) return false;
  const Vector& v = vector_register(o.reg);
  return std::any_of(v.word, v.word + o.bits / 64, [](const Word& w) { return !w.known(); });
}

void Machine::write_vector(const Instruction& i, const Vector& v, int mask) {
  const Operand& to = i.operand[0];
  if (to.kind == Operand::kMask || to.kind == Operand::kRegister) return write(to, v.word[0]);
  const std::uint64_t at = to.kind == Operand::kMemory ? known_address(to) : 0;
  if (to.kind == Operand::kMemory && !mask) {
    bool open = false;
    for (int k = 0; k < to.bits; k += 64) open |= !v.word[k / 64].known();
    if (mutates(Mutation::kStore, open && memory.is_buffer(at))) return;
    for (int k = 0; k < to.bits; k += 64)
      memory.write(at + (unsigned)k / 8, v.word[k / 64], std::min(to.bits - k, 64) / 8);
    return;
  }
  if (!mask) {
    if (!i.legacy && !vector_[to.reg]) vector_[to.reg] = std::make_unique<Vector>();
    Vector& r = vector_register(to.reg);
    for (int k = 0; k < (i.legacy ? 128 : 512); k += 64) {
      const int bits = std::clamp(to.bits - k, 0, 64);
      r.word[k / 64] = bits == 64 ? v.word[k / 64] : Arithmetic::part(v.word[k / 64], 0, bits);
      if (!memory.cuts.empty()) r.word[k / 64] = memory.cuts.replaced(r.word[k / 64]);
    }
    return;
  }
  Vector r;
  Vector* const old =
      to.kind == Operand::kVector && !i.zeroing ? &vector_register(to.reg) : nullptr;
  for (int k = 0; k < to.bits / i.element; k++) {
    const Bit used = masks[mask].at(k);
    if (to.kind == Operand::kMemory) {
      if (!used.is_constant()) throw ProofError("a term decides what is stored");
      if (used.value())
        memory.write(at + (unsigned)(k * i.element / 8), v.lane(k, i.element), i.element / 8);
    } else {
      r.put(k, i.element,
            arithmetic.choose(used, v.lane(k, i.element), old ? old->lane(k, i.element) : Word(0)));
    }
  }
  if (to.kind == Operand::kMemory) return;
  if (!memory.cuts.empty())
    for (Word& w : r.word) w = memory.cuts.replaced(w);
  vector_[to.reg] = std::make_unique<Vector>(r);
}

// Loads words of 64 bits, each from its own address, where the mask in the third operand has its sign set.
void Machine::gather(const Instruction& i, int index_bits) {
  const Operand &to = i.operand[0], &from = i.operand[1], &use = i.operand[2];
  Vector r;
  for (int k = 0; k < to.bits / 64; k++) {
    const Bit used = vector_register(use.reg).word[k].at(63);
    const Word index =
        Arithmetic::extend_sign(vector_register(from.indices).lane(k, index_bits), index_bits, 64);
    if (!used.is_constant() || !index.known()) throw ProofError("a term decides an address");
    r.word[k] = used.value() ? memory.read(known_address(from) + index.value * from.scale, 8)
                             : vector_register(to.reg).word[k];
  }
  vector_[to.reg] = std::make_unique<Vector>(r);
  vector_[use.reg] = std::make_unique<Vector>();
}

}  // namespace hedgerow::proof
