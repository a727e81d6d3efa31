// The meanings of vector instructions that calculate with elements. moves.hpp and instructions.cpp have the others. A
// meaning computes the result from the sources, and Machine::write_vector puts it into the destination.
//
// The manuals of the processors call a part of a vector that has its own result an element. A lane has 128 bits.
#pragma once

#include <algorithm>

#include "machine.hpp"

namespace hedgerow::proof::meaning {

using Vector = Machine::Vector;

// One instruction that runs: its sources and its result.
struct Step {
  Machine& m;
  const Instruction& i;
  Arithmetic& a;
  int bits;  // of the destination, or of the first source if the result is a mask or a general register
  Vector source[3];
  int immediate = -1;      // the last operand, or -1
  bool is_chosen = false;  // the meaning has used the mask
  Vector result;
  // No initializer list, because it would clear the bits of all vectors.
  Step(Machine& machine, const Instruction& of)
      : m(machine), i(of), a(machine.arithmetic), bits(of.operand[0].bits) {}

  // Byte k of the result is byte f(k) of the sources, where each source has 64 bytes. Negative: 0.
  template <class F>
  void move(F f) {
    for (int k = 0; k < bits / 8; k++)
      if (const int from = f(k); from >= 0) result.put(k, 8, source[from / 64].byte(from % 64));
  }
  // The same for elements of w bits.
  template <class F>
  void move(int w, F f) {
    move([&](int k) {
      const int from = f(k / (w / 8));
      return from < 0 ? -1 : from * (w / 8) + k % (w / 8);
    });
  }
  // Sets element k of a result of comparisons: all its bits, or the bit of a mask.
  void decide(int k, int w, const Bit& b) {
    Word word;
    word.set(0, b);
    if (i.operand[0].kind != Operand::kMask)
      result.put(k, w, Arithmetic::extend_sign(word, 1, w));
    else if (!i.mask)
      result.put(k, 1, word);
    else
      result.put(k, 1, a.bitwise_and(word, Arithmetic::part(m.masks[i.mask], k, 1)));
  }
  int count() const {  // of a shift or a rotation
    if (immediate < 0) throw ProofError("a shift by a register");
    return immediate;
  }
};
using Meaning = void (*)(Step&);

inline Bit negated(Step& s, const Bit& b) { return s.a.terms().exclusive_or(b, constant(true)); }

// Each element of the result is a function of the elements of two sources.
using Function = Word (*)(Step&, const Word&, const Word&, int w);
template <int w, Function f>
void elements(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w, f(s, s.source[0].lane(k, w), s.source[1].lane(k, w), w));
}
inline Word exclusive_or(Step& s, const Word& x, const Word& y, int) {
  return s.a.bitwise_xor(x, y);
}
inline Word both(Step& s, const Word& x, const Word& y, int) {
  if (s.m.mutates(Mutation::kGate, !(x.known() && y.known()))) return s.a.bitwise_or(x, y);
  return s.a.bitwise_and(x, y);
}
inline Word either(Step& s, const Word& x, const Word& y, int) { return s.a.bitwise_or(x, y); }
inline Word second_only(Step& s, const Word& x, const Word& y, int w) {
  return s.a.bitwise_and(s.a.bitwise_not(x, w), y);
}
inline Word plus(Step& s, const Word& x, const Word& y, int w) {
  if (s.m.mutates(Mutation::kCarry, !(x.known() && y.known()))) return s.a.bitwise_xor(x, y);
  return s.a.sum(x, y, false, w);
}
// Elements of the first source minus -1 where the mask is set, and of the first source elsewhere.
inline bool increment_by_mask(Step& s) {
  if (!s.i.mask || s.i.zeroing || s.i.operand[0].reg != s.i.operand[1].reg) return false;
  for (int k = 0; k < s.bits / 64; k++)
    if (!s.source[1].word[k].known() || ~s.source[1].word[k].value) return false;
  for (int k = 0; k < s.bits / 8; k++)
    s.result.put(k, 8, s.a.increment(s.source[0].byte(k), s.m.masks[s.i.mask].at(k), 8));
  return s.is_chosen = true;
}
inline Word minus(Step& s, const Word& x, const Word& y, int w) { return s.a.sum(x, y, true, w); }
inline void minus_bytes(Step& s) {
  if (!increment_by_mask(s)) elements<8, minus>(s);
}
inline Word times(Step& s, const Word& x, const Word& y, int w) { return s.m.product(x, y, w); }
inline Word times_low_halves(Step& s, const Word& x, const Word& y, int w) {
  return s.m.product(Arithmetic::part(x, 0, w / 2), Arithmetic::part(y, 0, w / 2), w);
}
inline Word gf_times(Step& s, const Word& x, const Word& y, int) {
  return s.a.lift({&x, &y}, 8,
                  [](const std::uint64_t* v) {
                    std::uint64_t r = 0;
                    for (int k = 7; k >= 0; k--)
                      r = ((r << 1) ^ (r >> 7 ? 0x11b : 0)) ^ (v[1] >> k & 1 ? v[0] : 0);
                    return r & 255;
                  },
                  {1000, 0});
}
template <bool is_signed>
Bit less(Step& s, const Word& x, const Word& y, int w) {
  const Word sign = is_signed ? 1ull << (w - 1) : 0;
  return s.a.above(s.a.bitwise_xor(y, sign), s.a.bitwise_xor(x, sign), constant(false), w);
}
template <bool is_signed>
Word smaller(Step& s, const Word& x, const Word& y, int w) {
  if (w == 8 && !is_signed)
    return s.a.lift({&x, &y}, 8, [](const std::uint64_t* v) { return std::min(v[0], v[1]); },
                    {1002, 0});
  return s.a.choose(less<is_signed>(s, x, y, w), x, y);
}
// Shifts and rotations of elements by the immediate, or by the elements of the second source.
template <int w, Function f>
void shift(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w, f(s, s.source[0].lane(k, w), (std::uint64_t)s.count(), w));
}
inline int distance(const Word& n, int w) {
  if (!n.known()) throw ProofError("a term decides a shift");
  return (int)std::min(n.value, (std::uint64_t)w);
}
inline Word left(Step& s, const Word& x, const Word& n, int w) {
  return s.a.shift_left(x, distance(n, w), w);
}
inline Word right(Step& s, const Word& x, const Word& n, int w) {
  return s.a.shift_right(x, distance(n, w), w);
}
inline Word right_signed(Step&, const Word& x, const Word& n, int w) {
  const int d = std::min(distance(n, w), w - 1);
  return Arithmetic::extend_sign(Arithmetic::part(x, d, w - d), w - d, w);
}
inline Word turn_left(Step& s, const Word& x, const Word& n, int w) {
  return s.a.rotate_left(x, (int)(n.value % (unsigned)w), w);
}
inline Word turn_right(Step& s, const Word& x, const Word& n, int w) {
  return s.a.rotate_left(x, w - (int)(n.value % (unsigned)w), w);
}
// The upper half of (x, y) << n.
template <int w>
void shift_double(Step& s) {
  const int n = s.count() % w;
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w,
                 Arithmetic::join(s.a.shift_left(s.source[0].lane(k, w), n, w),
                                  s.a.shift_right(s.source[1].lane(k, w), w - n, w)));
}

// Bit 4 x + 2 y + z of the immediate is the function of three bits.
inline void ternary(Step& s) {
  for (int k = 0; k < s.bits / 64; k++)
    s.result.word[k] = s.a.ternary((unsigned)s.immediate, s.source[0].word[k], s.source[1].word[k],
                                   s.source[2].word[k]);
}

// Comparisons. `relation` is the immediate of VPCMP: 0 to 7 for =, <, <=, false and their complements.
template <int w, int relation, bool is_signed>
void compare(Step& s) {
  const int r = relation < 0 ? s.immediate : relation;
  for (int k = 0; k < s.bits / w; k++) {
    const Word x = s.source[0].lane(k, w), y = s.source[1].lane(k, w);
    const int kind = r & 3;
    Bit b = kind == 0   ? s.a.equal(x, y, w)
            : kind == 1 ? less<is_signed>(s, x, y, w)
            : kind == 2 ? negated(s, less<is_signed>(s, y, x, w))
                        : constant(false);
    s.decide(k, w, r & 4 ? negated(s, b) : b);
  }
}
template <int w>
void test_none(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.decide(k, w,
             negated(s, s.a.any(s.a.bitwise_and(s.source[0].lane(k, w), s.source[1].lane(k, w)))));
}

}  // namespace hedgerow::proof::meaning
