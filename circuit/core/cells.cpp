// Areas of cells: the default library of cells.tsv, and files in that form.
#include "circuit/core/cells.hpp"

#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kDefault =
#include "lists/cells.inc"
    ;

// If the library has no cell for a gate, the gate is built from these cells.
const std::multimap<std::string, std::vector<std::string>>& made_of() {
  static const std::multimap<std::string, std::vector<std::string>> r = {
      {"nand", {"and", "not"}}, {"nor", {"or", "not"}},
      {"and", {"nand", "not"}}, {"or", {"nor", "not"}},
      {"andn", {"nor", "not"}}, {"xor", {"nand", "nand", "nand", "nand"}},
      {"xnor", {"xor", "not"}}, {"mux", {"nand", "nand", "nand", "not"}},
      {"xor3", {"xor", "xor"}}, {"bcax", {"andn", "xor"}}};
  return r;
}

// `depth`: how many cells deep a gate may still be taken apart.
std::optional<double> least_area(const CellLibrary& cells, const std::string& kind, int depth) {
  const auto own = cells.area.find(kind);
  if (own != cells.area.end()) return own->second;
  std::optional<double> least;
  const auto [from, to] = made_of().equal_range(kind);
  for (auto it = from; depth && it != to; ++it) {
    double sum = 0;
    bool all = true;
    for (const std::string& part : it->second) {
      const auto area = least_area(cells, part, depth - 1);
      all = all && area;
      sum += area.value_or(0);
    }
    if (all && (!least || sum < *least)) least = sum;
  }
  return least;
}

}  // namespace

const CellLibrary& default_cells() {
  static const CellLibrary r = parse_cells(kDefault, "cells.tsv");
  return r;
}

CellLibrary parse_cells(const std::string& text, const std::string& name) {
  CellLibrary r{name, {}};
  std::istringstream in(text);
  int line = 0;
  for (std::string row; std::getline(in, row);) {
    line++;
    row = row.substr(0, row.find('#'));
    std::istringstream words(row);
    std::string cell;
    if (!(words >> cell)) continue;
    double area = 0;
    if (!(words >> area) || !std::isfinite(area) || area <= 0)
      throw error_at(name, line, "a cell's name, then its area in gate equivalents; not " + row);
    bool known = false;
    for (const char* kind : kCellKinds) known = known || cell == kind;
    if (!known) throw error_at(name, line, "no kind of gate: " + cell);
    if (!r.area.emplace(cell, area).second) throw error_at(name, line, cell + " occurs twice");
  }
  if (r.area.empty()) throw Error(name + ": no cells");
  return r;
}

CellLibrary read_cells(const std::string& path) {
  const std::string text = read_text(path);
  const bool liberty = text.find('{') != std::string::npos;
  return liberty ? parse_liberty(text, path) : parse_cells(text, path);
}

double area_of(const CellLibrary& cells, const std::string& kind) {
  const auto r = least_area(cells, kind, 3);
  if (!r) throw Error(cells.name + ": no cell for " + kind + ", nor cells that it can be made of");
  return *r;
}

Basis with_cells(Basis basis, const CellLibrary& cells) {
  for (GateKind& k : basis.kinds) k.area = area_of(cells, k.name);
  return basis;
}

}  // namespace hedgerow::circuit
