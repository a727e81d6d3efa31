// Writes Verilog, VHDL and Graphviz. The Verilog is a module of assigns with one wire per gate, because a simulator
// wakes every reader of a vector if one of its bits changes.
#include <sstream>

#include "circuit/emit/emit.hpp"

namespace hedgerow::circuit {
namespace {

std::string label(const Basis& basis, Gate g) {
  const GateKind* kind = basis.kind_of(g);
  if (kind && !basis.kinds.empty()) return kind->name;
  return std::to_string(g.table);
}

}  // namespace

std::string emit_verilog(const NetlistFile& file, const EmitOptions& options) {
  const Netlist& n = file.netlist;
  std::ostringstream out;
  out << banner(file, "//") << "module " << function_name(file, options) << "(input wire ["
      << n.inputs - 1 << ":0] x, output wire [" << n.outputs.size() - 1 << ":0] y);\n";
  for (int net = n.inputs; net < n.nets(); net++)
    out << "  wire " << net_name(n, net) << " = "
        << expression(n.gate(net), fan_in_names(n, n.gate(net))) << ";\n";
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    out << "  assign y[" << o << "] = " << (n.outputs[o].inverted ? "~" : "")
        << net_name(n, n.outputs[o].net) << ";\n";
  out << "endmodule\n";
  return out.str();
}

// VHDL (1993): an entity with vectors as ports, and one signal per gate.
std::string emit_vhdl(const NetlistFile& file, const EmitOptions& options) {
  const Netlist& n = file.netlist;
  const auto name = [&](int net) {
    return net < n.inputs ? "x(" + std::to_string(net) + ")" : "t" + std::to_string(net - n.inputs);
  };
  const std::string entity = function_name(file, options);
  std::ostringstream out;
  out << banner(file, "--") << "library ieee;\nuse ieee.std_logic_1164.all;\n\nentity " << entity
      << " is\n  port (x : in std_logic_vector(" << n.inputs - 1
      << " downto 0);\n        y : out std_logic_vector(" << n.outputs.size() - 1
      << " downto 0));\nend entity;\n\narchitecture gates of " << entity << " is\n";
  for (int net = n.inputs; net < n.nets(); net++)
    out << "  signal " << name(net) << " : std_logic;\n";
  out << "begin\n";
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    std::string sum;  // of products, or '0'
    for (unsigned x = 0; x < 1u << g.fan_in; x++) {
      if (!(g.table >> x & 1)) continue;
      std::string term;
      for (int i = 0; i < g.fan_in; i++)
        term += (i ? " and " : "") + std::string(x >> i & 1 ? "" : "not ") + name(g.in[i]);
      sum += (sum.empty() ? "(" : " or (") + (term.empty() ? "'1'" : term) + ")";
    }
    if (g.fan_in == 2 && g.table == kTableXor) sum = name(g.in[0]) + " xor " + name(g.in[1]);
    if (g.fan_in == 2 && g.table == kTableAnd) sum = name(g.in[0]) + " and " + name(g.in[1]);
    if (g.fan_in == 2 && g.table == kTableOr) sum = name(g.in[0]) + " or " + name(g.in[1]);
    out << "  " << name(net) << " <= " << (sum.empty() ? "'0'" : sum) << ";\n";
  }
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    out << "  y(" << o << ") <= " << (n.outputs[o].inverted ? "not " : "") << name(n.outputs[o].net)
        << ";\n";
  out << "end architecture;\n";
  return out.str();
}

std::string emit_graphviz(const NetlistFile& file, const EmitOptions& options) {
  const Netlist& n = file.netlist;
  const Basis& basis = find_basis(file.basis);
  std::ostringstream out;
  out << banner(file, "//") << "digraph " << function_name(file, options) << " {\n  rankdir=LR;\n";
  for (int i = 0; i < n.inputs; i++) out << "  n" << i << " [shape=box, label=\"x" << i << "\"];\n";
  for (int net = n.inputs; net < n.nets(); net++) {
    out << "  n" << net << " [label=\"" << label(basis, n.gate(net)) << "\"];\n";
    for (int i = 0; i < n.gate(net).fan_in; i++)
      out << "  n" << n.gate(net).in[i] << " -> n" << net << ";\n";
  }
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    out << "  y" << o << " [shape=box];\n  n" << n.outputs[o].net << " -> y" << o
        << (n.outputs[o].inverted ? " [arrowhead=odot]" : "") << ";\n";
  out << "}\n";
  return out.str();
}

}  // namespace hedgerow::circuit
