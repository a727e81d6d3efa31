// C++ over the ops of src/isa, for kernels, a template over the words: and2, or2, xor2 and andnot of
// every ISA and of 64-bit words, `ternary` where a gate is none of these. Output NOTs are left to the caller,
// who mostly has a constant or a key to put them into.
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "emit.hpp"
#include "schedule.hpp"

namespace hedgerow::circuit {
namespace {

std::string call(const std::string& op, const std::vector<std::string>& arguments) {
  std::string r;
  for (const auto& a : arguments) r += (r.empty() ? op + "(" : ", ") + a;
  return r + ")";
}

std::string in_ops(const Gate& gate, std::vector<std::string> n) {
  if (gate.fan_in == 2) switch (gate.table) {
      case kTableAnd:
        return call("and2", n);
      case kTableOr:
        return call("or2", n);
      case kTableXor:
        return call("xor2", n);
      case kTableNotAnd:
        return call("andnot", n);
      case kTableAndNot:
        return call("andnot", {n[1], n[0]});
      default:
        break;
    }
  while (n.size() < 3) n.push_back(n.empty() ? "x[0]" : n.back());
  char op[20];
  std::snprintf(op, sizeof op, "ternary<0x%02x>", vpternlog_immediate(gate.table));
  return call(op, n);
}

bool is_linear(const Netlist& n) {
  return std::all_of(n.gates.begin(), n.gates.end(), [](const Gate& g) {
    return g.table == (g.fan_in == 3 ? kTableXor3 : kTableXor) && g.fan_in >= 2;
  });
}

}  // namespace

std::string emit_ops(const NetlistFile& file, const EmitOptions& options) {
  const bool linear = is_linear(file.netlist);
  const Netlist n = linear ? output_order(file.netlist) : file.netlist;
  const std::string name = function_name(file, options), nots = "kNots_" + name;
  const auto net_name = [&](int net) {
    return net < n.inputs ? "x[" + std::to_string(net) + "]" : "t" + std::to_string(net - n.inputs);
  };
  std::ostringstream out;
  out << banner(file, "//")
      << "#pragma once\n\n#include \"isa/word_ops.hpp\"\n\nnamespace hedgerow {\n\n// Outputs that "
         "are left to invert, bit i for y[i].\n"
      << "constexpr unsigned long long " << nots << " = 0x" << std::hex;
  unsigned long long inverted = 0;
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (n.outputs[i].inverted) inverted |= 1ull << i;
  out << inverted << std::dec
      << (linear ? ";\n\n// y is not x.\n" : ";\n\n// x[i] is read before y is written.\n")
      << "template <class Planes, class Vec>\nHR_INLINE void box_" << name
      << "(const Planes& x, Vec* y) {\n";
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    std::vector<std::string> names;
    for (int i = 0; i < g.fan_in; i++) names.push_back(net_name(g.in[i]));
    out << "  const Vec " << net_name(net) << " = " << in_ops(g, names) << ";\n";
    for (std::size_t i = 0; linear && i < n.outputs.size(); i++)
      if (n.outputs[i].net == net) out << "  y[" << i << "] = " << net_name(net) << ";\n";
  }
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (!linear || n.outputs[i].net < n.inputs)
      out << "  y[" << i << "] = " << net_name(n.outputs[i].net) << ";\n";
  out << "}\n\n}  // namespace hedgerow\n";
  return out.str();
}

}  // namespace hedgerow::circuit
