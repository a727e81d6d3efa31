// Simulated annealing over tables of three inputs for at most six inputs (anneal_tables.hpp).
#include "circuit/anneal/anneal_tables.hpp"

#include <chrono>
#include <cmath>

#include "circuit/anneal/table_circuit.hpp"

namespace hedgerow::circuit {
namespace {

class TableAnnealer {
 public:
  using Set = TableCircuit::Set;
  using Node = TableCircuit::Node;

  TableAnnealer(const TableCircuit& c, std::uint64_t seed) : c_(c), random_(seed) {}
  const TableCircuit& circuit() const { return c_; }
  void set_temperature(double temperature) { temperature_ = temperature; }

  // Returns true if the circuit has changed.
  bool step() {
    if (c_.gates() == 0) return false;
    const int net = c_.gate_at((int)random_.below((std::size_t)c_.gates()));
    // The number of gates that the result may cost more. A step by d gates is accepted with probability e^(-d /
    // temperature).
    dearer_ = 0;
    if (temperature_ > 0) {
      const double u = ((double)(random_.next() >> 11) + 1) * 0x1p-53;
      dearer_ = (int)std::min(4.0, -temperature_ * std::log(u));
    }
    const std::size_t kind = random_.below(8);
    return kind < 2 ? by_table(net) : kind < 5 ? by_readers(net) : by_two(net);
  }

 private:
  // The target of a step: a table of up to three nets that `function` accepts.
  struct Goal {
    PartialFunction function;
    Set from;        // nets that may be read
    Set gone, used;  // gates that disappear with the old one, and nets that are read in any case
    int more;        // number of new gates in addition to the replaced one
    Set old;         // fan-ins that would give the old circuit again
  };
  struct Found {
    int nets[3];
    int count = 0, table = 0;
  };

  // Finds all tables that are not more expensive than allowed and returns a random one of the cheapest.
  bool find(Goal& goal, Found* found) {
    distinguishers_.set(goal.function, c_.ones(), goal.from, random_);
    int ways = 0, best = 0;
    const auto take = [&](int i, int j, int k) {
      const int size = k >= 0 ? 3 : j >= 0 ? 2 : 1;
      const int chosen[3] = {i, std::max(j, 0), std::max(k, 0)};
      Set reads = 0;
      for (int x = 0; x < size; x++) reads |= TableCircuit::bit(chosen[x]);
      if (reads == goal.old) return false;
      const Set stays = c_.kept(goal.gone, reads | goal.used);
      const int change = goal.more + (size > 1) - std::popcount(goal.gone & ~stays);
      if (change > dearer_ || (best < 0 && change > best)) return false;
      if (change >= best && ways && random_.below((std::size_t)++ways)) return false;
      const Word words[3] = {c_.value(chosen[0]), c_.value(chosen[1]), c_.value(chosen[2])};
      const int table = goal.function.table(words, size, random_);
      PartialFunction::Pair pair;
      if (table < 0) {
        if (goal.function.refutation(words, size, &pair)) distinguishers_.add(pair);
        return false;
      }
      if (change < best) best = change, ways = 0;
      ways += !ways;
      *found = {{chosen[0], chosen[1], chosen[2]}, size, table};
      return false;
    };
    distinguishers_.any_triple(take);
    return found->count > 0;
  }

  Word value_of(const Found& f) const {
    return table_of((unsigned)f.table, c_.value(f.nets[0]), c_.value(f.nets[1]),
                    c_.value(f.nets[2]));
  }

  // Completes a change. If the result is wrong or too expensive, it restores `old` and returns false.
  bool keep(const TableCircuit& old) {
    if (c_.settle() && c_.gates() <= old.gates() + dearer_) return true;
    c_ = old;
    return false;
  }

  bool constant(int net, bool one) {
    if (c_.is_output(net)) return false;
    const TableCircuit old = c_;
    for (Set left = c_.readers(net); left; left &= left - 1) {
      const int r = std::countr_zero(left);
      const Node& n = c_.node(r);
      unsigned table = 0;
      int nets[3];
      for (unsigned x = 0; x < 8; x++) {
        unsigned y = x;
        for (unsigned i = 0; i < 3; i++)
          if (n.in[i] == net) y = one ? y | 1u << i : y & ~(1u << i);
        table |= (n.table >> y & 1u) << x;
      }
      for (int i = 0; i < 3; i++) nets[i] = n.in[(std::size_t)i];
      c_.set(r, TableCircuit::node_of(nets, std::popcount(n.reads), table));
    }
    return keep(old);
  }

  // The inputs at which an output changes with the net, split into those where the net is 1 and those where it is 0.
  struct Wanted {
    Word on, off;
    Set follow;
  };
  Wanted wanted(int net) const {
    const TableCircuit::View v = c_.view(net);
    return {c_.value(net) & v.care, ~c_.value(net) & v.care, v.follow};
  }

  // Sets the gate to a table of these nets. The last net has the value `last`. Returns false if the nets do not decide
  // the gate.
  bool decide(int net, const Wanted& w, const int* nets, int count, Word last) {
    PartialFunction d;
    d.add(w.on, w.off);
    Word words[3] = {};
    for (int i = 0; i < count; i++) words[i] = i == count - 1 ? last : c_.value(nets[i]);
    int table = d.table(words, count, random_);
    if (table < 0) return false;
    const Word is = table_of((unsigned)table, words[0], words[1], words[2]);
    if ((is & w.off) | (~is & w.on)) table ^= 0xff;
    c_.set(net, TableCircuit::node_of(nets, count, (unsigned)table));
    return true;
  }

  // Replaces the table of the gate by another one that is correct at all inputs that matter.
  bool by_table(int net) {
    const Wanted w = wanted(net);
    if (!w.on || !w.off) return constant(net, w.on);
    Goal goal{{}, c_.nets() & ~w.follow, c_.alone(net), 0, 0, c_.node(net).reads};
    goal.function.add(w.on, w.off);
    Found f;
    if (!find(goal, &f)) return false;
    const TableCircuit old = c_;
    Word is = value_of(f);
    const bool turned = (is & w.off) | (~is & w.on);
    if (turned) is = ~is;
    if (f.count == 1)
      c_.substitute(net, f.nets[0], is != c_.value(f.nets[0]));
    else
      c_.set(net, TableCircuit::node_of(f.nets, f.count, (unsigned)f.table ^ (turned ? 0xff : 0)));
    return keep(old);
  }

  struct Reader {
    int net;
    Wanted wanted;
  };
  static constexpr int kMostReaders = 5;  // because a function has room for four parts of each
  // Computes the function that a net must have if the tables of its readers are free. Returns the number of readers.
  int function_for_readers(int net, PartialFunction* function, Reader* readers) const {
    int count = 0;
    for (Set left = c_.readers(net); left; left &= left - 1) {
      const int r = std::countr_zero(left);
      const Wanted w = wanted(r);
      Word others[2] = {};
      int size = 0;
      for (Set o = c_.node(r).reads & ~TableCircuit::bit(net); o; o &= o - 1)
        others[size++] = c_.value(std::countr_zero(o));
      function->add_cells(w.on, w.off, others[0], others[1]);
      readers[count++] = {r, w};
    }
    if (c_.is_output(net)) function->add(c_.value(net), ~c_.value(net));
    return count;
  }

  // Replaces the table of a net and builds all its readers again.
  bool by_readers(int net) {
    Reader readers[kMostReaders];
    if (std::popcount(c_.readers(net)) > kMostReaders) return by_table(net);
    Goal goal{{}, c_.nets() & ~c_.view(net).follow, c_.alone(net), 0, 0, c_.node(net).reads};
    const int count = function_for_readers(net, &goal.function, readers);
    Found f;
    if (goal.function.empty()) return by_table(net);
    if (!find(goal, &f)) return false;
    const TableCircuit old = c_;
    const int by = f.count == 1 ? f.nets[0] : net;
    const Word is = f.count == 1 ? c_.value(by) : value_of(f);
    for (int i = 0; i < count; i++) {
      int nets[3], size = 0;
      for (Set o = old.node(readers[i].net).reads & ~TableCircuit::bit(net); o; o &= o - 1)
        nets[size++] = std::countr_zero(o);
      nets[size++] = by;
      if (!decide(readers[i].net, readers[i].wanted, nets, size, is)) {
        c_ = old;
        return false;
      }
    }
    if (f.count == 1)
      c_.substitute(net, by, false);
    else
      c_.set(net, TableCircuit::node_of(f.nets, f.count, (unsigned)f.table));
    return keep(old);
  }

  // Chooses two nets for the gate, either among its fan-ins or at random.
  bool draw_two(int net, Set from, int* two) {
    int in[3], count = 0, free[TableCircuit::kMostNets], size = 0;
    for (Set left = c_.node(net).reads; left; left &= left - 1)
      in[count++] = std::countr_zero(left);
    for (Set left = from; left; left &= left - 1) free[size++] = std::countr_zero(left);
    if (count == 0 || size < 2) return false;
    const std::size_t kind = random_.below(4), at = random_.below((std::size_t)count);
    two[0] = kind < 3 ? in[at] : free[random_.below((std::size_t)size)];
    two[1] = kind < 2 && count == 3 ? in[(at + 1 + random_.below(2)) % 3]
                                    : free[random_.below((std::size_t)size)];
    return two[0] != two[1];
  }

  // Builds the gate from two existing nets and a new table.
  bool by_two(int net) {
    const Wanted w = wanted(net);
    if (!w.on || !w.off) return constant(net, w.on);
    Goal goal{{}, c_.nets() & ~w.follow, c_.alone(net), 0, 1, 0};
    if (2 - std::popcount(goal.gone) > dearer_) return by_readers(net);
    int nets[3];
    const int fresh = c_.free_net();
    if (fresh < 0 || !draw_two(net, goal.from, nets)) return false;
    goal.used = TableCircuit::bit(nets[0]) | TableCircuit::bit(nets[1]);
    goal.function.add_cells(w.on, w.off, c_.value(nets[0]), c_.value(nets[1]));
    if (goal.function.empty()) return by_table(net);
    Found f;
    if (!find(goal, &f)) return false;
    const TableCircuit old = c_;
    nets[2] = f.count == 1 ? f.nets[0] : fresh;
    const Word is = f.count == 1 ? c_.value(nets[2]) : value_of(f);
    if (f.count > 1) c_.set(fresh, TableCircuit::node_of(f.nets, f.count, (unsigned)f.table));
    if (!decide(net, w, nets, 3, is)) {
      c_ = old;
      return false;
    }
    return keep(old);
  }

  TableCircuit c_;
  Distinguishers distinguishers_;
  Random random_;
  double temperature_ = 0;
  int dearer_ = 0;
};

bool counts_gates(const Weights& w) {
  return w.sum == w.product && w.sum > 0 && w.depth == 0 && w.product_depth == 0 && w.live == 0 &&
         w.excess == 0;
}

}  // namespace

std::optional<Netlist> anneal_tables(const Netlist& n, const AnnealOptions& o,
                                     const std::atomic<bool>& stop) {
  TableCircuit best;
  if (!counts_gates(o.weights) || !best.take(n)) return {};
  TableAnnealer w(best, o.seed);
  w.set_temperature(o.temperature / o.weights.sum);
  const auto start = std::chrono::steady_clock::now();
  const auto over = [&] {
    return o.seconds > 0 &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
               o.seconds;
  };
  for (std::uint64_t i = 0; i < o.steps && !stop; i++) {
    if (i % 1024 == 0) {
      if (over()) break;
      if (o.cold > 0)
        w.set_temperature(o.temperature / o.weights.sum *
                          std::pow(o.cold / o.temperature, (double)i / (double)o.steps));
    }
    if (w.step() && w.circuit().gates() < best.gates()) best = w.circuit();
  }
  return best.netlist();
}

}  // namespace hedgerow::circuit
