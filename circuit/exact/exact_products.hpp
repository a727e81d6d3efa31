// The formula that says whether a box has a circuit of a given number of products, with any sums between them.
#pragma once

#include <array>
#include <bit>

#include "circuit/core/products.hpp"
#include "circuit/exact/exact_problem.hpp"

namespace hedgerow::circuit {

// A product multiplies two sums of inputs and earlier products. An output is a sum of all these. Symmetry breaking: of
// all circuits that differ only in names, the formula admits one.
// - a.b, a.(a ^ b) and (a ^ b).b differ by a sum, therefore the operands must be in reduced echelon form, with later
//   nets as leading terms.
// - If a product does not read its predecessor, then the two are in the order of their operands.
//
// Products and inputs span a space that contains all outputs. If r outputs are independent modulo sums of inputs, then
// r products span exactly the outputs and inputs. Each product is then a sum of inputs and outputs, and their values
// are known. With r + s products, the space has s further functions that are unknown. The formula uses this if s is at
// most 1.
struct ProductProblem : Problem {
  using Nets = std::vector<int>;           // for each net, whether it is in the sum
  std::vector<std::vector<Nets>> operand;  // [product]: two operands
  std::vector<Nets> output;

  // With three operands, a "product" is any function of them that is 0 at 0.
  ProductProblem(const Box& b, int r, int operands = 2) : Problem(b, r) {
    const int more = r - rank(b);
    const bool spanned = r && (more == 0 || more == 1);
    if (spanned) add_unknown(more);
    for (int g = 0; g < r; g++) {
      operand.emplace_back();
      std::vector<std::vector<int>> in;
      for (int w = 0; w < operands; w++) {
        operand.back().push_back(terms(inputs() + g));
        in.push_back(at_points(operand.back().back()));
      }
      if (spanned) {
        spans_.push_back(new_span());
        value[(std::size_t)g] = at_points(spans_.back());
      }
      if (operands == 2)
        multiply(g, in);
      else
        look_up(g, in);
      echelon(operand.back());
    }
    for (std::size_t g = 1; g < operand.size(); g++) in_order(g);
    for (std::size_t o = 0; o < b.outputs.size(); o++) {
      output.push_back(terms(inputs() + r));
      const std::vector<int> v = at_points(output.back());
      for (int t = 0; t < points(); t++)
        formula.clause({wanted(o, t) ? v[(std::size_t)t] : -v[(std::size_t)t]});
    }
  }

  void multiply(int g, const std::vector<std::vector<int>>& in) {
    for (std::size_t t = 0; t < in[0].size(); t++)
      formula.product(value[(std::size_t)g][t], in[0][t], in[1][t]);
  }

  // A table is required to be 0 if at most one operand is 1. This is no restriction, because adding a sum of the
  // operands to a table is free.
  void look_up(int g, const std::vector<std::vector<int>>& in) {
    table_.emplace_back();
    for (unsigned x = 0; x < 8; x++)
      table_.back().push_back(std::popcount(x) < 2 ? 0 : formula.fresh());
    for (std::size_t t = 0; t < in[0].size(); t++)
      for (std::size_t x = 0; x < 8; x++) {
        std::vector<int> at_x;
        for (std::size_t i = 0; i < 3; i++) at_x.push_back(x >> i & 1 ? -in[i][t] : in[i][t]);
        const int gate = value[(std::size_t)g][t], entry = table_.back()[x];
        std::vector<int> not_more = at_x, not_less = at_x;
        not_more.push_back(-gate);
        if (entry) not_more.push_back(entry), not_less.insert(not_less.end(), {gate, -entry});
        formula.clause(not_more);
        if (entry) formula.clause(not_less);
      }
  }

  // Returns the rank of the outputs modulo sums of inputs. No circuit has fewer products.
  static int rank(const Box& box) {
    std::vector<Truth> basis;  // each has a leading monomial that later ones do not contain
    for (const Truth& f : box.outputs) {
      Truth anf{};
      for (unsigned m = 0; m < (unsigned)box.entries(); m++) {
        bool sum = false;
        for (unsigned x = m;; x = (x - 1) & m) {
          sum ^= f.at(x);
          if (!x) break;
        }
        if (sum && std::popcount(m) > 1) anf.set(m);
      }
      for (const Truth& b : basis)
        if (anf.at(b.first())) anf = anf ^ b;
      if (!anf.empty()) basis.push_back(anf);
    }
    return (int)basis.size();
  }

  Nets terms(int nets) {
    Nets r;
    for (int i = 0; i < nets; i++) r.push_back(formula.fresh());
    return r;
  }

  // Returns the values of a sum of inputs (or outputs) for all values of these. Partial sums are shared.
  std::vector<int> values_of(const int* terms, int count) {
    std::vector<int> r{0};
    for (int i = 0; i < count; i++)
      for (std::size_t v = 0; v < std::size_t{1} << i; v++)
        r.push_back(v ? formula.parity({r[v], terms[i]}) : terms[i]);
    return r;
  }

  // Returns the values of a sum of nets at all points.
  std::vector<int> at_points(const Nets& sum) {
    if (!spans_.empty() || sum.size() == (std::size_t)inputs()) return in_span_at_points(sum);
    const std::vector<int> of_inputs = values_of(sum.data(), inputs());
    std::vector<int> r;
    for (int t = 0; t < points(); t++) {
      std::vector<int> parts{of_inputs[(std::size_t)t + 1]};
      for (std::size_t n = (std::size_t)inputs(); n < sum.size(); n++)
        parts.push_back(both(sum[n], value[n - (std::size_t)inputs()][(std::size_t)t]));
      r.push_back(formula.parity(parts));
    }
    return r;
  }

  int both(int a, int b) {
    const int z = formula.fresh();
    formula.product(z, a, b);
    return z;
  }

  // A sum of inputs, of outputs, and of unknown functions.
  struct Span {
    std::array<Nets, 3> of;
  };
  Span new_span() {
    return {{terms(inputs()), terms((int)box.outputs.size()), terms((int)unknown_.size())}};
  }

  // Returns the values of a sum of nets if each product is a Span.
  std::vector<int> in_span_at_points(const Nets& sum) {
    Span s;
    s.of[0].assign(sum.begin(), sum.begin() + inputs());
    const std::size_t products = sum.size() - (std::size_t)inputs();
    for (std::size_t k = 0; products && k < 3; k++)
      for (std::size_t i = 0; i < spans_[0].of[k].size(); i++) {
        std::vector<int> parts;
        if (k == 0) parts.push_back(sum[i]);
        for (std::size_t g = 0; g < products; g++)
          parts.push_back(both(sum[g + (std::size_t)inputs()], spans_[g].of[k][i]));
        const int total = formula.parity(parts);
        if (k == 0)
          s.of[0][i] = total;
        else
          s.of[k].push_back(total);
      }
    return at_points(s);
  }

  std::vector<int> at_points(const Span& s) {
    const std::vector<int> in = values_of(s.of[0].data(), inputs()),
                           out = values_of(s.of[1].data(), (int)s.of[1].size());
    std::vector<int> r;
    for (int t = 0; t < points(); t++) {
      std::size_t y = 0;
      for (std::size_t o = 0; o < s.of[1].size(); o++) y |= (std::size_t)wanted(o, t) << o;
      std::vector<int> parts{in[(std::size_t)t + 1]};
      if (y) parts.push_back(out[y]);
      for (std::size_t i = 0; i < s.of[2].size(); i++)
        if (const int v = unknown_[i][(std::size_t)t]) parts.push_back(both(s.of[2][i], v));
      r.push_back(formula.parity(parts));
    }
    return r;
  }

  // Adds unknown functions. They may be 0 at each point with only one input set, because a sum of inputs makes up the
  // difference.
  void add_unknown(int count) {
    for (int i = 0; i < count; i++) {
      unknown_.emplace_back();
      for (int t = 0; t < points(); t++)
        unknown_.back().push_back(std::has_single_bit((unsigned)t + 1) ? 0 : formula.fresh());
    }
  }

  // Requires reduced echelon form: each operand has a leading net that the earlier operands do not contain, and the
  // leading nets rise.
  void echelon(const std::vector<Nets>& o) {
    formula.clause(o.back());
    for (std::size_t w = 1; w < o.size(); w++)
      for (std::size_t before = 0; before < w; before++)
        for (std::size_t i = 0; i < o[w].size(); i++) {
          std::vector<int> later{-o[w][i]}, leads{-o[w][i], -o[before][i]};
          for (std::size_t j = i + 1; j < o[w].size(); j++) {
            later.push_back(o[before][j]);
            leads.push_back(o[w][j]);
          }
          formula.clause(later);
          formula.clause(leads);
        }
  }

  // Requires that the first two operands of product g - 1 do not come after those of product g, unless product g reads
  // product g - 1.
  void in_order(std::size_t g) {
    const std::size_t nets = operand[g - 1][0].size();
    std::vector<int> head;
    for (const Nets& o : operand[g]) head.push_back(o[nets]);
    const std::size_t reads = head.size();
    for (std::size_t w = 0; w < 2; w++)
      for (std::size_t i = nets; i-- > 0;) {
        const int u = operand[g - 1][w][i], v = operand[g][w][i], equal = formula.fresh();
        std::vector<int> clause = head;
        clause.insert(clause.end(), {-u, v});
        formula.clause(clause);
        for (const int sign : {1, -1}) {
          clause = head;
          clause.insert(clause.end(), {sign * u, sign * v, equal});
          formula.clause(clause);
        }
        head.resize(reads);
        head.push_back(-equal);
      }
  }

  ProductCircuit circuit(const Model& m) const {
    const auto mask = [&](const Nets& sum) {
      unsigned r = 0;
      for (std::size_t i = 0; i < sum.size(); i++) r |= (unsigned)m[(std::size_t)sum[i]] << i;
      return r;
    };
    ProductCircuit r{inputs(), {}, {}};
    for (const auto& o : operand) r.products.push_back({mask(o[0]), mask(o[1])});
    for (const Nets& o : output) r.outputs.push_back(mask(o));
    return r;
  }

  std::vector<Nets> table_;  // [product][values of the operands], for three operands
  std::vector<Span> spans_;  // [product], only if all products are sums of known functions
  std::vector<std::vector<int>> unknown_;  // [function][point]; 0: the value is 0

  Netlist netlist(const Model& m) const override {
    unsigned inverted = 0;
    for (std::size_t o = 0; o < output.size(); o++) inverted |= (unsigned)box.outputs[o].at(0) << o;
    if (table_.empty()) return circuit(m).netlist(inverted);
    SumsBetween sums(inputs());
    const auto total = [&](const Nets& of) {
      unsigned mask = 0;
      for (std::size_t i = 0; i < of.size(); i++) mask |= (unsigned)m[(std::size_t)of[i]] << i;
      return sums.total(mask);
    };
    for (std::size_t g = 0; g < operand.size(); g++) {
      Gate gate{{total(operand[g][0]), total(operand[g][1]), total(operand[g][2])}, 3, 0};
      for (std::size_t x = 1; x < 8; x++)
        if (table_[g][x]) gate.table |= (std::uint8_t)(m[(std::size_t)table_[g][x]] << x);
      sums.add(gate);
    }
    for (std::size_t o = 0; o < output.size(); o++)
      sums.netlist.outputs.push_back({total(output[o]), (inverted >> o & 1) != 0});
    return sums.netlist;
  }
};

}  // namespace hedgerow::circuit
