// Reads and writes the table of exact figures, and formats it as a page.
#include <charconv>
#include <map>
#include <sstream>

#include "circuit/core/basis.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/exact/exact_table.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kHead = "# box\tfigure\tbasis\tleast\tfound\tproof of the least";

}  // namespace

std::vector<ExactRow> read_exact_rows(const std::string& file) {
  std::vector<ExactRow> rows;
  for (const auto& [line, f] : read_tab_rows(file, 6)) {
    const auto number = [&f](std::size_t i, int* value) {
      const char* end = f[i].data() + f[i].size();
      const auto r = std::from_chars(f[i].data(), end, *value);
      return r.ec == std::errc{} && r.ptr == end && *value >= 0;
    };
    ExactRow r;
    if (!number(3, &r.least) || !number(4, &r.found) || r.least > r.found)
      throw error_at(file, line,
                     "box, figure, basis, least, found and proof; not " + f[3] + ", " + f[4]);
    r.box = f[0], r.figure = f[1], r.basis = f[2], r.proof = f[5];
    rows.push_back(r);
  }
  return rows;
}

void write_exact_rows(const std::string& file, const std::vector<ExactRow>& rows) {
  std::ostringstream out;
  out << kHead << "\n";
  for (const ExactRow& r : rows)
    out << r.box << "\t" << r.figure << "\t" << r.basis << "\t" << r.least << "\t" << r.found
        << "\t" << r.proof << "\n";
  write_file(file, out.str());
}

std::string exact_page(const std::vector<ExactRow>& rows) {
  std::vector<std::string> names;
  std::map<std::vector<std::string>, std::string> cells;
  for (const ExactRow& r : rows) {
    if (names.empty() || names.back() != r.box) names.push_back(r.box);
    cells[{r.box, r.figure, r.basis}] =
        std::to_string(r.least) + (r.least < r.found ? " to " + std::to_string(r.found) : "");
  }
  std::ostringstream out;
  out << "| box | ANDs | nonlinear lut3 | AND depth |";
  for (const char* figure : {"gates", "depth"})
    for (const Basis& b : bases()) out << " " << figure << " " << b.name << " |";
  out << "\n|" << [] {
    std::string line;
    for (std::size_t i = 0; i < 4 + 2 * bases().size(); i++) line += "---|";
    return line;
  }() << "\n";
  for (const std::string& name : names) {
    out << "| " << name << " |";
    const auto put = [&](const char* figure, const std::string& basis) {
      const auto it = cells.find({name, figure, basis});
      out << " " << (it == cells.end() ? "-" : it->second) << " |";
    };
    put("nonlinear", kAnyTwo);
    put("nonlinear", "lut3");
    put("and-depth", kAnyTwo);
    for (const char* figure : {"gates", "depth"})
      for (const Basis& b : bases()) put(figure, b.name);
    out << "\n";
  }
  return out.str();
}

}  // namespace hedgerow::circuit
