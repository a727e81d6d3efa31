// The list of methods. Methods for a known structure build a circuit and then improve it by local search.
#include "circuit/anneal/optimise.hpp"
#include "circuit/core/compose.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/recognise/decompose.hpp"
#include "circuit/search/paper2020.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

using Start = Netlist (*)(const Box& box, std::uint64_t seed);

template <Start kStart>
Netlist run_start(const Run& run) {
  const Basis& basis = find_basis(run.options.basis);
  Netlist n = kStart(run.box, run.seed);
  run.step("start: " + std::to_string(n.gates.size()) + " gates");
  const OptimiseOptions o{run.seed, (std::uint64_t)25000 << 2 * run.options.effort, 0, {}};
  n = optimise(n, 2, o, run.stop);
  run.step("local search: " + std::to_string(n.gates.size()) + " gates");
  if (basis.name != "lut3") return convert(n, basis, run.seed);
  n = merge_gates(n, true);
  run.step("merged: " + std::to_string(n.gates.size()) + " tables");
  return optimise(n, 3, o, run.stop);
}

}  // namespace

const std::vector<NamedMethod>& methods() {
  static const std::vector<NamedMethod> list = {
      {"auto",
       "recognises the structure of the box or constructs a circuit, and improves it by annealing "
       "(for linear maps as linear)",
       run_auto, false, true},
      {"construct", "splits f = g ^ (s . d) with don't-cares, for any box", run_construct},
      {"paper2020", "the heuristic of the 2020 paper, implemented literally", run_paper2020},
      {"paper2020-wanted",
       "the same with the wanted vector in the outer loop, which is closer to the paper's counts",
       run_paper2020_wanted},
      {"paper2020-greedy", "the same with a greedy choice, which is our own variant",
       run_paper2020_greedy},
      {"paper2020-32", "the same on vectors of 32 bits, as the paper suggests", run_paper2020_32},
      {"inversion", "inversion in a tower field, then local search",
       run_start<decompose_inversion>},
      {"kuznyechik", "the published decomposition, then local search",
       run_start<decompose_kuznyechik>},
      {"clefia", "S0 from its 4-bit boxes, then local search", run_start<decompose_clefia>},
      {"linear", "greedy sums, then local search over terms and values, for linear maps",
       run_linear, true},
  };
  return list;
}

}  // namespace hedgerow::circuit
