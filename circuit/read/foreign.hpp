// Formats of other programs in addition to BLIF. Readers: AIGER (ASCII and binary), Bristol (the older form and Bristol
// Fashion) and structural Verilog. Writers: AIGER and Bristol Fashion. A circuit that was read has no name and no
// basis. Its gates have two inputs and are 0 if all inputs are 0 (normalise), so that they belong to the basis andn.
#pragma once

#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// Say whether a text begins as the format requires.
bool is_aiger(const std::string& text);
bool is_bristol(const std::string& text);
bool is_verilog(const std::string& text);

NetlistFile from_aiger(const std::string& text, const std::string& file_name);
NetlistFile from_bristol(const std::string& text, const std::string& file_name);
NetlistFile from_verilog(const std::string& text, const std::string& file_name);

std::string to_aiger(const Netlist& n);
std::string to_bristol(const Netlist& n);

}  // namespace hedgerow::circuit
