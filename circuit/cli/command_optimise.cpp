// optimise: improves a circuit by local search over its own basis.
#include <chrono>
#include <iostream>
#include <memory>

#include "circuit/anneal/objective.hpp"
#include "circuit/anneal/optimise.hpp"
#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

struct OptimiseRequest {
  std::string path, box, out, cells, objective = "gates";
  OptimiseOptions options;
};

int run(const OptimiseRequest& q) {
  const std::string out = q.out.empty() ? q.path : q.out;
  check_writable(out);
  NetlistFile file = read_netlist(q.path, q.box);
  const Box box = box_of(file, q.path);
  verify(file.netlist, box);
  if (box.linear())
    throw Error("optimise does not support linear maps; use search for " + box.name);
  const CellLibrary cells = q.cells.empty() ? default_cells() : read_cells(q.cells);
  const Basis basis = with_cells(find_basis(file.basis), cells);
  find_objectives(q.objective);
  if (basis.name != "andn" && basis.name != "lut3")
    throw Error("optimise supports andn and lut3; use search for " + basis.name);
  const auto start = std::chrono::steady_clock::now();
  const Provenance old = file.netlist.provenance;
  const Cost before = cost(file.netlist, basis);
  OptimiseOptions options = q.options;
  const auto wanted = find_objectives(q.objective);
  options.weights = weights_of(wanted, 0, cells);
  file.netlist = schedule(optimise(file.netlist, basis.fan_in, options, interruption()));
  verify(file.netlist, box);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  file.netlist.provenance = {
      old.method.ends_with("+optimise") ? old.method : old.method + "+optimise", q.options.seed,
      old.seconds + seconds};
  const Cost after = cost(file.netlist, basis);
  std::cout << file.box << " " << basis.name << ": " << before.gates << " -> " << after.gates
            << " gates, " << after.output_nots << " output NOTs\n";
  const int status =
      keep(out, file, [&](const NetlistFile& f) { return merit(f.netlist, basis, wanted); });
  if (!interruption()) return status;
  std::cerr << "hedgerow circuit: interrupted; this is the best so far\n";
  return kInterrupted;
}

}  // namespace

void add_optimise(CLI::App& app, Action& action) {
  auto q = std::make_shared<OptimiseRequest>();
  auto* c =
      app.add_subcommand("optimise", "Improve a circuit by local search with exact don't-cares");
  c->add_option("netlist", q->path, "gate file over andn or lut3")->required();
  c->add_option("--box", q->box, "only the circuit of this box");
  c->add_option("-o,--out", q->out, "output file; default: the input file");
  c->add_option("--objective", q->objective, "figures to minimise, see `search --help`")
      ->capture_default_str();
  c->add_option("--cells", q->cells, "areas of cells, see `search --help`");
  c->add_option("--seed", q->options.seed, "random seed")->capture_default_str();
  c->add_option("--steps", q->options.steps, "number of steps")->capture_default_str();
  c->add_option("--seconds", q->options.seconds, "time limit; 0: no limit")
      ->check(CLI::Range(0.0, 1e9));
  c->callback([q, &action] { action = [q] { return run(*q); }; });
}

}  // namespace hedgerow::circuit
