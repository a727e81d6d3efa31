// convert: converts circuits to or from another format, or to another basis (it tries several seeds and takes the best
// result), or both.
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

struct ConvertRequest {
  std::string path, basis, box, out;
  std::uint64_t seeds = 8;
};

NetlistFile over_basis(const std::string& path, const NetlistFile& file, const Basis& basis,
                       std::uint64_t seeds) {
  const Box box = box_of(file, path);
  verify(file.netlist, box);
  if (file.basis != "andn")
    throw Error("another basis can be reached only from andn, not from " + file.basis);
  NetlistFile best = file;
  best.basis = basis.name;
  for (std::uint64_t seed = 1; seed <= seeds; seed++) {
    const Netlist r = convert(file.netlist, basis, seed);
    if (seed == 1 || cost(r, basis).area < cost(best.netlist, basis).area) best.netlist = r;
  }
  best.netlist = schedule(best.netlist);
  best.netlist.provenance = file.netlist.provenance;
  best.netlist.provenance.method += "+convert";
  verify(best.netlist, box);
  return best;
}

int to_basis(const ConvertRequest& q) {
  const Basis& basis = find_basis(q.basis);
  const NetlistFile best = over_basis(q.path, read_netlist(q.path, q.box), basis, q.seeds);
  const Cost c = cost(best.netlist, basis);
  std::cout << best.box << " " << basis.name << ": " << c.gates << " gates, " << c.output_nots
            << " output NOTs, area " << c.area << "\n";
  if (!write_if_better(q.out, best))
    std::cout << "the file keeps its circuit, which is as good or better\n";
  return 0;
}

// Writes the circuits unchanged. If the file does not name a box or basis, as in BLIF files of other tools, those of
// the request apply.
int to_format(const ConvertRequest& q, std::vector<NetlistFile> circuits) {
  if (circuits.size() == 1 && circuits[0].box.empty() && !q.box.empty()) {
    const Box box = find_box(q.box);
    verify(circuits[0].netlist, box);
    circuits[0] = file_of(box, circuits[0].basis, circuits[0].netlist);
  } else if (!q.box.empty()) {
    circuits = {read_netlist(q.path, q.box)};
  }
  for (NetlistFile& f : circuits) {
    if (f.basis.empty() && q.basis.empty())
      throw Error(q.path + " names no basis; give it by --basis");
    if (f.basis.empty()) f.basis = find_basis(q.basis).name;
    if (!f.box.empty()) check_circuit(f, q.path);
  }
  write_netlists(q.out, circuits);
  std::cout << q.out << ": " << circuits.size()
            << (circuits.size() == 1 ? " circuit\n" : " circuits\n");
  return 0;
}

int run(const ConvertRequest& q) {
  const std::vector<NetlistFile> circuits = read_netlists(q.path);
  const std::string& basis = circuits[0].basis;
  return q.basis.empty() || basis.empty() || basis == q.basis ? to_format(q, circuits)
                                                              : to_basis(q);
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  auto q = std::make_shared<ConvertRequest>();
  auto* c = app.add_subcommand("convert",
                               "Convert to or from another format, or from andn to another basis");
  c->add_option("netlist", q->path,
                "gate file; you can also give BLIF, AIGER, Bristol or structural Verilog")
      ->required();
  c->add_option(
       "-o,--out", q->out,
       "output; its ending .blif, .aag or .bristol selects the format. With another basis, an "
       "existing file that is as good is kept")
      ->required();
  c->add_option("--basis", q->basis, "gate set of the result, or of a BLIF file without one");
  c->add_option("--box", q->box,
                "convert only the circuit of this box; for BLIF, its box if the file names none");
  c->add_option("--seeds", q->seeds, "number of conversions to another basis to try")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  c->callback([q, &action] { action = [q] { return run(*q); }; });
}

}  // namespace hedgerow::circuit
