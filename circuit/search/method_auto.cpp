// The method `auto`. It tries to recognise the structure of a box from its table. Each structure that it finds and the
// general constructor give a starting circuit, and simulated annealing improves it. Runs use these starting circuits in
// turn, and some runs are longer than the first.
#include <algorithm>
#include <map>
#include <new>

#include "circuit/anneal/anneal.hpp"
#include "circuit/anneal/objective.hpp"
#include "circuit/anneal/optimise.hpp"
#include "circuit/core/compose.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/recognise/decompose.hpp"
#include "circuit/recognise/recognise.hpp"
#include "circuit/search/kwan_tables.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

using Way = bool (*)(const Run& run, Random& random, Netlist* result);

bool by_inversion(const Run& run, Random&, Netlist* result) {
  std::array<std::uint8_t, 256> in;
  if (!recognise_inversion(run.box, &in)) return false;
  *result = decompose_inversion(run.box, run.seed);
  return true;
}

bool by_steps(const Run& run, Random& random, Netlist* result) {
  const std::size_t width = (std::size_t)100
                            << std::min<std::uint64_t>(2 * (std::uint64_t)run.options.effort, 6);
  return recognise_steps(run.box, random, width, run.stop, result);
}

bool by_halves(const Run& run, Random& random, Netlist* result) {
  return recognise_halves(run.box, random, result);
}

bool by_construction(const Run& run, Random&, Netlist* result) {
  SearchOptions o = run.options;
  o.basis = "andn";
  *result = run_construct({run.box, o, run.seed, run.stop});
  return true;
}

struct NamedWay {
  const char* name;
  Way way;
};
constexpr NamedWay kWays[] = {{"inversion", by_inversion},
                              {"halves", by_halves},
                              {"steps", by_steps},
                              {"construction", by_construction}};

// Returns 1, 1, 2, 1, 1, 2, 4, ...: mostly short runs, and sometimes a longer one [Luby, Sinclair, Zuckerman 1993].
std::uint64_t turns(std::uint64_t i) {
  std::uint64_t size = 1;
  while (size < i) size = 2 * size + 1;
  return i == size ? (size + 1) / 2 : turns(i - size / 2);
}

// Runs a method and returns false if it needs too much memory. Only the recognition of a structure needs much memory,
// and the general constructor remains possible without it.
bool within_memory(const NamedWay& w, const Run& run, Random& random, Netlist* n) {
  try {
    return w.way(run, random, n);
  } catch (const std::bad_alloc&) {
    if (w.way == by_construction) throw;
    run.step(std::string(w.name) + ": needs more than the memory limit");
    return false;
  }
}

// Returns the smallest circuit that the methods find. If a structure was recognised, the general constructor is tried
// only in every fourth run.
Netlist start_of(const Run& run, Random& random) {
  Netlist best;
  const std::uint64_t index = run.seed - run.options.seed;
  for (const NamedWay& w : kWays) {
    const bool general = w.way == by_construction;
    if (general && !best.gates.empty() && (run.stop || index % 4 != 3)) continue;
    Netlist n;
    if (run.stop && !best.gates.empty()) break;
    if (!within_memory(w, run, random, &n)) continue;
    n = normalise(n);
    run.step(std::string(w.name) + ": " + std::to_string(n.gates.size()) + " gates");
    if (best.gates.empty() || n.gates.size() < best.gates.size()) best = std::move(n);
  }
  return best;
}

// For three-input tables with at most six inputs. Annealing improves some starting circuits much more than others.
// Therefore it first makes short runs from many starts, then longer runs from the best of these, and finally a full run
// from the best.
Netlist by_tables(const Run& run, Random& random, AnnealOptions o) {
  constexpr std::size_t kStarts = 12, kLonger = 3;
  o.temperature = 0.3;
  o.cold = 0.15;
  std::vector<Netlist> all;
  const auto anneal_from = [&](const Netlist& n, std::uint64_t steps) {
    AnnealOptions part = o;
    part.seed = random.next();
    part.steps = steps;
    return anneal(n, 3, part, run.stop);
  };
  const auto sort = [&](const char* what) {
    std::multimap<double, Netlist> by_weight;  // keeps the order of equal weights
    for (Netlist& n : all) by_weight.emplace(o.weights.of(n), std::move(n));
    all.clear();
    for (auto& [weight, n] : by_weight) all.push_back(std::move(n));
    run.step(std::string(what) + ": " + std::to_string(all[0].gates.size()) + " tables");
  };
  try {
    for (std::size_t i = 0; i < kStarts; i++)
      all.push_back(anneal_from(kwan_tables(run.box, random, run.stop), o.steps / kStarts));
  } catch (const Stopped&) {
    if (all.empty()) return run_construct(run);
  }
  sort("short walks");
  all.resize(std::min(all.size(), kLonger));
  for (Netlist& n : all) n = anneal_from(n, o.steps / kLonger);
  sort("longer walks");
  Netlist best = anneal_from(all[0], o.steps);
  run.step("walk: " + std::to_string(best.gates.size()) + " tables");
  return best;
}

}  // namespace

bool is_box(const Netlist& n, const Box& box) {
  const std::vector<Truth> value = simulate(n);
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    if (invert_if(value[n.outputs[o].net], n.outputs[o].inverted) != box.outputs[o]) return false;
  return n.outputs.size() == box.outputs.size();
}

Netlist run_auto(const Run& run) {
  if (run.box.linear()) return run_linear(run);
  const Basis& basis = find_basis(run.options.basis);
  Random random(run.seed);
  const std::uint64_t index = run.seed - run.options.seed;
  AnnealOptions o;
  o.seed = run.seed;
  o.steps = ((std::uint64_t)12500 << 2 * run.options.effort) * turns(index + 1);
  // For a Pareto front, runs of one structure use different weights of the second figure in turn.
  constexpr double kSeconds[] = {1.0 / 8, 1, 8, 1.0 / 3, 3, 32, 1.0 / 32};
  o.weights =
      weights_of(find_objectives(run.options.objective), run.options.most_gates, run.options.cells,
                 run.options.pareto ? kSeconds[index % std::size(kSeconds)] : kSeconds[0]);
  constexpr double kTemperatures[][2] = {{0.2, 0}, {0.4, 0.12}, {0.3, 0}};  // start and end
  o.temperature = kTemperatures[index % 3][0];
  o.cold = kTemperatures[index % 3][1];
  if (basis.name == "lut3" && run.box.inputs <= 6) return by_tables(run, random, o);
  if (basis.name == "lut3" && index % 2) return anneal(run_construct(run), 3, o, run.stop);
  Netlist n = anneal(start_of(run, random), 2, o, run.stop);
  run.step("walk: " + std::to_string(n.gates.size()) + " gates");
  if (basis.name != "lut3") return convert(n, basis, run.seed);
  return anneal(merge_gates(n, true), 3, o, run.stop);
}

}  // namespace hedgerow::circuit
