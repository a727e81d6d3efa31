// Text files with one row per line and tabs between fields. Lines that begin with # are comments.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

struct TabRow {
  int line;  // from 1
  std::vector<std::string> fields;
};

// Returns all rows of the file. Throws Error if the file cannot be read, or, with the line number, if a row does not
// have `columns` fields.
std::vector<TabRow> read_tab_rows(const std::string& file, std::size_t columns);

}  // namespace hedgerow::circuit
