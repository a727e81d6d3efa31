// Text files: whole, or as rows with one row per line and tabs between fields. In rows, lines that begin with # are
// comments.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

// Returns the text of a file. Throws FileError if it cannot be read.
std::string read_text(const std::string& file);

struct TabRow {
  int line;  // from 1
  std::vector<std::string> fields;
};

// Returns all rows of the file. Throws FileError if it cannot be read, and Error with the line number if a row does not
// have `columns` fields.
std::vector<TabRow> read_tab_rows(const std::string& file, std::size_t columns);

}  // namespace hedgerow::circuit
