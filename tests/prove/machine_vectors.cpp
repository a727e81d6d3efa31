// The SSE2 instructions of the machine: compilers copy structures by them and pack two words into a register, although
// the portable model has no vector instructions of its own.
#include "machine.hpp"

namespace hedgerow::proof {

Machine::Vector Machine::read_vector(const Operand& o) {
  Vector v;
  if (o.kind == Operand::kVector) return vector_[o.reg];
  if (o.kind == Operand::kRegister) {
    v.half[0] = read(o);
    return v;
  }
  const std::uint64_t at = known_address(o);
  v.half[0] = memory.read(at, o.bits >= 64 ? 8 : 4);
  if (o.bits == 128) v.half[1] = memory.read(at + 8, 8);
  return v;
}

bool Machine::move_vector(const Instruction& i) {
  const Operand &to = i.operand[0], &from = i.operand[1];
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_MOVHPS:
      if (to.kind == Operand::kVector)
        vector_[to.reg].half[1] = read_vector(from).half[0];
      else
        memory.write(known_address(to), vector_[from.reg].half[1], 8);
      return true;
    case ZYDIS_MNEMONIC_MOVHLPS:
      vector_[to.reg].half[0] = vector_[from.reg].half[1];
      return true;
    case ZYDIS_MNEMONIC_MOVDQA:
    case ZYDIS_MNEMONIC_MOVDQU:
    case ZYDIS_MNEMONIC_MOVAPS:
    case ZYDIS_MNEMONIC_MOVAPD:
    case ZYDIS_MNEMONIC_MOVUPD:
    case ZYDIS_MNEMONIC_MOVUPS:
    case ZYDIS_MNEMONIC_MOVQ:
    case ZYDIS_MNEMONIC_MOVD:
      break;
    default:
      return false;
  }
  Vector v = read_vector(from);
  const bool whole = i.mnemonic != ZYDIS_MNEMONIC_MOVQ && i.mnemonic != ZYDIS_MNEMONIC_MOVD;
  if (!whole) v.half[1] = Word(0);
  if (i.mnemonic == ZYDIS_MNEMONIC_MOVD) v.half[0] = Arithmetic::part(v.half[0], 0, 32);
  if (to.kind == Operand::kVector) {
    vector_[to.reg] = v;
  } else if (to.kind == Operand::kRegister) {
    write(to, v.half[0]);
  } else {
    const std::uint64_t at = known_address(to);
    memory.write(at, v.half[0], to.bits >= 64 ? 8 : 4);
    if (whole) memory.write(at + 8, v.half[1], 8);
  }
  return true;
}

// Shifts of lanes by a constant, and the interleaving of lanes.
bool Machine::arrange_vector(const Instruction& i) {
  Vector& a = vector_[i.operand[0].reg];
  const auto lane = [](const Vector& v, int k, int width) {
    return Arithmetic::part(v.half[k * width / 64], k * width % 64, width);
  };
  const auto put = [](Vector* v, int k, int width, const Word& w) {
    Word& half = v->half[k * width / 64];
    half = Arithmetic::join(half, Arithmetic::part(w, 0, width, k * width % 64));
  };
  Vector r;
  const auto shift = [&](int width, bool left) {
    if (i.operand[1].kind != Operand::kImmediate) throw ProofError("a shift by a register");
    const int n = (int)i.operand[1].value;
    for (int k = 0; k < 128 / width; k++)
      put(&r, k, width,
          left ? arithmetic.shift_left(lane(a, k, width), n, width)
               : arithmetic.shift_right(lane(a, k, width), n, width));
  };
  const auto interleave = [&](int width, int from) {
    const Vector b = read_vector(i.operand[1]);
    for (int k = 0; k < 64 / width; k++) {
      put(&r, 2 * k, width, lane(a, from / width + k, width));
      put(&r, 2 * k + 1, width, lane(b, from / width + k, width));
    }
  };
  const auto choose = [&](int width, const Vector& low, const Vector& high) {
    std::uint64_t which = i.operand[2].value;
    for (int k = 0; k < 128 / width; k++, which /= (unsigned)(128 / width))
      put(&r, k, width,
          lane(k < 64 / width ? low : high, (int)(which % (unsigned)(128 / width)), width));
  };
  switch (i.mnemonic) {
    case ZYDIS_MNEMONIC_PSLLW:
      shift(16, true);
      break;
    case ZYDIS_MNEMONIC_PSLLD:
      shift(32, true);
      break;
    case ZYDIS_MNEMONIC_PSLLQ:
      shift(64, true);
      break;
    case ZYDIS_MNEMONIC_PSRLW:
      shift(16, false);
      break;
    case ZYDIS_MNEMONIC_PSRLD:
      shift(32, false);
      break;
    case ZYDIS_MNEMONIC_PSRLQ:
      shift(64, false);
      break;
    case ZYDIS_MNEMONIC_PUNPCKLBW:
      interleave(8, 0);
      break;
    case ZYDIS_MNEMONIC_PUNPCKLWD:
      interleave(16, 0);
      break;
    case ZYDIS_MNEMONIC_PUNPCKLDQ:
      interleave(32, 0);
      break;
    case ZYDIS_MNEMONIC_PUNPCKLQDQ:
      interleave(64, 0);
      break;
    case ZYDIS_MNEMONIC_PUNPCKHDQ:
      interleave(32, 64);
      break;
    case ZYDIS_MNEMONIC_PUNPCKHQDQ:
      interleave(64, 64);
      break;
    case ZYDIS_MNEMONIC_PSHUFD:
      choose(32, read_vector(i.operand[1]), read_vector(i.operand[1]));
      break;
    case ZYDIS_MNEMONIC_SHUFPS:
      choose(32, a, read_vector(i.operand[1]));
      break;
    case ZYDIS_MNEMONIC_SHUFPD:
      choose(64, a, read_vector(i.operand[1]));
      break;
    default:
      return false;
  }
  a = r;
  return true;
}

bool Machine::vector(const Instruction& i) {
  if (move_vector(i)) return true;
  if (i.operands < 2 || i.operand[0].kind != Operand::kVector) return false;
  if (arrange_vector(i)) return true;
  Vector& a = vector_[i.operand[0].reg];
  const bool same = i.operand[1].kind == Operand::kVector &&
                    i.operand[1].reg == i.operand[0].reg;  // may be unset
  const Vector b = same && (i.mnemonic == ZYDIS_MNEMONIC_PXOR || i.mnemonic == ZYDIS_MNEMONIC_XORPS)
                       ? a
                       : read_vector(i.operand[1]);
  for (int k = 0; k < 2; k++) {
    Word &x = a.half[k], old = a.half[k];
    switch (i.mnemonic) {
      case ZYDIS_MNEMONIC_PXOR:
      case ZYDIS_MNEMONIC_XORPS:
        x = same ? Word(0) : arithmetic.bitwise_xor(old, b.half[k]);
        break;
      case ZYDIS_MNEMONIC_PAND:
        x = arithmetic.bitwise_and(old, b.half[k]);
        break;
      case ZYDIS_MNEMONIC_PANDN:
        x = arithmetic.bitwise_and(arithmetic.bitwise_not(old, 64), b.half[k]);
        break;
      case ZYDIS_MNEMONIC_POR:
        x = arithmetic.bitwise_or(old, b.half[k]);
        break;
      case ZYDIS_MNEMONIC_PADDQ:
        x = arithmetic.sum_in_register(old, b.half[k], false, 64);
        break;
      case ZYDIS_MNEMONIC_PCMPEQD:
        if (!same) return false;
        x = ~0ull;
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace hedgerow::proof
