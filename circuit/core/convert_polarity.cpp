// Converts a circuit of two-input gates to and-or-xor-not or to nand-nor-xor. A product can be built in two forms (De
// Morgan), which need their fan-ins and give their result in opposite polarities. Each net that is needed in both
// polarities costs a NOT, therefore simulated annealing chooses the forms so that few nets are.
#include <array>
#include <cmath>

#include "circuit/core/convert.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {
namespace {

GateForm two_input_form(const Gate& g) {
  const std::optional<GateForm> f = form_of(g);
  if (!f || f->unary)
    throw Error("only circuits of two-input gates can be converted to this basis");
  return *f;
}

class Polarity {
 public:
  Polarity(const Netlist& n, bool negative)
      : n_(n),
        negative_(negative),
        flip_(n.gates.size()),
        natural_((std::size_t)n.nets()),
        wants_((std::size_t)n.nets()),
        follows_(n.gates.size()) {
    for (const Gate& g : n.gates) form_.push_back(two_input_form(g));
    for (std::size_t g = 0; g < form_.size(); g++) natural_[net_of(g)] = gives(g);
    for (std::size_t g = 0; g < form_.size(); g++) {
      if (!form_[g].product && !negative) continue;
      free_.push_back(g);
      follow(g);
      if (form_[g].product)
        for (int i = 0; i < 2; i++) wants_[n.gates[g].in[i]][needs(g, i)]++;
    }
    for (const Output& o : n.outputs) wants_[o.net][o.inverted]++;
    for (std::size_t i = 0; i < natural_.size(); i++) nots_ += inverted(i);
  }

  void anneal(Random& random) {
    int least = nots_;
    std::vector<bool> best = flip_;
    const std::size_t steps = kSteps * free_.size();
    for (std::size_t i = 0; i < steps; i++) {
      const double temperature = 1.2 * (1 - (double)i / (double)steps) + 0.01;
      const std::size_t g = free_[random.below(free_.size())];
      const int before = nots_;
      flip(g);
      if (nots_ > before &&
          (double)(random.next() >> 11) * 0x1p-53 >= std::exp((before - nots_) / temperature))
        flip(g);
      if (nots_ < least) least = nots_, best = flip_;
    }
    for (const std::size_t g : free_)
      if (flip_[g] != best[g]) flip(g);
  }

  Netlist netlist() const {
    Netlist r{n_.inputs, {}, {}, n_.provenance};
    std::vector<Net> net[2] = {std::vector<Net>((std::size_t)n_.nets()),
                               std::vector<Net>((std::size_t)n_.nets())};
    const auto put = [&](std::size_t i, Net made) {
      net[natural_[i]][i] = made;
      if (!inverted(i)) return;
      r.gates.push_back({{made, made, made}, 1, kTableNot});
      net[!natural_[i]][i] = (Net)(r.nets() - 1);
    };
    for (int i = 0; i < n_.inputs; i++) put((std::size_t)i, (Net)i);
    for (std::size_t g = 0; g < form_.size(); g++) {
      const Gate& gate = n_.gates[g];
      const Net x = net[needs(g, 0)][gate.in[0]], y = net[needs(g, 1)][gate.in[1]];
      r.gates.push_back({{x, y, x}, 2, table(g)});
      put(g + (std::size_t)n_.inputs, (Net)(r.nets() - 1));
    }
    for (const Output& o : n_.outputs) r.outputs.push_back({net[o.inverted][o.net], false});
    return r;
  }

  // for each gate that has a choice
 private:
  static constexpr std::size_t kSteps = 20000;

  std::size_t net_of(std::size_t g) const { return g + (std::size_t)n_.inputs; }
  // Returns the polarity that gate g needs at its fan-in i.
  bool needs(std::size_t g, int i) const {
    const GateForm& f = form_[g];
    return f.product ? (i ? f.invert_b : f.invert_a) != flip_[g] : natural_[n_.gates[g].in[i]];
  }
  // Says whether a net is needed in the polarity that its gate does not produce, so that a NOT is necessary. An XOR
  // accepts either polarity.
  bool inverted(std::size_t net) const { return wants_[net][!natural_[net]] > 0; }

  // Finds the nets that change their polarity together with gate g.
  void follow(std::size_t g) {
    std::vector<bool> odd(natural_.size());
    odd[net_of(g)] = true;
    follows_[g].push_back((Net)net_of(g));
    for (std::size_t i = g + 1; i < form_.size() && !negative_; i++) {
      if (form_[i].product || odd[n_.gates[i].in[0]] == odd[n_.gates[i].in[1]]) continue;
      odd[net_of(i)] = true;
      follows_[g].push_back((Net)net_of(i));
    }
  }

  void flip(std::size_t g) {
    for (int i = 0; i < 2 && form_[g].product; i++) {
      const Net in = n_.gates[g].in[i];
      nots_ -= inverted(in);
      wants_[in][needs(g, i)]--;
      wants_[in][!needs(g, i)]++;
      nots_ += inverted(in);
    }
    flip_[g] = !flip_[g];
    for (const Net net : follows_[g]) {
      nots_ -= inverted(net);
      natural_[net] = !natural_[net];
      nots_ += inverted(net);
    }
  }

  // Returns the polarity that gate g produces.
  bool gives(std::size_t g) const {
    const GateForm& f = form_[g];
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

  const Netlist& n_;
  bool negative_;  // true: NAND, NOR, XOR and XNOR
  std::vector<GateForm> form_;
  std::vector<bool> flip_, natural_;  // per gate; and the polarity that is produced, per net
  // [net][polarity]: number of products and outputs that need it
  std::vector<std::array<int, 2>> wants_;
  std::vector<std::vector<Net>> follows_;
  std::vector<std::size_t> free_;  // the gates that can be flipped
  int nots_ = 0;
};

}  // namespace

Netlist convert_polarity(const Netlist& n, bool negative, std::uint64_t seed) {
  Random random(seed);
  Polarity p(n, negative);
  p.anneal(random);
  return p.netlist();
}

}  // namespace hedgerow::circuit
