// Writes BLIF. The comments at the start have the form `# key: value`. Nets are called x0.., y0.. (outputs) and n<i>.
#include <sstream>

#include "circuit/read/blif.hpp"

namespace hedgerow::circuit {
namespace {

std::string net_name(const Netlist& n, int net) {
  std::string name(1, net < n.inputs ? 'x' : 'n');
  return name += std::to_string(net < n.inputs ? net : net - n.inputs);
}

void write_cover(std::ostream& out, unsigned table, int fan_in) {
  for (unsigned x = 0; x < 1u << fan_in; x++) {
    if (!(table >> x & 1)) continue;
    for (int i = 0; i < fan_in; i++) out << (x >> i & 1);
    out << (fan_in ? " 1\n" : "1\n");
  }
}

void write_header(std::ostream& out, const NetlistFile& f) {
  const Cost c = cost(f.netlist, find_basis(f.basis));
  out << "# box: " << f.box << "\n# box-sha256: " << f.box_sha256
      << (f.table.empty() ? "" : "\n# table: " + f.table) << "\n# basis: " << f.basis
      << "\n# gates: " << c.gates << "\n# output-nots: " << c.output_nots
      << "\n# depth: " << depth(f.netlist) << "\n# live: " << live_values(f.netlist)
      << "\n# method: " << f.netlist.provenance.method << "\n# seed: " << f.netlist.provenance.seed
      << "\n# seconds: " << f.netlist.provenance.seconds
      << "\n# tool: " << f.netlist.provenance.tool << "\n";
}

}  // namespace

std::string to_blif(const NetlistFile& f) {
  std::ostringstream out;
  const Netlist& n = f.netlist;
  write_header(out, f);
  out << ".model " << (f.box.empty() ? "box" : f.box) << "\n.inputs";
  for (int i = 0; i < n.inputs; i++) out << " x" << i;
  out << "\n.outputs";
  for (std::size_t o = 0; o < n.outputs.size(); o++) out << " y" << o;
  out << "\n";
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    out << ".names";
    for (int i = 0; i < g.fan_in; i++) out << " " << net_name(n, g.in[i]);
    out << " " << net_name(n, net) << "\n";
    write_cover(out, g.table, g.fan_in);
  }
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    out << ".names " << net_name(n, n.outputs[o].net) << " y" << o << "\n"
        << (n.outputs[o].inverted ? "0 1\n" : "1 1\n");
  out << ".end\n";
  return out.str();
}

}  // namespace hedgerow::circuit
