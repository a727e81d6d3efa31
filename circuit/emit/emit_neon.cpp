// Writes C with intrinsics of AArch64 Advanced SIMD: BIC, ORN, BSL, and, if the compiler's target has SHA3, EOR3 and
// BCAX. Other gates of three inputs become operators.
#include <map>
#include <sstream>

#include "circuit/emit/emit.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kHead = R"(#include <arm_neon.h>

#ifndef HR_NEON_EOR3
#ifdef __ARM_FEATURE_SHA3
#define HR_NEON_EOR3(a, b, c) veor3q_u8(a, b, c)
#define HR_NEON_BCAX(a, b, c) vbcaxq_u8(a, b, c)
#else
#define HR_NEON_EOR3(a, b, c) veorq_u8(veorq_u8(a, b), c)
#define HR_NEON_BCAX(a, b, c) veorq_u8(a, vbicq_u8(b, c))
#endif
#endif

)";

std::string value_of(const Netlist& n, Gate gate) {
  static const std::map<std::string, std::string> calls = {{"and", "vandq_u8(A, B)"},
                                                           {"or", "vorrq_u8(A, B)"},
                                                           {"xor", "veorq_u8(A, B)"},
                                                           {"andn", "vbicq_u8(A, B)"},
                                                           {"not", "vmvnq_u8(A)"},
                                                           {"mux", "vbslq_u8(A, B, C)"},
                                                           {"xor3", "HR_NEON_EOR3(A, B, C)"},
                                                           {"bcax", "HR_NEON_BCAX(A, B, C)"}};
  const auto filled = [&](const std::string& call) {
    const std::vector<std::string> names = fan_in_names(n, gate);
    std::string r = call.substr(0, call.find('('));
    for (const char c : call.substr(r.size()))
      r += c >= 'A' && c <= 'C' ? names[(std::size_t)(c - 'A')] : std::string(1, c);
    return r;
  };
  if (gate.fan_in == 2 && gate.table == kTableOrNot) return filled("vornq_u8(A, B)");
  if (gate.fan_in == 2 && gate.table == kTableNotOr) return filled("vornq_u8(B, A)");
  const GateKind* kind = find_basis("mux").kind_of(gate);
  return kind ? filled(calls.at(kind->name)) : expression(gate, fan_in_names(n, gate));
}

}  // namespace

std::string emit_neon(const NetlistFile& file, const EmitOptions& options) {
  const Netlist& n = file.netlist;
  std::ostringstream out;
  out << banner(file, "//") << kHead << "static inline void " << function_name(file, options)
      << "(const uint8x16_t x[" << n.inputs << "], uint8x16_t y[" << n.outputs.size() << "]) {\n";
  for (int net = n.inputs; net < n.nets(); net++)
    out << "  const uint8x16_t " << net_name(n, net) << " = " << value_of(n, n.gate(net)) << ";\n";
  for (std::size_t i = 0; i < n.outputs.size(); i++) {
    const std::string name = net_name(n, n.outputs[i].net);
    out << "  y[" << i << "] = " << (n.outputs[i].inverted ? "vmvnq_u8(" + name + ")" : name)
        << ";\n";
  }
  out << "}\n";
  return out.str();
}

}  // namespace hedgerow::circuit
