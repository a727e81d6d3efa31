#include "optimise.hpp"

#include <chrono>

#include "convert.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

bool none(const Truth& a, const Truth& b) { return (a & b).empty(); }
bool within(const Truth& a, const Truth& b) { return (a & ~b).empty(); }

// Where a net decides by itself what a gate with given other fan-ins must be.
struct Cell {
  Truth on, off;
};

class LocalSearch {
 public:
  LocalSearch(const Netlist& n, int fan_in, std::uint64_t seed)
      : n_(n), fan_in_(fan_in), random_(seed) {
    settle(n);
  }

  void step() {
    const int net = n_.inputs + (int)random_.below(n_.gates.size());
    observe(net);
    const Cell all{value_[(std::size_t)net] & care_, ~value_[(std::size_t)net] & care_};
    std::vector<Net> nets;  // that do not depend on this one
    for (int i = 0; i < n_.nets(); i++)
      if (!follows_[(std::size_t)i]) nets.push_back((Net)i);
    random_.shuffle(nets);
    if (replace(net, all, nets)) return;
    rebuild(net, all, nets);
  }

  const Netlist& netlist() const { return n_; }

 private:
  // Takes over a circuit whose gates may stand in any order; false when it has a loop.
  bool settle(const Netlist& n) {
    std::vector<int> order, mark((std::size_t)n.nets());
    std::vector<int> stack;
    for (const Output& o : n.outputs) stack.push_back(o.net);
    while (!stack.empty()) {
      const int net = stack.back();
      if (net < n.inputs || mark[(std::size_t)net] == 2) {
        stack.pop_back();
        continue;
      }
      if (mark[(std::size_t)net] == 1) {
        mark[(std::size_t)net] = 2;
        order.push_back(net - n.inputs);
        stack.pop_back();
        continue;
      }
      mark[(std::size_t)net] = 1;
      for (int i = 0; i < n.gate(net).fan_in; i++) {
        const int in = n.gate(net).in[i];
        if (in >= n.inputs && mark[(std::size_t)in] == 1) return false;
        stack.push_back(in);
      }
    }
    Netlist r = reorder(n, order);
    for (Gate& g : r.gates)
      for (int i = g.fan_in; i < 3; i++) g.in[i] = g.in[0];
    n_ = std::move(r);
    value_ = simulate(n_);
    return true;
  }

  // care_: the inputs at which an output changes when `net` does; follows_: the nets that depend
  // on it, itself included.
  void observe(int net) {
    std::vector<Truth> flipped = value_;
    follows_.assign((std::size_t)n_.nets(), false);
    follows_[(std::size_t)net] = true;
    flipped[(std::size_t)net] = ~value_[(std::size_t)net];
    for (int i = net + 1; i < n_.nets(); i++) {
      const Gate& g = n_.gate(i);
      if (!follows_[g.in[0]] && !follows_[g.in[1]] && !follows_[g.in[2]]) continue;
      follows_[(std::size_t)i] = true;
      flipped[(std::size_t)i] =
          apply(g.table, flipped[g.in[0]], flipped[g.in[1]], flipped[g.in[2]]);
    }
    care_ = Truth{};
    for (const Output& o : n_.outputs) care_ = care_ | (value_[o.net] ^ flipped[o.net]);
  }

  // All readers of `net` read another that agrees with it, or with its complement.
  bool replace(int net, const Cell& all, const std::vector<Net>& nets) {
    for (const Net other : nets) {
      const Truth& v = value_[other];
      const bool same = within(all.on, v) && none(all.off, v);
      if (!same && !(within(all.off, v) && none(all.on, v))) continue;
      Netlist r = n_;
      for (Gate& g : r.gates)
        for (int i = 0; i < g.fan_in; i++)
          if (g.in[i] == net) {
            g.in[i] = other;
            if (!same) g.table = invert_input(g.table, i);
          }
      for (Output& o : r.outputs)
        if (o.net == net) o = {other, o.inverted == same};
      return settle(without_unit_gates(r));
    }
    return false;
  }

  // Two-input circuits keep gates of two inputs; nothing here makes fewer.
  static Netlist without_unit_gates(const Netlist& n) { return n; }

  static bool decides(const std::vector<Cell>& cells, const Truth& v) {
    for (const Cell& c : cells)
      if (!(within(c.on, v) && none(c.off, v)) && !(within(c.off, v) && none(c.on, v)))
        return false;
    return true;
  }

  static std::vector<Cell> split(const std::vector<Cell>& cells, const Truth& v) {
    std::vector<Cell> r;
    for (const Cell& c : cells)
      for (const bool low : {false, true}) {
        const Cell part{c.on & invert_if(v, low), c.off & invert_if(v, low)};
        if (!part.on.empty() && !part.off.empty()) r.push_back(part);
      }
    return r;
  }

  // The gate again with one fan-in exchanged, or now and then all but one.
  void rebuild(int net, const Cell& all, const std::vector<Net>& nets) {
    Gate g = n_.gate(net);
    const int kept = (int)random_.below((std::size_t)g.fan_in);
    std::vector<Cell> cells = split({all}, value_[g.in[kept]]);
    std::vector<Net> in{g.in[kept]};
    if (fan_in_ == 3) {
      int other = (kept + 1 + (int)random_.below(2)) % 3;
      Net second = g.in[other];
      if (random_.below(6) == 0) second = nets[random_.below(nets.size())];
      cells = split(cells, value_[second]);
      in.push_back(second);
    } else if (random_.below(8) == 0) {
      in[0] = nets[random_.below(nets.size())];
      cells = split({all}, value_[in[0]]);
    }
    for (const Net candidate : nets) {
      if (candidate == g.in[0] || candidate == g.in[1] || candidate == g.in[2]) continue;
      if (!decides(cells, value_[candidate])) continue;
      in.push_back(candidate);
      accept(net, in, all);
      return;
    }
  }

  void accept(int net, const std::vector<Net>& in, const Cell& all) {
    Gate g{{in[0], in[1], in[in.size() > 2 ? 2 : 0]}, (std::uint8_t)in.size(), 0};
    unsigned table = 0;
    for (unsigned x = 0; x < 8; x++) {
      Truth cell = all.on;
      for (std::size_t i = 0; i < in.size(); i++)
        cell = cell & invert_if(value_[in[i]], !(x >> i & 1));
      if (!cell.empty()) table |= 1u << x;
    }
    g.table = (std::uint8_t)table;
    if (in.size() == 2) g.table = (std::uint8_t)((table & 15) * 0x11);
    Netlist r = n_;
    r.gate(net) = g;
    const Netlist before = n_;
    if (!settle(r)) return;
    if (n_.gates.size() <= before.gates.size()) return;
    n_ = before;
    value_ = simulate(n_);
  }

  Netlist n_;
  int fan_in_;
  Random random_;
  std::vector<Truth> value_;
  std::vector<bool> follows_;
  Truth care_;
};

}  // namespace

Netlist optimise(const Netlist& n, int fan_in, const OptimiseOptions& o,
                 const std::atomic<bool>& stop) {
  const auto start = std::chrono::steady_clock::now();
  Netlist best = normalise(n);
  const Netlist first = best;
  LocalSearch local(best, fan_in, o.seed);
  for (std::uint64_t i = 0; i < o.steps && !stop; i++) {
    if (o.seconds > 0 && i % 64 == 0 &&
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > o.seconds)
      break;
    local.step();
    if (local.netlist().gates.size() >= best.gates.size()) continue;
    best = normalise(local.netlist());
    local = LocalSearch(best, fan_in, o.seed + i);
  }
  return fan_in == 3 ? absorb_output_nots(best) : best;
}

}  // namespace hedgerow::circuit
