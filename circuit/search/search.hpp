// Restarts of a random search: run i of seed s is a search of its own, drawn from s + i alone, so a
// number of runs gives one result however many threads there are and however often it was
// interrupted.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "circuit/core/basis.hpp"
#include "circuit/core/cells.hpp"

namespace hedgerow::circuit {

struct SearchOptions {
  std::string basis = "andn", method = "construct", objective = "gates";
  std::uint64_t seed = 1;
  std::uint64_t runs = 1;  // 0: until the time is over
  double seconds = 0;      // 0: no limit; runs are cut short at its end
  int threads = 1;
  int most_gates = 0;      // circuits of more count only where none has fewer; 0: no limit
  double enough = -1;      // the search ends when the objective's figure is so small; -1: never
  int effort = 2;          // 1..4; each step costs about twice the time
  std::string checkpoint;  // file; empty: none
  std::uint64_t memory =
      0;                // bytes that the process may take at most; 0: a quarter of the machine's
  bool pareto = false;  // two objectives alike: the runs weigh them differently
  CellLibrary cells = default_cells();  // what area counts
  bool progress = false;                // one line on standard error
  bool dump_steps = false;              // each step of each run on standard error
  // Set from outside (a signal): the runs end soon, and the best circuit so far is the result.
  const std::atomic<bool>* interrupted = nullptr;
};

// What one run may ask for. When `stop` is set it gives the circuit that it has soon, or throws Stopped.
struct Run {
  const Box& box;
  const SearchOptions& options;
  std::uint64_t seed;
  const std::atomic<bool>& stop;
  void step(const std::string& what) const;  // for --dump-steps
};
struct Stopped {};

using Method = Netlist (*)(const Run&);
struct NamedMethod {
  const char *name, *what;
  Method run;
  bool linear = false;  // for linear maps, and these only
  bool any = false;     // for both
};
const std::vector<NamedMethod>& methods();

// Bytes; what `memory` 0 means.
std::uint64_t quarter_of_memory();

// The best netlist of all runs, verified, with its provenance.
Netlist search(const Box& box, const SearchOptions& options);

// Of two objectives the circuits that no other one found is as good as in both, in the order of the first; verified.
std::vector<Netlist> search_front(const Box& box, const SearchOptions& options);

// The methods, one file each.
Netlist run_construct(const Run& run);
Netlist run_linear(const Run& run);
Netlist run_auto(const Run& run);

}  // namespace hedgerow::circuit
