// A linear map is a box that computes sums of inputs. It may have many more inputs than an S-box. Row i has one bit per
// input and describes output i.
#pragma once

#include <string>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

using Row = std::vector<bool>;
using Rows = std::vector<Row>;

// Returns the linear layer of a cipher by its name, with index 8 i + b for bit b of byte i. Returns no rows for an
// unknown name.
Rows named_matrix(const std::string& name);
std::vector<std::string> matrix_names();

// Throws Error if a row has no 1, or if rows differ in length.
Box make_matrix_box(const std::string& name, const Rows& rows);
// Reads a file with the line `matrix` followed by rows of 0 and 1, one row per line, input 0 first.
Box read_matrix_file(const std::string& path);

Rows transposed(const Rows& rows);

// Returns each output of the circuit as a sum of inputs. Throws Error if a gate is not an XOR.
Rows sums_of(const Netlist& n);

}  // namespace hedgerow::circuit
