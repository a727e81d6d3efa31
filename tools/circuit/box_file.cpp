// Boxes from files: a C array (numbers in braces), hex bytes (one box a line or one box in all), or
// a truth table (one row of 0 and 1 a line: the input bits, then the output bits, high bit first);
// a first line `matrix` makes it a linear map (matrix.hpp).
#include <cctype>
#include <fstream>
#include <sstream>

#include "box.hpp"
#include "error.hpp"
#include "matrix.hpp"

namespace hedgerow::circuit {
namespace {

struct Line {
  int number;
  std::string text;
};

std::vector<Line> lines_of(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Error("cannot read " + path);
  std::vector<Line> r;
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

int width_for(const std::vector<std::vector<unsigned>>& tables) {
  unsigned most = 0;
  for (const auto& t : tables)
    for (const unsigned v : t) most = std::max(most, v);
  int inputs = 0;
  while ((1u << inputs) < tables[0].size()) inputs++;
  return std::max(inputs, (int)std::bit_width(most));
}

// Numbers inside the last pair of braces, or pairs of braces for several boxes.
Box from_c_array(const std::string& path, const std::vector<Line>& lines) {
  std::vector<std::vector<unsigned>> tables;
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
  for (const Line& line : lines)
    for (const char c : line.text + "\n") {
      if (c == '{') {
        open = true, word.clear();
        if (tables.empty() || !tables.back().empty()) tables.emplace_back();
      } else if (open && (c == '}' || c == ',' || std::isspace((unsigned char)c))) {
        take(line.number);
        open = c != '}';
      } else if (open) {
        word += c;
      }
    }
  if (open) throw error_at(path, lines.back().number, "the brace is not closed");
  if (tables.back().empty()) throw error_at(path, lines.back().number, "no numbers in braces");
  return make_box(path, tables, width_for(tables), false);
}

Box from_truth_table(const std::string& path, const std::vector<Line>& lines) {
  std::vector<unsigned> table(lines.size());
  std::vector<bool> seen(lines.size());
  int inputs = 0, width = 0;
  while ((std::size_t{1} << inputs) < lines.size()) inputs++;
  for (const Line& line : lines) {
    std::string bits;
    for (const char c : line.text)
      if (!std::isspace((unsigned char)c)) bits += c;
    if (!width) width = (int)bits.size() - inputs;
    if (width < 1 || width > 8 || (int)bits.size() != inputs + width)
      throw error_at(path, line.number, "a row of the wrong width");
    if (bits.find_first_not_of("01") != std::string::npos)
      throw error_at(path, line.number, "a truth table has 0 and 1 only");
    const auto x = std::stoul(bits.substr(0, (std::size_t)inputs), nullptr, 2);
    if (x >= seen.size() || seen[x]) throw error_at(path, line.number, "this input stands twice");
    seen[x] = true;
    table[x] = (unsigned)std::stoul(bits.substr((std::size_t)inputs), nullptr, 2);
  }
  return make_box(path, {table}, width, false);
}

Box from_hex(const std::string& path, const std::vector<Line>& lines) {
  std::vector<std::vector<unsigned>> rows;
  std::vector<unsigned> all;
  for (const Line& line : lines) {
    std::string digits;
    for (const char c : line.text) {
      if (std::isspace((unsigned char)c) || c == ',') continue;
      if (!std::isxdigit((unsigned char)c))
        throw error_at(path, line.number, std::string("not a hex digit: ") + c);
      digits += c;
    }
    if (digits.size() % 2) throw error_at(path, line.number, "half a byte");
    rows.emplace_back();
    for (std::size_t i = 0; i < digits.size(); i += 2)
      rows.back().push_back((unsigned)std::stoul(digits.substr(i, 2), nullptr, 16));
    all.insert(all.end(), rows.back().begin(), rows.back().end());
  }
  if (all.size() <= 256) return make_box(path, {all}, width_for({all}), false);
  return make_box(path, rows, width_for(rows), false);
}

}  // namespace

Box read_box_file(const std::string& path) {
  const std::vector<Line> lines = lines_of(path);
  if (lines[0].text == "matrix") return read_matrix_file(path);
  bool braces = false, binary = lines.size() >= 8;
  for (const Line& line : lines) {
    braces |= line.text.find('{') != std::string::npos;
    binary &= line.text.find_first_not_of("01 \t") == std::string::npos;
  }
  return braces   ? from_c_array(path, lines)
         : binary ? from_truth_table(path, lines)
                  : from_hex(path, lines);
}

}  // namespace hedgerow::circuit
