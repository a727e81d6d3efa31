// optimise: local search on a netlist, over its own basis.
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
  if (box.linear()) throw Error("optimise is not for linear maps; search again: " + box.name);
  const CellLibrary cells = q.cells.empty() ? default_cells() : read_cells(q.cells);
  const Basis basis = with_cells(find_basis(file.basis), cells);
  find_objectives(q.objective);
  if (basis.name != "andn" && basis.name != "lut3")
    throw Error("optimise works on andn and lut3; search converts to " + basis.name);
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
      app.add_subcommand("optimise", "Improve a netlist by local search with exact don't-cares");
  c->add_option("netlist", q->path, "file of netlists over andn or lut3")->required();
  c->add_option("--box", q->box, "of several circuits that of this box");
  c->add_option("-o,--out", q->out, "another file for the result");
  c->add_option("--objective", q->objective, "what is to be small, as for search")
      ->capture_default_str();
  c->add_option("--cells", q->cells, "what area counts, as for search");
  c->add_option("--seed", q->options.seed, "of the steps")->capture_default_str();
  c->add_option("--steps", q->options.steps, "how many")->capture_default_str();
  c->add_option("--seconds", q->options.seconds, "time budget; 0: none")
      ->check(CLI::Range(0.0, 1e9));
  c->callback([q, &action] { action = [q] { return run(*q); }; });
}

}  // namespace hedgerow::circuit
