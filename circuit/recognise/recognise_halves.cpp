// Recognises boxes of eight bits that consist of boxes of four. It searches for halves of the input and the output that
// satisfy f1(x1) ^ f2(x2) = g1(y1) ^ g2(y2). The box gives 256 linear equations for the values of the four functions,
// and their kernel contains all solutions.
//
// * If a solution has g2 = 0, then y1 = g1^-1(f1(x1) ^ f2(x2)). If both halves of the output have such a solution, the
//   box is two layers of small boxes with a linear map between them.
// * Otherwise, both sides of the equation are a 4-bit value v in the middle of the circuit. One half of the output
//   follows from v and a second value r(x) ^ h(v). This is a Feistel network if r is a half of the input, or a bridge
//   as in Whirlpool if r = f1(x1).
#include <algorithm>
#include <optional>

#include "circuit/core/compose.hpp"
#include "circuit/recognise/decompose.hpp"
#include "circuit/recognise/recognise.hpp"

namespace hedgerow::circuit {
namespace {

using Half = std::array<std::uint8_t, 16>;
using Split = std::array<int, 8>;  // the bits of the lower half, then those of the upper half

struct Sum {
  Half f[4];  // functions of the halves x1, x2, y1, y2
};

unsigned part(unsigned v, const Split& s, int half) {
  unsigned r = 0;
  for (int i = 0; i < 4; i++) r |= (v >> s[(std::size_t)(4 * half + i)] & 1u) << i;
  return r;
}

std::vector<Split> splits() {
  std::vector<Split> r;
  for (unsigned m = 0; m < 256; m++) {
    if (std::popcount(m) != 4) continue;
    Split s{};
    std::size_t low = 0, high = 4;
    for (int i = 0; i < 8; i++) s[m >> i & 1 ? low++ : high++] = i;
    r.push_back(s);
  }
  return r;
}

// Returns a basis of the kernel of the rows with these pivots: one solution for each unknown without a pivot.
std::vector<std::uint64_t> solutions(const std::array<std::uint64_t, 64>& pivot) {
  std::vector<std::uint64_t> r;
  for (int free = 0; free < 64; free++) {
    if (pivot[(std::size_t)free]) continue;
    std::uint64_t v = std::uint64_t{1} << free;
    for (int bit = 0; bit < 64; bit++)
      if (pivot[(std::size_t)bit] && bit != free &&
          std::popcount(pivot[(std::size_t)bit] & v & ~(std::uint64_t{1} << bit)) & 1)
        v |= std::uint64_t{1} << bit;
    r.push_back(v);
  }
  return r;
}

// Returns a basis of the solutions of: sum of f[k](part k) = 0. All f[k] are 0 at 0, which removes the constant
// solutions.
std::vector<std::uint64_t> kernel(const Box& box, const Split& in, const Split& out,
                                  bool first_only) {
  // Unknown 16 k + v is f[k](v). Each row is eliminated immediately.
  std::array<std::uint64_t, 64> pivot{};
  const std::uint64_t nothing =
      1 | std::uint64_t{1} << 16 | std::uint64_t{1} << 32 | std::uint64_t{1} << 48;
  const auto row_of = [&](unsigned x) {
    const unsigned y = box.bytes[x];
    std::uint64_t r = std::uint64_t{1} << part(x, in, 0) |
                      std::uint64_t{1} << (16 + part(x, in, 1)) |
                      std::uint64_t{1} << (32 + part(y, out, 0));
    if (!first_only) r |= std::uint64_t{1} << (48 + part(y, out, 1));
    return r;
  };
  const std::uint64_t base = row_of(0);  // differences, because constants cancel
  std::uint64_t unused = nothing;
  if (first_only) unused |= 0xffffull << 48;
  const auto insert = [&](std::uint64_t row) {
    for (int bit = 63; bit >= 0 && row; bit--) {
      if (!(row >> bit & 1)) continue;
      if (!pivot[(std::size_t)bit]) {
        pivot[(std::size_t)bit] = row;
        return;
      }
      row ^= pivot[(std::size_t)bit];
    }
  };
  for (int bit = 0; bit < 64; bit++)
    if (unused >> bit & 1) insert(std::uint64_t{1} << bit);
  for (unsigned x = 1; x < 256; x++) insert(row_of(x) ^ base);
  return solutions(pivot);
}

Sum sum_of(const std::vector<std::uint64_t>& basis) {
  Sum s{};
  for (std::size_t i = 0; i < basis.size(); i++)
    for (unsigned k = 0; k < 4; k++)
      for (unsigned v = 0; v < 16; v++)
        s.f[k][v] |= (std::uint8_t)((basis[i] >> (16 * k + v) & 1) << i);
  return s;
}

bool is_bijective(const Half& h) {
  unsigned seen = 0;
  for (const std::uint8_t v : h) seen |= 1u << v;
  return seen == 0xffff;
}
Half inverse(const Half& h) {
  Half r{};
  for (unsigned v = 0; v < 16; v++) r[h[v]] = (std::uint8_t)v;
  return r;
}

class Builder {
 public:
  Builder(const Box& box, Random& random, const Split& in, const Split& out)
      : box_(box), random_(random), in_(in), out_(out), c_(8) {}

  Nets input(int half) const {
    Nets r;
    for (int i = 0; i < 4; i++) r.push_back((Net)in_[(std::size_t)(4 * half + i)]);
    return r;
  }

  // Applies f to the nets. An output that is constant becomes kNone.
  Nets apply(const Half& f, const Nets& in) {
    std::vector<unsigned> t(f.begin(), f.end());
    Nets r(4, kNone);
    std::vector<std::size_t> bits;
    for (std::size_t i = 0; i < 4; i++) {
      unsigned ones = 0;
      for (const unsigned v : t) ones += v >> i & 1;
      if (ones % 16) bits.push_back(i);
    }
    if (bits.empty()) return r;
    std::vector<unsigned> narrow(16);
    for (unsigned v = 0; v < 16; v++)
      for (std::size_t k = 0; k < bits.size(); k++) narrow[v] |= (t[v] >> bits[k] & 1) << k;
    const Nets made = c_.instance(nibble_circuit(narrow, (int)bits.size(), random_), in);
    for (std::size_t k = 0; k < bits.size(); k++) r[bits[k]] = made[k];
    return r;
  }

  Nets add(const Nets& a, const Nets& b) {
    Nets r;
    for (std::size_t i = 0; i < 4; i++)
      r.push_back(a[i] == kNone ? b[i] : b[i] == kNone ? a[i] : c_.gate(kTableXor, a[i], b[i]));
    return r;
  }

  bool finish(const Nets& y1, const Nets& y2, Netlist* result) {
    Nets outputs(8);
    for (int i = 0; i < 4; i++) {
      outputs[(std::size_t)out_[(std::size_t)i]] = y1[(std::size_t)i];
      outputs[(std::size_t)out_[(std::size_t)(4 + i)]] = y2[(std::size_t)i];
    }
    for (const Net net : outputs)
      if (net == kNone) return false;
    Netlist n = c_.netlist(outputs);
    const std::vector<Truth> value = simulate(n);
    for (std::size_t o = 0; o < 8; o++)
      n.outputs[o].inverted = value[n.outputs[o].net].at(0) != box_.outputs[o].at(0);
    *result = n;
    return is_box(n, box_);
  }

  static constexpr Net kNone = 0xffff;

 private:
  const Box& box_;
  Random& random_;
  Split in_, out_;
  Composer c_;
};

// Returns a random basis of the same kernel. It describes the same sum up to a linear map of the middle value.
std::vector<std::uint64_t> other_basis(std::vector<std::uint64_t> basis, Random& random) {
  for (int i = 0; i < 32; i++) {
    const std::size_t a = random.below(basis.size()), b = random.below(basis.size());
    if (a != b) basis[a] ^= basis[b];
  }
  return basis;
}

Half moved(Half h, unsigned by) {
  for (std::uint8_t& v : h) v ^= (std::uint8_t)by;
  return h;
}

bool build_layers(const Box& box, const Split& in, const Split& out, Random& random,
                  Netlist* result) {
  Split turned = out;
  std::rotate(turned.begin(), turned.begin() + 4, turned.end());
  const auto first = kernel(box, in, out, true), second = kernel(box, in, turned, true);
  if (first.size() != 4 || second.size() != 4) return false;
  Builder b(box, random, in, out);
  Nets y[2];
  for (int half = 0; half < 2; half++) {
    const Sum s = sum_of(half ? second : first);
    if (!is_bijective(s.f[2])) return false;
    const unsigned at_zero = s.f[2][part(box.bytes[0], half ? turned : out, 0)];
    y[half] = b.apply(inverse(moved(s.f[2], at_zero)),
                      b.add(b.apply(s.f[0], b.input(0)), b.apply(s.f[1], b.input(1))));
  }
  return b.finish(y[0], y[1], result);
}

// Returns h with t ^ r = h(v) at all inputs, or no value if there is no such h.
std::optional<Half> difference(const Box& box, const Split& in, const Split& out, const Sum& s,
                               const Half& r, int of_input, const Half& t, int of_output) {
  Half h{};
  std::array<bool, 16> known{};
  for (unsigned x = 0; x < 256; x++) {
    const unsigned v = s.f[0][part(x, in, 0)] ^ s.f[1][part(x, in, 1)];
    const unsigned d = r[part(x, in, of_input)] ^ t[part(box.bytes[x], out, of_output)];
    if (known[v] && h[v] != d) return std::nullopt;
    known[v] = true;
    h[v] = (std::uint8_t)d;
  }
  return h;
}

bool build_from(const Box& box, const Split& in, const Split& out, const Sum& s, Random& random,
                Netlist* result) {
  const unsigned at_zero = s.f[2][part(box.bytes[0], out, 0)] ^ s.f[3][part(box.bytes[0], out, 1)];
  Half same;
  for (unsigned v = 0; v < 16; v++) same[v] = (std::uint8_t)v;
  for (int i = 0; i < 2; i++)
    for (int o = 0; o < 2; o++)
      for (const bool own : {true, false}) {
        const Half &r = own ? s.f[i] : same, &t = own ? s.f[2 + o] : same;
        if (!is_bijective(t) || !is_bijective(s.f[3 - o]))
          continue;  // y_o comes from t, and the other half from v ^ g(y_o)
        const auto h = difference(box, in, out, s, r, i, t, o);
        if (!h) continue;
        Builder b(box, random, in, out);
        const Nets v = b.add(b.apply(s.f[0], b.input(0)), b.apply(s.f[1], b.input(1)));
        const Nets beside = b.add(b.apply(r, b.input(i)), b.apply(*h, v));
        const Nets y = b.apply(inverse(t), beside);
        const Nets g = own ? beside : b.apply(s.f[2 + o], y);
        const Nets rest = b.apply(inverse(moved(s.f[3 - o], at_zero)), b.add(v, g));
        if (b.finish(o ? rest : y, o ? y : rest, result)) return true;
      }
  return false;
}

// The kernel has more than four dimensions if the middle value has a linear component, which satisfies equations of its
// own. Random choices of four basis vectors are then tried until they describe the middle value.
bool build_middle(const Box& box, const Split& in, const Split& out, Random& random,
                  Netlist* result) {
  const auto basis = kernel(box, in, out, false);
  if (basis.size() < 4 || basis.size() > 7) return false;
  for (int tries = 0; tries < (basis.size() == 4 ? 1 : 100); tries++) {
    auto four = other_basis(basis, random);
    four.resize(4);
    if (build_from(box, in, out, sum_of(four), random, result)) return true;
  }
  return false;
}

}  // namespace

bool recognise_halves(const Box& box, Random& random, Netlist* result) {
  if (box.linear() || box.inputs != 8 || box.outputs.size() != 8) return false;
  const std::vector<Split> all = splits();
  for (const Split& in : all) {
    if (in[0] != 0 && in[4] != 0) continue;
    for (const Split& out : all) {
      if (build_layers(box, in, out, random, result)) return true;
      if (build_middle(box, in, out, random, result)) return true;
    }
  }
  return false;
}

}  // namespace hedgerow::circuit
