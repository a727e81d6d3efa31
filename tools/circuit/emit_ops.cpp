// C++ over the ops of src/isa, for kernels: templates over the type of the planes (vectors of any
// ISA, words), with and2, or2, xor2 and andnot of that type, `ternary` where a gate is none of
// these. Output NOTs are left to the caller, who mostly has a constant or a key to put them into.
#include <algorithm>
#include <array>
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

// Whether each output y[i] takes the place of an input of its own, one of the last, that nothing
// reads once y[i] is made: then it can be stored at once. So it is with what is xored onto other
// values.
bool is_onto(const Netlist& n) {
  const int own = n.inputs - (int)n.outputs.size();
  if (own <= 0) return false;
  for (int i = n.inputs; i < n.nets(); i++)
    for (int j = 0; j < n.gate(i).fan_in; j++) {
      const int in = n.gate(i).in[j] - own;
      if (in >= 0 && n.gate(i).in[j] < n.inputs && i > n.outputs[(std::size_t)in].net) return false;
    }
  return true;
}

// The last gate that reads each net; of what is stored at the end, n.nets().
std::vector<int> last_readers(const Netlist& n, bool at_once) {
  std::vector<int> r((std::size_t)n.nets(), -1);
  for (int net = n.inputs; net < n.nets(); net++)
    for (int i = 0; i < n.gate(net).fan_in; i++) r[(std::size_t)n.gate(net).in[i]] = net;
  for (const Output& o : n.outputs)
    if (!at_once) r[(std::size_t)o.net] = n.nets();
  return r;
}

// The instruction for a gate of three inputs overwrites the first of them, and the last may be in memory. So first comes
// what nothing reads any more, a gate's value if there is one; where all are read again, an input, which is loaded once
// more rather than copied; and last an input.
Gate in_overwriting_order(Gate g, int net, const Netlist& n, const std::vector<int>& last_reader) {
  if (g.fan_in < 3) return g;
  const auto cost_of_overwriting = [&](int i) {
    const bool input = g.in[i] < n.inputs, read_again = last_reader[(std::size_t)g.in[i]] > net;
    return read_again ? (input ? 2 : 3) : (input ? 1 : 0);
  };
  std::array<int, 3> order = {0, 1, 2};
  std::iter_swap(order.begin(), std::min_element(order.begin(), order.end(), [&](int a, int b) {
                   return cost_of_overwriting(a) < cost_of_overwriting(b);
                 }));
  if (g.in[order[1]] < n.inputs) std::swap(order[1], order[2]);
  Gate r = g;
  r.table = 0;
  for (int i = 0; i < 3; i++) r.in[i] = g.in[order[(std::size_t)i]];
  for (unsigned y = 0; y < 8; y++) {
    unsigned x = 0;
    for (unsigned i = 0; i < 3; i++) x |= (y >> i & 1) << order[i];
    r.table = (std::uint8_t)(r.table | (g.table >> x & 1u) << y);
  }
  return r;
}

// Declarations `const auto a = ..., b = ...;`, as many of them a line as fit.
class Lines {
 public:
  explicit Lines(std::ostream& out) : out_(out) {}
  void declare(const std::string& text) {
    if (!open_.empty() && open_.size() + text.size() + 3 > kWidth) end();
    open_ += (open_.empty() ? "  const auto " : ", ") + text;
  }
  void statement(const std::string& text) {
    end();
    out_ << "  " << text << ";\n";
  }
  void end() {
    if (!open_.empty()) out_ << open_ << ";\n";
    open_.clear();
  }

 private:
  static constexpr std::size_t kWidth = 100;
  std::ostream& out_;
  std::string open_;
};

void emit_function(std::ostream& out, const NetlistFile& file, const EmitOptions& options) {
  const bool linear = is_linear(file.netlist), at_once = linear || is_onto(file.netlist);
  const Netlist n = linear ? output_order(file.netlist) : file.netlist;
  const std::string name = function_name(file, options);
  const auto net_name = [&](int net) {
    return net < n.inputs ? "x[" + std::to_string(net) + "]" : "t" + std::to_string(net - n.inputs);
  };
  unsigned long long inverted = 0;
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (n.outputs[i].inverted) inverted |= 1ull << i;
  out << "\n"
      << caption(file, "//") << "constexpr unsigned long long kNots_" << name << " = 0x" << std::hex
      << inverted << std::dec << ";\ntemplate <class In, class Out>\nHR_INLINE void box_" << name
      << "(const In& x, Out y) {  // "
      << (linear ? "y is not x\n"
          : at_once
              ? "y[i] may be x[" + std::to_string(n.inputs - (int)n.outputs.size()) + " + i]\n"
              : "y may be x\n");
  Lines lines(out);
  const auto store = [&](std::size_t i) {
    lines.statement("y[" + std::to_string(i) + "] = " + net_name(n.outputs[i].net));
  };
  const std::vector<int> last_reader = last_readers(n, at_once);
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate g = in_overwriting_order(n.gate(net), net, n, last_reader);
    std::vector<std::string> names;
    for (int i = 0; i < g.fan_in; i++) names.push_back(net_name(g.in[i]));
    lines.declare(net_name(net) + " = " + in_ops(g, names));
    for (std::size_t i = 0; at_once && i < n.outputs.size(); i++)
      if (n.outputs[i].net == net) store(i);
  }
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (!at_once || n.outputs[i].net < n.inputs) store(i);
  lines.end();
  out << "}\n";
}

}  // namespace

std::string emit_ops(const std::vector<NetlistFile>& circuits, const EmitOptions& options) {
  std::ostringstream out;
  out << "// Generated by `hedgerow circuit emit --target ops`; do not edit. Bit i of kNots_NAME: "
         "y[i] of\n"
         "// box_NAME is left to invert.\n#pragma once\n\n#include \"isa/word_ops.hpp\"\n\n"
         "namespace hedgerow {\n";
  for (const NetlistFile& f : circuits) emit_function(out, f, options);
  out << "\n}  // namespace hedgerow\n";
  return out.str();
}

}  // namespace hedgerow::circuit
