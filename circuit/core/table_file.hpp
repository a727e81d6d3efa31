// Tables of the tree as text: a row a line, tabs between its fields; lines that begin with # are remarks.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

struct TabRow {
  int line;  // from 1
  std::vector<std::string> fields;
};

// Every row of the file. An Error when it cannot be read, and, with the line, when a row has
// other than `columns` fields.
std::vector<TabRow> read_tab_rows(const std::string& file, std::size_t columns);

}  // namespace hedgerow::circuit
