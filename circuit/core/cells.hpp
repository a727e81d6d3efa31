// Areas of cells in gate equivalents: the unit is the area of a NAND with two inputs. The figure `area` is their sum.
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

// Returns the contents of cells.tsv, which is compiled in.
const CellLibrary& default_cells();
// Reads either a file like cells.tsv (the name of a cell and its area in each line, further columns are ignored) or a
// Liberty file. Of the cells of a Liberty file that compute the same function, the smallest counts. Throws Error with
// the line if the text has neither form.
CellLibrary read_cells(const std::string& path);
CellLibrary parse_cells(const std::string& text, const std::string& name);
CellLibrary parse_liberty(const std::string& text, const std::string& name);

// Returns the area of the cell for this kind of gate. If the library has no such cell, returns the smallest total area
// of cells that can replace it. Throws Error if that is impossible too.
double area_of(const CellLibrary& cells, const std::string& kind);
// Returns the basis with the areas of this library. Each table of three inputs gets area 1, because libraries have no
// cells for tables.
Basis with_cells(Basis basis, const CellLibrary& cells);

}  // namespace hedgerow::circuit
