// Reads and writes text files with tabs between fields.
#include "circuit/core/table_file.hpp"

#include <fstream>
#include <sstream>

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

std::vector<TabRow> read_tab_rows(const std::string& file, std::size_t columns) {
  std::ifstream in(file);
  if (!in) throw Error("cannot read " + file);
  std::vector<TabRow> rows;
  int line = 0;
  for (std::string text; std::getline(in, text);) {
    line++;
    if (text.empty() || text[0] == '#') continue;
    TabRow row{line, {}};
    std::istringstream parts(text);
    for (std::string field; std::getline(parts, field, '\t');) row.fields.push_back(field);
    if (row.fields.size() != columns)
      throw error_at(file, line, "not " + std::to_string(columns) + " fields");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hedgerow::circuit
