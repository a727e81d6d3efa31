// The circuits of the S-boxes (src/circuit/gost28147/, which has their notation), parsed and
// checked at compile time, as code over the ops of a vector type.
#pragma once

#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;

constexpr int kMostGates = 24;
struct Gate {
  int table, a, b, c;  // of two inputs: the operator instead of a table
  int output, net;     // drives this output, or else this net
};
struct Circuit {
  int gates, zero;  // outputs included; zero: the argument that gives zero
  Gate gate[kMostGates];
};
struct Circuits {
  Circuit row[kBoxes];
};

consteval int hex_digits(const char*& p, int n) {
  int r = 0;
  for (; n; n--, p++) r = 16 * r + (*p <= '9' ? *p - '0' : *p - 'a' + 10);
  return r;
}
consteval int net(const char*& p) { return *p++ - 'A'; }

// An S-box with a circuit of two-input gates gets its arguments xored with `zero`.
#ifdef HR_VEC_TERNARY
constexpr bool kTernary = true;
#define HR_GOST_CIRCUITS "circuit/gost28147/lut3.def"
consteval Gate read_gate(const char*& p) {
  const int table = hex_digits(p, 2), a = net(p), b = net(p);
  return {table, a, b, net(p), -1, 0};
}
// As a table of three: the bit that it is xored onto, then its own two nets.
consteval Gate read_output(const char*& p, int output) {
  const int table = hex_digits(p, 1), a = net(p);
  return {table | (table ^ 15) << 4, 0, a, net(p), output, 0};
}
template <int kTable>
HR_INLINE Vec gate_of(Vec a, Vec b, Vec c) {
  return ternary<kTable>(a, b, c);
}
#else
constexpr bool kTernary = false;
#define HR_GOST_CIRCUITS "circuit/gost28147/andn.def"
consteval Gate read_gate(const char*& p) {
  const int a = net(p), table = *p++;
  return {table, a, net(p), 0, -1, 0};
}
consteval Gate read_output(const char*& p, int output) { return {'^', 0, net(p), 0, output, 0}; }
template <int kOperator>
HR_INLINE Vec gate_of(Vec a, Vec b, Vec) {
  if constexpr (kOperator == '&') return and2(a, b);
  if constexpr (kOperator == '|') return or2(a, b);
  if constexpr (kOperator == '^') return xor2(a, b);
  if constexpr (kOperator == '-') return andnot(b, a);
}
#endif

// What a gate makes of nets, as truth tables over the 16 arguments.
consteval unsigned gate_table(const Gate& g, unsigned a, unsigned b, unsigned c) {
  if (g.table == '&' && !kTernary) return a & b;
  if (g.table == '|' && !kTernary) return a | b;
  if (g.table == '^' && !kTernary) return a ^ b;
  if (!kTernary) return a & ~b;
  unsigned r = 0;
  for (int i = 0; i < 8; i++)
    if (g.table >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return r & 0xffff;
}
consteval bool is_box(const Circuit& c, const std::uint8_t* box) {
  unsigned value[kMostGates] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00}, outputs = 0;
  for (int i = 0; i < c.gates; i++) {
    const Gate& g = c.gate[i];
    const bool last = g.output >= 0;
    const unsigned made = gate_table(g, last ? 0 : value[g.a], value[g.b], value[g.c]);
    if (!last) value[g.net] = made;
    for (int x = 0; last && x < 16; x++)
      if ((made >> (kTernary ? x : x ^ c.zero) & 1) != (box[x] >> g.output & 1u)) return false;
    outputs += last ? 1u << 8 * g.output : 0;
  }
  return outputs == 0x01010101;
}
consteval Circuits parse_circuits(const Boxes& boxes, const char* p) {
  Circuits r{};
  for (int row = 0; row < kBoxes; row++) {
    Circuit& c = r.row[row];
    while (boxes.row[row][c.zero]) c.zero++;
    int nets = 4;
    do {
      Gate& g = c.gate[c.gates++];
      if (p[1] == '=') {
        const int output = *p - '0';
        g = read_output(p += 2, output);
      } else {
        g = read_gate(p);
        g.net = nets++;
      }
    } while (*p++ == ' ');
  }
  return r;
}
consteval bool are_boxes(const Circuits& circuits, const Boxes& boxes) {
  for (int row = 0; row < kBoxes; row++)
    if (!is_box(circuits.row[row], boxes.row[row])) return false;
  return true;
}

#define CIRCUITS(set, rows)                                                \
  constexpr Circuits kCircuits_##set = parse_circuits(kBoxes_##set, rows); \
  static_assert(are_boxes(kCircuits_##set, kBoxes_##set));
#include HR_GOST_CIRCUITS
#undef CIRCUITS
#undef HR_GOST_CIRCUITS
constexpr const Circuits& kCircuits_magma = kCircuits_tc26_z;
constexpr Circuits kCircuits_user{};  // none: those S-boxes come with the key
consteval bool has_circuits(const Circuits& circuits) { return circuits.row[0].gates; }

// to[i] ^= bit i of the S-box of x.
template <const Circuits& kCircuits, int kRow>
HR_INLINE void xor_box(const Vec* x, Vec* const* to) {
  constexpr const Circuit& c = kCircuits.row[kRow];
  Vec v[kMostGates];
  unroll<4>([&](auto i) HR_LAMBDA { v[i] = x[i]; });
  unroll<c.gates>([&](auto i) HR_LAMBDA {
    constexpr Gate g = c.gate[i];
    if constexpr (g.output >= 0)
      *to[g.output] = gate_of<g.table>(*to[g.output], v[g.b], v[g.c]);
    else
      v[g.net] = gate_of<g.table>(v[g.a], v[g.b], v[g.c]);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
