// Formats of other tools beside BLIF: AIGER (ASCII and binary), Bristol (the older form and Fashion) and structural
// Verilog in, AIGER and Bristol Fashion out. What is read has no name and no basis; its gates are of two inputs, each 0
// where all inputs are (normalise), so that they are of the basis andn.
#pragma once

#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// Whether a text's first words are those of the format.
bool is_aiger(const std::string& text);
bool is_bristol(const std::string& text);
bool is_verilog(const std::string& text);

NetlistFile from_aiger(const std::string& text, const std::string& file_name);
NetlistFile from_bristol(const std::string& text, const std::string& file_name);
NetlistFile from_verilog(const std::string& text, const std::string& file_name);

std::string to_aiger(const Netlist& n);
std::string to_bristol(const Netlist& n);

}  // namespace hedgerow::circuit
