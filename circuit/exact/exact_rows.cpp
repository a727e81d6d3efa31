// Reads and writes the table of exact figures, a box a line, and formats it as a page.
#include <charconv>
#include <map>
#include <sstream>
#include <utility>

#include "circuit/core/basis.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/exact/exact_table.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

using Column = std::pair<std::string, std::string>;  // figure and basis
constexpr const char* kCell = "LEAST FOUND PROOF, or - for a figure that is missing";

std::vector<Column> columns() {
  std::vector<Column> r{{"nonlinear", kAnyTwo}, {"nonlinear", "lut3"}, {"and-depth", kAnyTwo}};
  for (const char* figure : {"gates", "depth"})
    for (const Basis& b : bases()) r.emplace_back(figure, b.name);
  return r;
}

// The rows of each box by their columns, boxes in the order of the rows.
std::vector<std::pair<std::string, std::map<Column, ExactRow>>> by_box(
    const std::vector<ExactRow>& rows) {
  std::vector<std::pair<std::string, std::map<Column, ExactRow>>> r;
  for (const ExactRow& row : rows) {
    if (r.empty() || r.back().first != row.box) r.push_back({row.box, {}});
    r.back().second[{row.figure, row.basis}] = row;
  }
  return r;
}

bool read_cell(const std::string& cell, ExactRow* r) {
  const char *at = cell.data(), *end = at + cell.size();
  for (int* value : {&r->least, &r->found}) {
    const auto read = std::from_chars(at, end, *value);
    if (read.ec != std::errc{} || *value < 0 || read.ptr == end || *read.ptr != ' ') return false;
    at = read.ptr + 1;
  }
  r->proof = {at, end};
  return r->least <= r->found && at != end;
}

}  // namespace

std::vector<ExactRow> read_exact_rows(const std::string& file) {
  std::vector<ExactRow> rows;
  const std::vector<Column> names = columns();
  for (const auto& [line, f] : read_tab_rows(file, 1 + names.size()))
    for (std::size_t i = 0; i < names.size(); i++) {
      if (f[1 + i] == "-") continue;
      ExactRow r{f[0], names[i].first, names[i].second, 0, 0, ""};
      if (!read_cell(f[1 + i], &r))
        throw error_at(file, line, names[i].first + " is " + kCell + "; not " + f[1 + i]);
      rows.push_back(r);
    }
  return rows;
}

void write_exact_rows(const std::string& file, const std::vector<ExactRow>& rows) {
  std::ostringstream out;
  out << "# A figure over a basis is " << kCell << ".\n# box";
  for (const auto& [figure, basis] : columns()) out << "\t" << figure << " " << basis;
  out << "\n";
  for (const auto& [box, cells] : by_box(rows)) {
    out << box;
    for (const Column& c : columns()) {
      const auto it = cells.find(c);
      out << "\t";
      if (it == cells.end())
        out << "-";
      else
        out << it->second.least << " " << it->second.found << " " << it->second.proof;
    }
    out << "\n";
  }
  write_file(file, out.str());
}

std::string exact_page(const std::vector<ExactRow>& rows) {
  std::ostringstream out;
  out << "| box | ANDs | nonlinear lut3 | AND depth |";
  for (const char* figure : {"gates", "depth"})
    for (const Basis& b : bases()) out << " " << figure << " " << b.name << " |";
  out << "\n|";
  for (std::size_t i = 0; i < 1 + columns().size(); i++) out << "---|";
  out << "\n";
  for (const auto& [box, cells] : by_box(rows)) {
    out << "| " << box << " |";
    for (const Column& c : columns()) {
      const auto it = cells.find(c);
      out << " ";
      if (it == cells.end())
        out << "-";
      else
        out << it->second.least
            << (it->second.least < it->second.found ? " to " + std::to_string(it->second.found)
                                                    : "");
      out << " |";
    }
    out << "\n";
  }
  return out.str();
}

}  // namespace hedgerow::circuit
