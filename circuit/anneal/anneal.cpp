// Simulated annealing over gates of two or three inputs (anneal.hpp).
#include "circuit/anneal/anneal.hpp"

#include <algorithm>
#include <chrono>

#include "circuit/anneal/anneal_state.hpp"
#include "circuit/anneal/anneal_tables.hpp"
#include "circuit/anneal/optimise.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/search/small_search.hpp"
#include "circuit/search/small_search3.hpp"

namespace hedgerow::circuit {
namespace {

template <int kWords>
class Annealer : public AnnealState<kWords> {
 public:
  using State = AnnealState<kWords>;
  using State::State;

  // Returns true if the circuit has changed.
  bool step() {
    if (n_.gates.empty()) return false;
    const int net = n_.inputs + (int)random_.below(n_.gates.size());
    observe(net);
    on_ = value_[(std::size_t)net] & care_;
    off_ = ~value_[(std::size_t)net] & care_;
    if (!on_.any() || !off_.any()) return constant(net, on_.any());
    mark();
    if (random_.below(4) == 0 && by_net(net)) return true;
    if (fan_in_ == 2 && random_.below(32) == 0) return by_small_search(net);
    if (temperature_ > 0 && fan_in_ == 2 && random_.below(4) == 0) return by_new(net);
    if (temperature_ > 0 && fan_in_ == 3 && random_.below(4) == 0) return by_new_table(net);
    if (fan_in_ == 3 && random_.below(256) == 0) return by_small_search(net);
    return fan_in_ == 2 ? by_two(net) : by_three(net);
  }

 private:
  using State::accept, State::apply, State::decide, State::mark, State::observe,
      State::distinguished_by, State::transpose_distinguished, State::any_distinguishing,
      State::scratch, State::is_plain;
  using State::care_, State::fan_in_, State::follows_, State::free_, State::n_, State::off_,
      State::on_;
  using State::temperature_, State::options_, State::pairs_, State::random_, State::distinguished_,
      State::value_;
  using typename State::V;

  bool constant(int net, bool one) {
    Netlist r = n_;
    r.gate(net) = {{0, 0, 0}, 0, one ? kTableOne : kTableZero};
    return accept(r);
  }

  // Lets the readers of `net` read another net that agrees with it, or with its complement, at all inputs that matter.
  bool by_net(int net) {
    for (std::size_t i = 0; i < free_.size(); i++) {
      if (distinguished_[i] != pairs_) continue;
      const V& v = value_[free_[i]];
      const bool same = !(on_ & ~v).any() && !(off_ & v).any();
      if (!same && ((on_ & v).any() || (off_ & ~v).any())) continue;
      Netlist r = n_;
      r.gate(net) = {{free_[i], free_[i], free_[i]}, 1, same ? kTableBuffer : kTableNot};
      if (accept(r)) return true;
    }
    return false;
  }

  // Replaces the gate `net` by a gate of two nets that together tell apart all pairs that `known` does not. The search
  // starts at a random net and takes the first pair that wants(a, b, gate) accepts, if its gate is correct. The second
  // net of a pair has an index below that of the first one plus `ahead`.
  template <class Wants>
  bool by_pair(int net, std::uint64_t known, std::size_t ahead, const Wants& wants) {
    transpose_distinguished();
    const std::size_t size = free_.size(), from = random_.below(size);
    for (std::size_t k = 0; k < size; k++) {
      const std::size_t i = k + from < size ? k + from : k + from - size;
      bool done = false;
      const bool found =
          any_distinguishing(pairs_ & ~(distinguished_[i] | known), i + ahead, [&](std::size_t j) {
            Gate g{};
            if (!wants(free_[i], free_[j], &g) || !decide(&g)) return false;
            Netlist& r = scratch();
            r.gate(net) = g;
            done = accept(r, net);
            return true;
          });
      if (found) return done;
    }
    return false;
  }

  bool by_two(int net) {
    const Gate old = n_.gate(net);
    return by_pair(net, 0, 0, [&](Net a, Net b, Gate* g) {
      *g = {{a, b, a}, 2, 0};
      return (a != old.in[0] || b != old.in[1]) && (a != old.in[1] || b != old.in[0]);
    });
  }

  // Builds the gate from a new gate and an existing net. The result is usually more expensive, but the step can leave a
  // circuit that no other step can change.
  bool by_new(int net) {
    const std::size_t size = free_.size();
    for (int tries = 0; tries < 40; tries++) {
      static constexpr std::uint8_t kTables[] = {kTableAnd, kTableAndNot, kTableNotAnd,
                                                 kTableOr,  kTableXor,    kTableXor};
      const Net a = free_[random_.below(size)], b = free_[random_.below(size)];
      if (a == b) continue;
      const Gate fresh{{a, b, a}, 2, kTables[random_.below(6)]};
      const V v = apply(fresh, value_[a], value_[b], value_[a]);
      const std::uint64_t rest = pairs_ & ~distinguished_by(v);
      const std::size_t from = random_.below(size);
      for (std::size_t k = 0; k < size; k++) {
        const std::size_t i = k + from < size ? k + from : k + from - size;
        const Net c = free_[i];
        if (rest & ~distinguished_[i] || c == a || c == b) continue;
        Gate g{{c, (Net)n_.nets(), c}, 2, 0};
        value_.push_back(v);
        const bool right = decide(&g);
        value_.pop_back();
        if (!right) continue;
        Netlist& r = scratch();
        r.gate(net) = g;
        r.gates.push_back(fresh);
        return accept(r, net);
      }
    }
    return false;
  }

  // Marks the gates that are removed together with `net`: the gate itself and all gates that only it needs.
  std::vector<char> alone(int net) const {
    std::vector<int> readers((std::size_t)n_.nets());
    for (const Gate& g : n_.gates)
      for (int i = 0; i < g.fan_in; i++) readers[g.in[i]]++;
    for (const Output& o : n_.outputs) readers[o.net]++;
    std::vector<char> gone((std::size_t)n_.nets());
    gone[(std::size_t)net] = 1;
    for (int i = net; i >= n_.inputs; i--)
      if (gone[(std::size_t)i])
        for (int j = 0; j < n_.gate(i).fan_in; j++)
          if (const Net in = n_.gate(i).in[j]; in >= n_.inputs && --readers[in] == 0) gone[in] = 1;
    return gone;
  }

  // Adds to the pool all nets that stay and do not depend on the gate. Returns them in the order of the pool.
  std::vector<Net> fill(SignalPool& pool, const std::vector<char>& gone) const {
    std::vector<Net> of_pool;
    std::vector<int> in_pool((std::size_t)n_.nets(), -1);
    for (int i = 0; i < n_.nets(); i++) {
      if (i >= n_.inputs) {
        const Gate& g = n_.gate(i);
        if (gone[(std::size_t)i] || follows_[(std::size_t)i] || in_pool[g.in[0]] < 0 ||
            in_pool[g.in[1]] < 0 || in_pool[g.in[2]] < 0)
          continue;
        in_pool[(std::size_t)i] =
            g.fan_in == 3 ? pool.add(g.table, in_pool[g.in[0]], in_pool[g.in[1]], in_pool[g.in[2]])
                          : pool.add(op_of(g.table), in_pool[g.in[0]], in_pool[g.in[1]]);
      } else {
        in_pool[(std::size_t)i] = i;
      }
      if (in_pool[(std::size_t)i] == (int)of_pool.size()) of_pool.push_back((Net)i);
    }
    return of_pool;
  }

  // Replaces the gate and the gates that disappear with it by at most the same number of new gates (small_search.hpp,
  // small_search3.hpp).
  bool by_small_search(int net) {
    Truth care{}, target{};
    const unsigned points = 1u << n_.inputs;
    for (unsigned x = 0; x < points; x++) {
      if (care_.at(x)) care.set(x);
      if (on_.at(x)) target.set(x);
    }
    if (care.count() > 64) return false;
    const std::vector<char> gone = alone(net);
    const int most = (int)std::count(gone.begin(), gone.end(), 1);
    if (most < 2) return false;
    SignalPool pool(n_.inputs);
    std::vector<Net> of_pool = fill(pool, gone);
    Expression e;
    const bool found =
        fan_in_ == 3
            ? SmallSearch3(pool, care).find_smallest(target, std::min(most, 2), random_, &e)
            : SmallSearch(pool, care, pair_table_)
                  .find_smallest(target, std::min(most, random_.below(16) ? 3 : 4), random_, &e);
    if (!found || e.top == Expression::kConstant) return false;
    const int size = pool.size(), top = e.realise(pool);
    Netlist r = n_;
    for (const Gate& g : pool.records(size)) {
      r.gates.push_back({{of_pool[g.in[0]], of_pool[g.in[1]], of_pool[g.in[g.fan_in == 3 ? 2 : 0]]},
                         g.fan_in,
                         g.table});
      of_pool.push_back((Net)(r.nets() - 1));
    }
    const Net made = of_pool[(std::size_t)top];
    const bool same = pool.value(top).at(target.empty() ? 0 : target.first()) == !target.empty();
    r.gate(net) = {{made, made, made}, 1, same ? kTableBuffer : kTableNot};
    return accept(r);
  }

  static Op op_of(std::uint8_t table) {
    return table == kTableAnd      ? Op::kAnd
           : table == kTableOr     ? Op::kOr
           : table == kTableXor    ? Op::kXor
           : table == kTableAndNot ? Op::kAndNot
                                   : Op::kNotAnd;
  }

  // Keeps one fan-in, or draws a net in its place, and searches for the two others.
  bool by_three(int net) {
    const Gate old = n_.gate(net);
    Net kept = old.in[random_.below(old.fan_in)];
    if (random_.below(8) == 0) kept = free_[random_.below(free_.size())];
    std::uint64_t known = 0;
    for (std::size_t i = 0; i < free_.size(); i++)
      if (free_[i] == kept) known = distinguished_[i];
    const auto stays = [&](Net x) {
      return x == old.in[0] || x == old.in[1] || (old.fan_in == 3 && x == old.in[2]);
    };
    return by_pair(net, known, 1, [&](Net a, Net b, Gate* g) {
      *g = {{kept, a, b}, 3, 0};
      return a != kept && b != kept && !(stays(kept) && stays(a) && stays(b));
    });
  }

  // Builds the gate from a new table of three random nets and two existing nets. The first of these may be a fan-in of
  // the old gate.
  bool by_new_table(int net) {
    const Gate old = n_.gate(net);
    const std::size_t size = free_.size();
    transpose_distinguished();
    for (int tries = 0; tries < 40; tries++) {
      const Net a = free_[random_.below(size)], b = free_[random_.below(size)],
                c = free_[random_.below(size)];
      if (a == b || a == c || b == c) continue;
      const Gate fresh{{a, b, c}, 3, (std::uint8_t)(random_.next() & 0xfe)};
      if (!is_plain(fresh)) continue;
      const V v = apply(fresh, value_[a], value_[b], value_[c]);
      const std::size_t i = random_.below(size);
      const Net kept = random_.below(2) ? old.in[random_.below(old.fan_in)] : free_[i];
      const std::uint64_t known = distinguished_by(v) | distinguished_by(value_[kept]);
      bool done = false;
      const bool found = any_distinguishing(pairs_ & ~known, size, [&](std::size_t j) {
        Gate g{{kept, free_[j], (Net)n_.nets()}, 3, 0};
        value_.push_back(v);
        const bool right = decide(&g);
        value_.pop_back();
        if (!right) return false;
        Netlist& r = scratch();
        r.gate(net) = g;
        r.gates.push_back(fresh);
        done = accept(r, net);
        return true;
      });
      if (found) return done;
    }
    return false;
  }

  PairTable pair_table_;
};

template <int kWords>
Netlist run_anneal(const Netlist& n, int fan_in, const AnnealOptions& o,
                   const std::atomic<bool>& stop) {
  Annealer<kWords> w(n, fan_in, o);
  Netlist best = w.netlist();
  double least = w.weight();
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < o.steps && !stop; i++) {
    if (o.seconds > 0 && i % 64 == 0 &&
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > o.seconds)
      break;
    if (o.cold > 0 && i % 1024 == 0)
      w.set_temperature(o.temperature *
                        std::pow(o.cold / o.temperature, (double)i / (double)o.steps));
    if (!w.step() || w.weight() >= least - 1e-9) continue;
    least = w.weight();
    best = w.netlist();
  }
  return best;
}

}  // namespace

Netlist anneal(const Netlist& n, int fan_in, const AnnealOptions& o,
               const std::atomic<bool>& stop) {
  const Netlist start = normalise(n);
  if (fan_in == 3)
    if (const auto best = anneal_tables(start, o, stop))
      return absorb_output_nots(normalise(*best));
  Netlist best = start.inputs <= 6   ? run_anneal<1>(start, fan_in, o, stop)
                 : start.inputs == 7 ? run_anneal<2>(start, fan_in, o, stop)
                                     : run_anneal<4>(start, fan_in, o, stop);
  return fan_in == 3 ? absorb_output_nots(best) : best;
}

}  // namespace hedgerow::circuit
