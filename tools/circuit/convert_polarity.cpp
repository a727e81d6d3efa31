// A circuit of two-input gates over and-or-xor-not or nand-nor-xor. A product gate can be built in
// two forms (De Morgan), which want their fan-ins and give their result in opposite polarities; the
// forms are chosen by annealing so that few nets are wanted in both polarities, each of which costs
// a NOT.
#include <algorithm>
#include <cmath>

#include "convert.hpp"
#include "error.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

// z = ((a ^ invert_a) & (b ^ invert_b)) ^ invert, or the XOR of a, b and invert.
struct Form {
  bool product, invert_a, invert_b, invert;
};

Form form_of(const Gate& g) {
  if (g.fan_in == 2)
    for (int i = 0; i < 8; i++) {
      std::uint8_t t = i & 4 ? (std::uint8_t)~kTableAnd : kTableAnd;
      if (i & 1) t = invert_input(t, 0);
      if (i & 2) t = invert_input(t, 1);
      if (t == g.table) return {true, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
    }
  if (g.fan_in == 2 && (g.table == kTableXor || g.table == kTableXnor))
    return {false, false, false, g.table == kTableXnor};
  throw Error("only circuits of two-input gates can be converted to this basis");
}

class Polarity {
 public:
  Polarity(const Netlist& n, bool negative)
      : n_(n),
        negative_(negative),
        flip_(n.gates.size()),
        natural_((std::size_t)n.nets()),
        wanted_((std::size_t)n.nets()) {
    for (const Gate& g : n.gates) form_.push_back(form_of(g));
  }

  void anneal(Random& random) {
    int now = nots(), least = now;
    std::vector<bool> best = flip_;
    const int steps = 400 * (int)flip_.size();
    for (int i = 0; i < steps; i++) {
      const double heat = 1.2 * (1 - (double)i / steps) + 0.01;
      const std::size_t g = random.below(flip_.size());
      flip_[g] = !flip_[g];
      const int then = nots();
      if (then <= now || (double)(random.next() >> 11) * 0x1p-53 < std::exp((now - then) / heat)) {
        now = then;
        if (now < least) least = now, best = flip_;
      } else {
        flip_[g] = !flip_[g];
      }
    }
    flip_ = best;
    nots();
  }

  Netlist netlist() const {
    Netlist r{n_.inputs, {}, {}, n_.provenance};
    std::vector<Net> net[2] = {std::vector<Net>((std::size_t)n_.nets()),
                               std::vector<Net>((std::size_t)n_.nets())};
    const auto put = [&](std::size_t i, Net made) {
      net[natural_[i]][i] = made;
      if (!(wanted_[i] & 2 >> natural_[i])) return;
      r.gates.push_back({{made, made, made}, 1, kTableNot});
      net[!natural_[i]][i] = (Net)(r.nets() - 1);
    };
    for (int i = 0; i < n_.inputs; i++) put((std::size_t)i, (Net)i);
    for (std::size_t g = 0; g < form_.size(); g++) {
      bool a, b;
      needs(g, &a, &b);
      const Net x = net[a][n_.gates[g].in[0]], y = net[b][n_.gates[g].in[1]];
      r.gates.push_back({{x, y, x}, 2, table(g)});
      put(g + (std::size_t)n_.inputs, (Net)(r.nets() - 1));
    }
    for (const Output& o : n_.outputs) {
      const bool have = natural_[o.net] == o.inverted || (wanted_[o.net] & 1 << o.inverted);
      r.outputs.push_back({net[have ? o.inverted : !o.inverted][o.net], !have});
    }
    return r;
  }

 private:
  // In which polarity gate g wants its fan-ins.
  void needs(std::size_t g, bool* a, bool* b) const {
    const Form& f = form_[g];
    *a = f.product ? f.invert_a != flip_[g] : (bool)natural_[n_.gates[g].in[0]];
    *b = f.product ? f.invert_b != flip_[g] : (bool)natural_[n_.gates[g].in[1]];
  }
  // In which polarity it comes out.
  bool gives(std::size_t g) const {
    const Form& f = form_[g];
    if (f.product) return f.invert ^ flip_[g] ^ negative_;
    if (negative_) return flip_[g];
    return natural_[n_.gates[g].in[0]] ^ natural_[n_.gates[g].in[1]] ^ f.invert;
  }
  std::uint8_t table(std::size_t g) const {
    if (form_[g].product)
      return negative_ ? (flip_[g] ? kTableNor : kTableNand) : flip_[g] ? kTableOr : kTableAnd;
    const bool odd = natural_[n_.gates[g].in[0]] ^ natural_[n_.gates[g].in[1]] ^ form_[g].invert;
    return odd == (bool)natural_[g + (std::size_t)n_.inputs] ? kTableXor : kTableXnor;
  }

  int nots() {
    std::fill(wanted_.begin(), wanted_.end(), 0);
    for (std::size_t g = 0; g < form_.size(); g++) {
      bool a, b;
      needs(g, &a, &b);
      wanted_[n_.gates[g].in[0]] |= (std::uint8_t)(1 << a);
      wanted_[n_.gates[g].in[1]] |= (std::uint8_t)(1 << b);
      natural_[g + (std::size_t)n_.inputs] = gives(g);
    }
    int r = 0;
    for (std::size_t i = 0; i < wanted_.size(); i++) r += (wanted_[i] & 2 >> natural_[i]) != 0;
    for (const Output& o : n_.outputs)
      r += natural_[o.net] != o.inverted && !(wanted_[o.net] & 1 << o.inverted);
    return r;
  }

  const Netlist& n_;
  bool negative_;  // NAND and NOR, and XNOR beside XOR
  std::vector<Form> form_;
  std::vector<bool> flip_;
  std::vector<std::uint8_t> natural_,
      wanted_;  // the polarity a net is made in; bits: those it is used in
};

}  // namespace

Netlist convert_polarity(const Netlist& n, bool negative, std::uint64_t seed) {
  Random random(seed);
  Polarity p(n, negative);
  p.anneal(random);
  return p.netlist();
}

}  // namespace hedgerow::circuit
