// Searches for circuits of functions of four bits, which are parts of larger boxes.
#include "circuit/anneal/anneal.hpp"
#include "circuit/recognise/decompose.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

Netlist nibble_circuit(const std::vector<unsigned>& table, int width, Random& random) {
  SearchOptions o;
  o.effort = 1;
  const Box box = make_box("nibble", {table}, width, false);
  const std::atomic<bool> stop = false;
  Netlist best;
  for (int i = 0; i < 3; i++) {
    o.seed = random.next() >> 16;
    AnnealOptions w;
    w.seed = o.seed, w.steps = 20000, w.temperature = 0.3;
    const Netlist n = anneal(run_construct({box, o, o.seed, stop}), 2, w, stop);
    if (!i || n.gates.size() < best.gates.size()) best = n;
  }
  return best;
}

}  // namespace hedgerow::circuit
