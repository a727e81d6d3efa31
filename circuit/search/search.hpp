// Runs a random search repeatedly. Run i of seed s depends on s + i alone. For example, run 3 of seed 5 is equal to run
// 0 of seed 8. Therefore a given number of runs always has the same result, with any number of threads and any number
// of interruptions.
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
  double seconds = 0;      // 0: no limit; the last runs are cut short
  int threads = 1;
  int most_gates = 0;        // larger circuits count only if no smaller one is found; 0: no limit
  double enough = -1;        // the search ends when the objective reaches this value; -1: never
  int effort = 2;            // 1..4; each step doubles the time, roughly
  std::string checkpoint;    // file; empty: no checkpoint
  std::uint64_t memory = 0;  // limit of the process in bytes; 0: a quarter of the machine's memory
  bool pareto = false;       // two objectives of equal rank: runs weigh them differently
  CellLibrary cells = default_cells();  // for the objective area
  bool progress = false;                // one line on standard error
  bool dump_steps = false;              // prints each step of each run on standard error
  // Another thread or a signal handler may set the flag. The runs then end soon, and the result is the best circuit so
  // far.
  const std::atomic<bool>* interrupted = nullptr;
};

// The arguments of one run. If `stop` is set, the run soon returns its present circuit or throws Stopped.
struct Run {
  const Box& box;
  const SearchOptions& options;
  std::uint64_t seed;
  const std::atomic<bool>& stop;
  void step(const std::string& what) const;  // prints a line for --dump-steps
};
struct Stopped {};

using Method = Netlist (*)(const Run&);
struct NamedMethod {
  const char *name, *what;
  Method run;
  bool linear = false;  // only for linear maps
  bool any = false;     // for tables and for linear maps
};
const std::vector<NamedMethod>& methods();

// Returns the number of bytes that `memory` 0 means.
std::uint64_t quarter_of_memory();

// Returns the best netlist of all runs with its provenance, after it was verified.
Netlist search(const Box& box, const SearchOptions& options);

// Returns the Pareto front for two objectives: every circuit that no other circuit matches in both figures. The
// circuits are verified and in the order of the first objective.
std::vector<Netlist> search_front(const Box& box, const SearchOptions& options);

// The methods, one file each.
Netlist run_construct(const Run& run);
Netlist run_linear(const Run& run);
Netlist run_auto(const Run& run);

}  // namespace hedgerow::circuit
