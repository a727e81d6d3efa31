// Source text from netlists. Deterministic: the same netlist gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

struct EmitOptions {
  std::string target = "cpp";  // emit_targets()
  std::string function;        // empty: from the box's name
  int word = 32;               // bits of a word, for c
};

std::vector<std::string> emit_targets();
// One function (module, graph) a circuit, in their order; a name may be given only to one alone.
std::string emit(const std::vector<NetlistFile>& circuits, const EmitOptions& options);

// One file each.
std::string emit_expressions(const NetlistFile& file, const EmitOptions& options);
std::string emit_ops(const std::vector<NetlistFile>& circuits, const EmitOptions& options);
std::string emit_device(const NetlistFile& file, const EmitOptions& options);
std::string emit_neon(const NetlistFile& file, const EmitOptions& options);
std::string emit_verilog(const NetlistFile& file, const EmitOptions& options);
std::string emit_isw_c(const NetlistFile& file, const EmitOptions& options);
std::string emit_dom_verilog(const NetlistFile& file, const EmitOptions& options);
std::string emit_vhdl(const NetlistFile& file, const EmitOptions& options);
std::string emit_graphviz(const NetlistFile& file, const EmitOptions& options);

// What the emitters share.
std::string function_name(const NetlistFile& file, const EmitOptions& options);
// A comment that says which circuit follows, and what it costs.
std::string caption(const NetlistFile& file, const std::string& comment);
// The caption, and that the text is generated.
std::string banner(const NetlistFile& file, const std::string& comment);
// Bit 4a + 2b + c, the order of the immediates of vpternlog and lop3, from bit a + 2b + 4c.
unsigned vpternlog_immediate(std::uint8_t table);
// A gate as an expression of the operators ~ & | ^ over the given names of its fan-ins.
std::string expression(const Gate& gate, const std::vector<std::string>& names);

}  // namespace hedgerow::circuit
