// Reads and writes BLIF (only .names). Comments at the start of the file contain the circuit's provenance.
#pragma once

#include <iosfwd>
#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

std::string to_blif(const NetlistFile& file);
// Reads BLIF. The output of to_blif gives the same netlist, gate by gate. BLIF from other programs may lack the
// comments, and its gates may be in any order.
NetlistFile from_blif(std::istream& in, const std::string& file_name);

}  // namespace hedgerow::circuit
