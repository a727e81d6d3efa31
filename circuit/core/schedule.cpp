// Orders gates by greedy list scheduling with random restarts, so that few values are live.
#include "circuit/core/schedule.hpp"

#include <set>

#include "circuit/core/random.hpp"

namespace hedgerow::circuit {
namespace {

std::set<Net> fan_ins(const Gate& g) { return {g.in, g.in + g.fan_in}; }

class Scheduler {
 public:
  explicit Scheduler(const Netlist& n) : n_(n), readers_((std::size_t)n.nets()) {
    for (std::size_t g = 0; g < n.gates.size(); g++)
      for (const Net net : fan_ins(n.gates[g])) readers_[net].push_back((int)g);
  }

  std::vector<int> order(Random& random) const {
    std::vector<int> uses((std::size_t)n_.nets()), missing(n_.gates.size()), ready, result;
    for (std::size_t i = 0; i < readers_.size(); i++) uses[i] = (int)readers_[i].size();
    for (const Output& o : n_.outputs) uses[o.net]++;
    for (std::size_t g = 0; g < n_.gates.size(); g++) {
      for (const Net net : fan_ins(n_.gates[g])) missing[g] += net >= n_.inputs;
      if (!missing[g]) ready.push_back((int)g);
    }
    while (!ready.empty()) {
      const std::size_t k = choose(ready, uses, result, random);
      const int g = ready[k];
      ready.erase(ready.begin() + (std::ptrdiff_t)k);
      result.push_back(g);
      for (const Net net : fan_ins(n_.gates[(std::size_t)g])) uses[net]--;
      for (const int reader : readers_[(std::size_t)(n_.inputs + g)])
        if (--missing[(std::size_t)reader] == 0) ready.push_back(reader);
    }
    return result;
  }

 private:
  // Prefers the gate that ends the most values, then one that reads the last result or is nearly the last reader of a
  // value. A random choice decides the rest.
  std::size_t choose(const std::vector<int>& ready, const std::vector<int>& uses,
                     const std::vector<int>& done, Random& random) const {
    std::size_t best = 0;
    std::uint64_t most = 0;
    const int last = done.empty() ? -1 : n_.inputs + done.back();
    for (std::size_t k = 0; k < ready.size(); k++) {
      std::uint64_t score = 0;
      for (const Net net : fan_ins(n_.gates[(std::size_t)ready[k]])) {
        if (uses[net] == 1) score += 100;
        if (uses[net] == 2) score += 20;
        if (net == last) score += 30;
      }
      score = score << 32 | (random.next() & 0xffffffff);
      if (score >= most) most = score, best = k;
    }
    return best;
  }

  const Netlist& n_;
  std::vector<std::vector<int>> readers_;
};

// Appends all gates that `net` depends on and that are not done yet, each after its fan-ins.
void need(const Netlist& n, Net net, std::vector<bool>& done, std::vector<int>& order) {
  if (net < n.inputs || done[net]) return;
  for (const Net fan_in : fan_ins(n.gate(net))) need(n, fan_in, done, order);
  done[net] = true;
  order.push_back(net - n.inputs);
}

}  // namespace

Netlist output_order(const Netlist& n) {
  std::vector<bool> done((std::size_t)n.nets());
  std::vector<int> order;
  std::vector<Output> left = n.outputs;
  while (!left.empty()) {
    std::size_t best = 0, fewest = n.gates.size() + 1;
    for (std::size_t i = 0; i < left.size(); i++) {
      std::vector<bool> copy = done;
      std::vector<int> added;
      need(n, left[i].net, copy, added);
      if (added.size() < fewest) best = i, fewest = added.size();
    }
    need(n, left[best].net, done, order);
    left.erase(left.begin() + (std::ptrdiff_t)best);
  }
  return reorder(n, order);
}

Netlist schedule(const Netlist& n, int tries) {
  Netlist best = n;
  int least = live_values(n);
  const Scheduler scheduler(n);
  Random random(1);
  for (int i = 0; i < tries; i++) {
    Netlist r = reorder(n, scheduler.order(random));
    const int live = live_values(r);
    if (live < least) least = live, best = std::move(r);
  }
  return best;
}

}  // namespace hedgerow::circuit
