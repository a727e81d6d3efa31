// Writes circuits as source text. The same circuit always gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

struct EmitOptions {
  std::string target = "cpp";  // emit_targets()
  std::string function;        // empty: the name of the box
  int word = 32;               // word size in bits, for c and isw-c
};

std::vector<std::string> emit_targets();
// Writes one function (or module, or graph) for each circuit, in their order. `options.function` may be set only if
// there is a single circuit. The targets aiger and bristol take a single circuit.
std::string emit(const std::vector<NetlistFile>& circuits, const EmitOptions& options);

// The emitters, one file each.
std::string emit_expressions(const NetlistFile& file, const EmitOptions& options);
std::string emit_ops(const std::vector<NetlistFile>& circuits, const EmitOptions& options);
std::string emit_device(const NetlistFile& file, const EmitOptions& options);
std::string emit_neon(const NetlistFile& file, const EmitOptions& options);
std::string emit_verilog(const NetlistFile& file, const EmitOptions& options);
std::string emit_isw_c(const NetlistFile& file, const EmitOptions& options);
std::string emit_dom_verilog(const NetlistFile& file, const EmitOptions& options);
std::string emit_vhdl(const NetlistFile& file, const EmitOptions& options);
std::string emit_graphviz(const NetlistFile& file, const EmitOptions& options);

// The functions below are shared by the emitters.
std::string function_name(const NetlistFile& file, const EmitOptions& options);
// Returns a comment that names the circuit and its costs.
std::string caption(const NetlistFile& file, const std::string& comment);
// Returns the caption and a note that the text is generated.
std::string banner(const NetlistFile& file, const std::string& comment);
// Returns the table as an immediate of vpternlog and lop3: bit 4a + 2b + c of it is bit a + 2b + 4c of the table.
unsigned vpternlog_immediate(std::uint8_t table);
// Returns x[i] for an input, and t0, t1, ... for the gates in their order.
std::string net_name(const Netlist& n, int net);
// Returns the name of the value of output i, for functions that may get x as y. If it is an unchanged input, the name
// is o0, o1, ... of a copy that the function makes before it stores any output, because an earlier output may overwrite
// the input.
std::string output_name(const Netlist& n, std::size_t i);
std::vector<std::string> fan_in_names(const Netlist& n, const Gate& gate);
// Returns a gate as an expression with the operators ~ & | ^ over the names of its fan-ins.
std::string expression(const Gate& gate, const std::vector<std::string>& names);

}  // namespace hedgerow::circuit
