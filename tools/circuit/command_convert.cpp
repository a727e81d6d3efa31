// convert: a committed circuit over another basis, the best of several seeds.
#include <iostream>
#include <memory>

#include "blif.hpp"
#include "commands.hpp"
#include "error.hpp"
#include "schedule.hpp"
#include "search.hpp"

namespace hedgerow::circuit {
namespace {

struct ConvertRequest {
  std::string path, basis, out;
  std::uint64_t seeds = 8;
};

int run(const ConvertRequest& q) {
  NetlistFile file = read_blif(q.path);
  const Box box = find_box(file.box);
  verify(file.netlist, box);
  if (file.basis != "andn") throw Error("convert works on andn, not on " + file.basis);
  const Basis& basis = find_basis(q.basis);
  NetlistFile best = file;
  best.basis = basis.name;
  for (std::uint64_t seed = 1; seed <= q.seeds; seed++) {
    const Netlist r = convert(file.netlist, basis, seed);
    if (seed > 1 && cost(r, basis).area >= cost(best.netlist, basis).area) continue;
    best.netlist = r;
    best.netlist.provenance = file.netlist.provenance;
    best.netlist.provenance.method += "+convert";
  }
  best.netlist = [&] {
    Netlist r = schedule(best.netlist);
    r.provenance = best.netlist.provenance;
    return r;
  }();
  verify(best.netlist, box);
  const Cost c = cost(best.netlist, basis);
  std::cout << file.box << " " << basis.name << ": " << c.gates << " gates, " << c.output_nots
            << " output NOTs, area " << c.area << "\n";
  if (!write_if_better(q.out, best))
    std::cout << "the file keeps its circuit, which is as good or better\n";
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  auto q = std::make_shared<ConvertRequest>();
  auto* c = app.add_subcommand("convert", "A circuit over andn as one over another basis");
  c->add_option("netlist", q->path, "BLIF file of basis andn")->required();
  c->add_option("--basis", q->basis, "gate set of the result")->required();
  c->add_option("--seeds", q->seeds, "how many conversions to try")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  c->add_option("-o,--out", q->out, "BLIF file; kept when it is as good")->required();
  c->callback([q, &action] { action = [q] { return run(*q); }; });
}

}  // namespace hedgerow::circuit
