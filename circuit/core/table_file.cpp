// Reads text files.
#include "circuit/core/table_file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <sstream>

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

std::string read_text(const std::string& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"),
                                                           std::fclose);
  if (!in) throw FileError("read", file, errno);
  std::string text;
  char part[4096];
  while (const std::size_t bytes = std::fread(part, 1, sizeof part, in.get()))
    text.append(part, bytes);
  if (std::ferror(in.get())) throw FileError("read", file, errno);
  return text;
}

std::vector<TabRow> read_tab_rows(const std::string& file, std::size_t columns) {
  std::istringstream in(read_text(file));
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
