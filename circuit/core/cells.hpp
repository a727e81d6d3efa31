// Areas of cells, which `area` adds up: in gate equivalents, of which a NAND of two inputs takes one.
#pragma once

#include <map>
#include <string>

#include "circuit/core/basis.hpp"

namespace hedgerow::circuit {

constexpr const char* kCellKinds[] = {"not", "nand", "nor", "and",  "or",  "andn",
                                      "xor", "xnor", "mux", "xor3", "bcax"};

struct CellLibrary {
  std::string name;                    // of the file
  std::map<std::string, double> area;  // by the names of GateKind
};

// cells.tsv, which is compiled in.
const CellLibrary& default_cells();
// A file of that form: lines of a cell's name and its area, whatever stands behind them; or a Liberty file, of which
// the smallest cell of each function counts. Error, with the line, where it is neither.
CellLibrary read_cells(const std::string& path);
CellLibrary parse_cells(const std::string& text, const std::string& name);
CellLibrary parse_liberty(const std::string& text, const std::string& name);

// The area of a kind of gate: of its cell, or of the least of the cells that it can be made of. Error where there are
// none.
double area_of(const CellLibrary& cells, const std::string& kind);
// The basis with the areas of this library. Tables of three inputs have no cells: each counts as one.
Basis with_cells(Basis basis, const CellLibrary& cells);

}  // namespace hedgerow::circuit
