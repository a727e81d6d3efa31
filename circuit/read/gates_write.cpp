// Writes gate files.
#include <cctype>
#include <cstdio>
#include <sstream>

#include "circuit/core/operators.hpp"
#include "circuit/read/gates.hpp"

namespace hedgerow::circuit {
namespace {

constexpr std::size_t kWidth = 120;  // of a line of gates

std::string net_name(const Netlist& n, int net) {
  std::string name(1, net < n.inputs ? 'x' : 't');
  return name += std::to_string(net < n.inputs ? net : net - n.inputs);
}

// Returns the form with operators for the nets A and B, or an empty string if there is no such form.
std::string pattern(const Gate& g) {
  if (g.fan_in == 0) return g.table & 1 ? "1" : "0";
  if (g.fan_in == 1 && (g.table & 3) == 1) return "~A";
  if (g.fan_in == 1 && (g.table & 3) == 2) return "A";
  const bool both = depends_on(g.table, 0) && depends_on(g.table, 1);
  return g.fan_in == 2 && both ? without_blanks(kTwoInputs[g.table & 15]) : "";
}

std::string gate_text(const Netlist& n, const Gate& g) {
  std::string r;
  for (const char c : pattern(g))
    r += c == 'A' || c == 'B' ? net_name(n, g.in[c - 'A']) : std::string(1, c);
  if (!r.empty()) return r;
  for (int i = 0; i < g.fan_in; i++) r += (i ? "," : "") + net_name(n, g.in[i]);
  return "0x" + table_digits(g) + "(" + r + ")";
}

void write_circuit(std::ostream& out, const NetlistFile& f) {
  const Netlist& n = f.netlist;
  const Provenance& p = n.provenance;
  if (!f.box.empty()) out << "box " << f.box << "\n";
  if (!f.box_sha256.empty()) out << "sha256 " << f.box_sha256 << "\n";
  if (!f.table.empty()) out << "table " << f.table << "\n";
  out << "basis " << f.basis << ": " << figures(f) << "\n";
  if (!(p == Provenance{}))
    out << "found " << p.method << ", seed " << p.seed << ", " << p.seconds << " s, " << p.tool
        << "\n";
  out << "inputs " << n.inputs << "\n";
  std::string line;
  for (int net = n.inputs; net < n.nets(); net++) {
    const std::string gate = gate_text(n, n.gate(net));
    if (!line.empty() && line.size() + 2 + gate.size() > kWidth) {
      out << line << "\n";
      line.clear();
    }
    line += (line.empty() ? net_name(n, net) + " = " : "; ") + gate;
  }
  if (!line.empty()) out << line << "\n";
  out << "outputs";
  for (const Output& o : n.outputs) out << (o.inverted ? " ~" : " ") << net_name(n, o.net);
  out << "\n";
}

}  // namespace

std::string without_blanks(const std::string& gate) {
  const auto is_name = [&](std::size_t i) { return std::isalnum((unsigned char)gate[i]) != 0; };
  std::string r;
  for (std::size_t i = 0; i < gate.size(); i++) {
    const bool inside = i > 0 && i + 1 < gate.size();
    if (gate[i] != ' ' || !inside || (is_name(i - 1) && is_name(i + 1))) r += gate[i];
  }
  return r;
}

std::string figures(const NetlistFile& f) {
  const Cost c = cost(f.netlist, find_basis(f.basis));
  return std::to_string(c.gates) + " gates, " + std::to_string(c.output_nots) +
         " output NOTs, depth " + std::to_string(depth(f.netlist)) + ", " +
         std::to_string(live_values(f.netlist)) + " live values";
}

std::uint8_t table_of_digits(unsigned digits, int fan_in) {
  unsigned r = 0;
  for (unsigned x = 0; x < 8; x++) {
    unsigned at = 0;
    for (int i = 0; i < fan_in; i++) at = 2 * at + (x >> i & 1);
    r |= (digits >> at & 1u) << x;
  }
  return (std::uint8_t)r;
}

// The order of the nets is reversed. This permutation of the bits is its own inverse.
std::string table_digits(const Gate& g) {
  char text[8];
  const unsigned mask = (1u << (1 << g.fan_in)) - 1;
  std::snprintf(text, sizeof text, "%0*x", (int)digits_of(g.fan_in),
                table_of_digits(g.table, g.fan_in) & mask);
  return text;
}

std::string to_gates(const std::vector<NetlistFile>& circuits) {
  std::ostringstream out;
  for (const NetlistFile& f : circuits) {
    if (&f != &circuits[0]) out << "\n";
    NetlistFile needed = f;
    needed.netlist = without_dead_gates(f.netlist);
    write_circuit(out, needed);
  }
  return out.str();
}

}  // namespace hedgerow::circuit
