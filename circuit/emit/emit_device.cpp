// Writes C99 with the macros of src/device/source/language.h; kernels of devices include it. A gate of three inputs
// becomes HR_TERNARY, and other gates become operators. NOTs at outputs are part of the function.
#include <cstdio>
#include <sstream>

#include "circuit/emit/emit.hpp"

namespace hedgerow::circuit {

std::string emit_device(const NetlistFile& file, const EmitOptions& options) {
  const Netlist& n = file.netlist;
  std::ostringstream out;
  out << banner(file, "//") << "HR_DEVICE void box_" << function_name(file, options)
      << "(const u32 *x, u32 *y) {  // y may be x\n";
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    const std::vector<std::string> names = fan_in_names(n, g);
    std::string value = expression(g, names);
    if (g.fan_in == 3) {
      char head[20];
      std::snprintf(head, sizeof head, "HR_TERNARY(0x%02x, ", vpternlog_immediate(g.table));
      value = head + names[0] + ", " + names[1] + ", " + names[2] + ", " + value + ")";
    }
    out << "  const u32 " << net_name(n, net) << " = " << value << ";\n";
  }
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (n.outputs[i].net < n.inputs)
      out << "  const u32 " << output_name(n, i) << " = " << net_name(n, n.outputs[i].net) << ";\n";
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    out << "  y[" << i << "] = " << (n.outputs[i].inverted ? "~" : "") << output_name(n, i)
        << ";\n";
  out << "}\n";
  return out.str();
}

}  // namespace hedgerow::circuit
