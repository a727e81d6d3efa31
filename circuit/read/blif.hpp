// BLIF (the .names subset), in and out, under a header of comments with the circuit's provenance.
#pragma once

#include <iosfwd>
#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

std::string to_blif(const NetlistFile& file);
// The netlist that to_blif was given comes back gate by gate. BLIF of other origin may lack the
// header, and have its gates in any order.
NetlistFile from_blif(std::istream& in, const std::string& file_name);

}  // namespace hedgerow::circuit
