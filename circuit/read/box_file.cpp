// Reads boxes from files. The text is a C array or a list (numbers in braces or brackets, with comments), hex digits
// (box_hex.cpp), or a truth table (one row of 0 and 1 per line: the input bits followed by the output bits, high bit
// first). If the first line is `matrix`, the box is a linear map (matrix.hpp).
#include "circuit/read/box_file.hpp"

#include <cctype>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "circuit/core/error.hpp"
#include "circuit/core/matrix.hpp"
#include "circuit/core/table_file.hpp"

namespace hedgerow::circuit {
namespace {

// C comments become spaces first, so that lines keep their numbers.
std::string without_comments(std::string text) {
  for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    for (; at < end; at++)
      if (text[at] != '\n') text[at] = ' ';
  }
  return text;
}

std::vector<BoxLine> lines_of(const std::string& path) {
  const std::string whole = read_text(path);
  if (whole.empty()) throw Error(path + ": empty");
  std::istringstream in(without_comments(whole));
  std::vector<BoxLine> r;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    number++;
    text = text.substr(0, std::min(text.find('#'), text.find("//")));
    while (!text.empty() && std::isspace((unsigned char)text.back())) text.pop_back();
    if (!text.empty()) r.push_back({number, text});
    if (r.size() > 4096) throw Error(path + ": too long for a box");
  }
  if (r.empty()) throw Error(path + ": empty");
  return r;
}

// Splits `text` at its last colon, if the part before it is a file and `text` is not.
BoxPath split_path(const std::string& text) {
  BoxPath r{text, 0, 0, false};
  const std::size_t colon = text.rfind(':');
  if (std::filesystem::exists(text) || colon == std::string::npos) return r;
  const std::string said = text.substr(colon + 1);
  char by = 0, more = 0;
  const int read = std::sscanf(said.c_str(), "%d%c%d%c", &r.inputs, &by, &r.outputs, &more);
  r.path = text.substr(0, colon);
  r.des = said == "des";
  const bool shape =
      read == 3 && by == 'x' && r.inputs >= 3 && r.inputs <= 8 && r.outputs >= 1 && r.outputs <= 8;
  if (!r.des && !shape && std::filesystem::exists(r.path))
    throw Error(
        text +
        ": the suffix of a file name is :NxM, inputs (3 to 8) and outputs (1 to 8), or :des; not " +
        said);
  if (r.des) r.inputs = 6, r.outputs = 4;
  return r;
}

// Returns the numbers between each pair of braces (or brackets) as a table.
std::vector<Table> numbers_in(const std::string& path, const std::vector<BoxLine>& lines, char left,
                              char right) {
  std::vector<Table> tables;
  bool open = false;
  std::string word;
  const auto take = [&](int number) {
    if (word.empty()) return;
    std::size_t used = 0;
    unsigned long v = 0;
    try {
      v = std::stoul(word, &used, 0);
    } catch (const std::logic_error&) {
    }
    while (used < word.size() && (word[used] == 'u' || word[used] == 'U')) used++;
    if (used != word.size() || v > 255) throw error_at(path, number, "not a byte: " + word);
    tables.back().push_back((unsigned)v);
    word.clear();
  };
  for (const BoxLine& line : lines)
    for (const char c : line.text + "\n") {
      if (c == left) {
        open = true, word.clear();
        if (tables.empty() || !tables.back().empty()) tables.emplace_back();
      } else if (open && (c == right || c == ',' || std::isspace((unsigned char)c))) {
        take(line.number);
        open = c != right;
      } else if (open) {
        word += c;
      }
    }
  if (open) throw error_at(path, lines.back().number, "the brace is not closed");
  if (tables.back().empty()) throw error_at(path, lines.back().number, "no numbers in braces");
  return tables;
}

Table from_truth_table(const std::string& path, const std::vector<BoxLine>& lines, int* outputs) {
  Table table(lines.size());
  std::vector<bool> seen(lines.size());
  int inputs = 0, width = 0;
  while ((std::size_t{1} << inputs) < lines.size()) inputs++;
  for (const BoxLine& line : lines) {
    std::string bits;
    for (const char c : line.text)
      if (!std::isspace((unsigned char)c)) bits += c;
    if (!width) width = (int)bits.size() - inputs;
    if (width < 1 || width > 8 || (int)bits.size() != inputs + width)
      throw error_at(path, line.number, "a row of the wrong width");
    if (bits.find_first_not_of("01") != std::string::npos)
      throw error_at(path, line.number, "a truth table has 0 and 1 only");
    const auto x = std::stoul(bits.substr(0, (std::size_t)inputs), nullptr, 2);
    if (x >= seen.size() || seen[x]) throw error_at(path, line.number, "this input occurs twice");
    seen[x] = true;
    table[x] = (unsigned)std::stoul(bits.substr((std::size_t)inputs), nullptr, 2);
  }
  *outputs = width;
  return table;
}

// Entry b5 b4 b3 b2 b1 b0 of a DES box is printed in row b5 b0 and column b4 b3 b2 b1.
Table unprinted(const Table& t) {
  Table r(64);
  for (unsigned x = 0; x < 64; x++) r[x] = t[(x >> 5 << 1 | (x & 1)) << 4 | (x >> 1 & 15)];
  return r;
}

bool prints_as_des(const Table& t) {
  if (t.size() != 64) return false;
  for (std::size_t row = 0; row < 4; row++)
    if (!is_permutation(Table(t.begin() + (int)(16 * row), t.begin() + (int)(16 * row + 16))))
      return false;
  return true;
}

int least_width(const std::vector<Table>& tables) {
  unsigned most = 0;
  for (const Table& t : tables)
    for (const unsigned v : t) most = std::max(most, v);
  int inputs = 0;
  while ((1u << inputs) < tables[0].size()) inputs++;
  const int bits = (int)std::bit_width(most);
  return tables[0].size() == 64 && bits <= 4 ? 4 : std::max(inputs, bits);
}

}  // namespace

bool is_permutation(const Table& t) {
  std::vector<bool> seen(t.size());
  for (const unsigned v : t) {
    if (v >= t.size() || seen[v]) return false;
    seen[v] = true;
  }
  return true;
}

bool is_box_file(const std::string& path) {
  if (std::filesystem::exists(path)) return true;
  const std::size_t colon = path.rfind(':');
  return colon != std::string::npos && colon && std::filesystem::exists(path.substr(0, colon));
}

std::string name_of_file(const std::string& path) {
  std::string r = std::filesystem::path(split_path(path).path).stem().string();
  for (char& c : r)
    if (!std::isgraph((unsigned char)c) || c == '#') c = '_';  // # begins a comment of gate files
  return r;
}

Box read_box_file(const std::string& text) {
  BoxPath said = split_path(text);
  const std::string& path = said.path;
  const std::vector<BoxLine> lines = lines_of(path);
  if (lines[0].text == "matrix") return read_matrix_file(path);
  bool braces = false, brackets = false, binary = lines.size() >= 8;
  for (const BoxLine& line : lines) {
    braces |= line.text.find('{') != std::string::npos;
    brackets |= line.text.find('[') != std::string::npos;
    binary &= line.text.find_first_not_of("01 \t") == std::string::npos;
  }
  std::vector<Table> tables;
  if (braces || brackets)
    tables = numbers_in(path, lines, braces ? '{' : '[', braces ? '}' : ']');
  else if (binary)
    tables = {from_truth_table(path, lines, &said.outputs)};
  else
    tables = from_hex(said, lines);
  if (said.inputs && !binary) tables = cut(said, tables);
  if (said.des && tables[0].size() != 64) throw Error(path + ": :des needs 64 entries");
  if (said.des || (!said.inputs && tables.size() == 1 && prints_as_des(tables[0])))
    for (Table& t : tables) t = unprinted(t);
  Box box = make_box(name_of_file(text), tables, said.outputs ? said.outputs : least_width(tables),
                     false);
  box.definition = definition_of(box);
  return box;
}

}  // namespace hedgerow::circuit
