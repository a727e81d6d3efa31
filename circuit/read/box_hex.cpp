// Reads boxes in hex digits. There are often several readings: for example, 16 digits are 16 entries of four bits or 8
// entries of eight, and two lines of 16 entries are two boxes or one box of 32.
#include <algorithm>
#include <cctype>
#include <optional>

#include "circuit/core/error.hpp"
#include "circuit/read/box_file.hpp"

namespace hedgerow::circuit {
namespace {

struct Reading {
  std::size_t digits;  // per entry
  std::vector<Table> tables;
  std::string said() const {
    int inputs = 0;
    while ((std::size_t{1} << inputs) < tables[0].size()) inputs++;
    const std::string boxes =
        tables.size() == 1 ? "one box" : std::to_string(tables.size()) + " boxes";
    return boxes + " of " + std::to_string(tables[0].size()) + " entries of " +
           std::to_string(4 * digits) + " bits (:" + std::to_string(inputs) + "x" +
           std::to_string(4 * digits) + ")";
  }
};

// Returns the words of hex digits of each line, without 0x and commas.
std::vector<std::vector<std::string>> words_of(const std::string& path,
                                               const std::vector<BoxLine>& lines) {
  std::vector<std::vector<std::string>> r;
  for (const BoxLine& line : lines) {
    r.emplace_back();
    std::string word;
    for (const char c : line.text + " ") {
      if (std::isspace((unsigned char)c) || c == ',') {
        if (!word.empty()) r.back().push_back(word);
        word.clear();
      } else if ((c == 'x' || c == 'X') && word == "0") {
        word.clear();
      } else if (!std::isxdigit((unsigned char)c)) {
        throw error_at(path, line.number, std::string("not a hex digit: ") + c);
      } else {
        word += c;
      }
    }
  }
  return r;
}

Table entries(const std::vector<std::string>& words, std::size_t digits) {
  Table t;
  for (const std::string& w : words)
    for (std::size_t i = 0; i < w.size(); i += digits)
      t.push_back((unsigned)std::stoul(w.substr(i, digits), nullptr, 16));
  return t;
}

bool is_length(std::size_t n) { return n >= 8 && n <= 256 && !(n & (n - 1)); }

std::vector<Reading> readings(const std::vector<std::vector<std::string>>& lines, bool one,
                              bool two) {
  std::vector<Reading> r;
  for (const std::size_t digits : {1, 2}) {
    if (digits == 1 ? !one : !two) continue;
    std::vector<Table> rows;
    Table all;
    for (const auto& line : lines) {
      rows.push_back(entries(line, digits));
      all.insert(all.end(), rows.back().begin(), rows.back().end());
    }
    const bool even = std::all_of(rows.begin(), rows.end(), [&](const Table& t) {
      return is_length(t.size()) && t.size() == rows[0].size();
    });
    if (is_length(all.size())) r.push_back({digits, {all}});
    if (even && rows.size() > 1) r.push_back({digits, rows});
  }
  return r;
}

}  // namespace

std::vector<Table> from_hex(const BoxPath& said, const std::vector<BoxLine>& lines) {
  const auto words = words_of(said.path, lines);
  bool one = false, two = true,
       // whether entries can have one digit, or two; whether all words have one digit
      single = true;
  for (std::size_t i = 0; i < words.size(); i++)
    for (const std::string& w : words[i]) {
      one |= w.size() != 2;
      single &= w.size() == 1;
      if (w.size() % 2) two = false;
      if (w.size() % 2 && w.size() < 8 && !single)
        throw error_at(said.path, lines[i].number, "half a byte");
    }
  if (said.inputs) {
    Table all;
    const std::size_t digits = said.outputs > 4 || !one ? 2 : 1;
    if (digits == 2 && !two) throw Error(said.path + ": half a byte");
    for (const auto& line : words)
      for (const unsigned v : entries(line, digits)) all.push_back(v);
    return {all};
  }
  const std::vector<Reading> all = readings(words, one, two);
  if (all.empty())
    throw Error(said.path + ": " + std::to_string(entries(words[0], 1).size()) +
                " hex digits in the first of " + std::to_string(words.size()) +
                " lines are no box of 8 to 256 entries, a power of two, of one or two digits");
  if (all.size() == 1) return all[0].tables;
  std::optional<Reading> permutation;
  int permutations = 0;
  std::string choices;
  for (const Reading& r : all) {
    choices += (choices.empty() ? "" : ", or ") + r.said();
    if (!std::all_of(r.tables.begin(), r.tables.end(), is_permutation)) continue;
    permutations++;
    permutation = r;
  }
  if (permutations == 1) return permutation->tables;
  throw Error(said.path + " can be read as " + choices +
              "; choose one by a suffix of the file name, for example " + said.path +
              all[0].said().substr(all[0].said().rfind('(') + 1, 4));
}

std::vector<Table> cut(const BoxPath& said, const std::vector<Table>& tables) {
  Table all;
  for (const Table& t : tables) all.insert(all.end(), t.begin(), t.end());
  const std::size_t length = std::size_t{1} << said.inputs;
  if (all.empty() || all.size() % length)
    throw Error(said.path + ": " + std::to_string(all.size()) + " entries are no boxes of " +
                std::to_string(length));
  std::vector<Table> r;
  for (std::size_t i = 0; i < all.size(); i += length)
    r.emplace_back(all.begin() + (long)i, all.begin() + (long)(i + length));
  return r;
}

}  // namespace hedgerow::circuit
