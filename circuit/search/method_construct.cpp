// The method `construct`. It builds one output after the other, and each may use all signals of the earlier ones
// (construct.hpp). At each stage, it tries several of the remaining outputs and keeps the output that needs the fewest
// gates.
#include "circuit/core/convert.hpp"
#include "circuit/search/construct3.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

Effort effort_of(int level) {
  Effort e;
  e.worth = 25 << 2 * level;
  e.wide_splits = level < 2 ? 32 : level < 3 ? 80 : 1000;
  e.deep_splits = level < 2 ? 3 : level < 3 ? 4 : 8;
  e.halves = level < 2 ? 1 : level < 3 ? 2 : level < 4 ? 3 : 5;
  e.wholes = level < 4 ? 1 : 2;
  return e;
}
// Returns the number of outputs to try at `stage`. The first stages have many tries, because they are cheap and all
// later outputs use their signals. Late stages are cheap again if there are many signals.
int tries_at(std::size_t stage, int level, int signals) {
  constexpr int kTries[] = {8, 4, 2};
  if (stage < 3) return kTries[stage] * level / 2 + 1;
  return (level > 2 ? level - 1 : 1) + signals / 500;
}

struct Stage {
  std::size_t output = 0;
  int net = 0;
  std::vector<Gate> records;
  std::size_t gates = 1u << 20;
};

Truth cofactor(const Truth& f, int input, bool high) {
  Truth r;
  for (unsigned x = 0; x < 256; x++)
    if (f.at(high ? x | 1u << input : x & ~(1u << input))) r.set(x);
  return r;
}

// Builds f = f0 ^ (x . (f0 ^ f1)) without a search, starting at the last input, and shares equal parts. `f` is 0 at
// input 0, like all signals of a SignalPool.
int plain(SignalPool& pool, const Truth& f, int input) {
  if (f.empty()) return Constructor::kConstant;
  for (int net = 0; net < pool.size(); net++)
    if (pool.value(net) == f) return net;
  const Truth low = cofactor(f, input, false), change = low ^ cofactor(f, input, true);
  const bool odd = change.at(0);  // then its complement is used
  const int base = plain(pool, low, input - 1);
  const int other = plain(pool, invert_if(change, odd), input - 1);
  const bool none = other == Constructor::kConstant;
  if (none && !odd) return base;
  const int product = none ? input : pool.add(odd ? Op::kAndNot : Op::kAnd, input, other);
  return base == Constructor::kConstant ? product : pool.add(Op::kXor, base, product);
}

// Builds the outputs that remain after an interrupted search.
void complete(SignalPool& pool, const Box& box, const std::vector<std::size_t>& left,
              std::vector<int>& nets) {
  for (const std::size_t o : left)
    nets[o] = plain(pool, invert_if(box.outputs[o], box.outputs[o].at(0)), box.inputs - 1);
}

// Chooses one of the remaining outputs and builds it.
template <class C>
Stage build_one(const Run& run, SignalPool& pool, C& constructor,
                const std::vector<std::size_t>& left, std::size_t stage) {
  const Box& box = run.box;
  Truth care;
  for (unsigned x = 0; x < (unsigned)box.entries(); x++) care.set(x);
  Stage best;
  const int size = pool.size();
  for (int i = 0; i < tries_at(stage, run.options.effort, size); i++) {
    const std::size_t o = left[(std::size_t)i % left.size()];
    const Truth target = invert_if(box.outputs[o], box.outputs[o].at(0));
    const int net = constructor.build(target, care, (int)best.gates);
    if (net == C::kGivenUp) continue;
    const std::size_t gates = (std::size_t)(pool.size() - size);
    if (gates < best.gates) best = {o, net, pool.records(size), gates};
    pool.roll_back(size);
  }
  return best;
}

template <class C>
Netlist construct(const Run& run) {
  const Box& box = run.box;
  Random random(run.seed);
  SignalPool pool(box.inputs);
  const Effort effort = effort_of(run.options.effort);
  C constructor(pool, random, effort, run.stop);
  std::vector<std::size_t> left;
  for (std::size_t o = 0; o < box.outputs.size(); o++) left.push_back(o);
  std::vector<int> nets(left.size());
  for (std::size_t stage = 0; !left.empty(); stage++) {
    random.shuffle(left);
    const int size = pool.size();
    try {
      const Stage best = build_one(run, pool, constructor, left, stage);
      pool.replay(best.records);
      nets[best.output] = best.net;
      std::erase(left, best.output);
      run.step("output " + std::to_string(best.output) + ": " + std::to_string(best.gates) +
               " gates, " + std::to_string(pool.gates()) + " in all");
    } catch (const Stopped&) {
      pool.roll_back(size);
      complete(pool, box, left, nets);
      left.clear();
    }
  }
  return pool.netlist(nets, box.outputs);
}

}  // namespace

Netlist run_construct(const Run& run) {
  const Basis& basis = find_basis(run.options.basis);
  if (basis.name == "lut3") return absorb_output_nots(construct<Constructor3>(run));
  return convert(construct<Constructor>(run), basis, run.seed);
}

}  // namespace hedgerow::circuit
