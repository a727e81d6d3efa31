// Linear maps: boxes whose outputs are sums of the inputs, of which there may be many. Row i holds
// the inputs of output i.
#pragma once

#include <string>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

using Row = std::vector<bool>;
using Rows = std::vector<Row>;

// By the name of a linear layer of a cipher, bit 8 i + b for bit b of byte i; empty: no such name.
Rows named_matrix(const std::string& name);
std::vector<std::string> matrix_names();

// Error where a row is empty or of another length.
Box make_matrix_box(const std::string& name, const Rows& rows);
// A file whose first line is `matrix`, then a row of 0 and 1 a line, input 0 first.
Box read_matrix_file(const std::string& path);

Rows transposed(const Rows& rows);

// Every output as a sum of inputs; Error where a gate is not an XOR.
Rows sums_of(const Netlist& n);

}  // namespace hedgerow::circuit
