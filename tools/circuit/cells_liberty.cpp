// Liberty files, the format of cell libraries: of a cell its area, and the function of its output pin where it is a
// gate of one output and at most three inputs.
#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "cells.hpp"
#include "error.hpp"

namespace hedgerow::circuit {
namespace {

// Words, strings in quotes and single signs, with their lines; comments left out.
struct Token {
  std::string text;
  int line;
};

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> r;
  int line = 1;
  const auto is_word = [](char c) {
    return std::isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
  };
  for (std::size_t i = 0; i < text.size();) {
    const int first = line;
    std::size_t end = i + 1;
    if (text.compare(i, 2, "/*") == 0) {
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else if (text[i] == '"') {
      end = std::min(text.find('"', i + 1), text.size() - 1) + 1;
      r.push_back({text.substr(i + 1, end - i - 2), first});
    } else if (is_word(text[i])) {
      while (end < text.size() && is_word(text[end])) end++;
      r.push_back({text.substr(i, end - i), first});
    } else if (!std::isspace((unsigned char)text[i]) && text[i] != '\\') {
      r.push_back({text.substr(i, 1), first});
    }
    line +=
        (int)std::count(text.begin() + (std::ptrdiff_t)i, text.begin() + (std::ptrdiff_t)end, '\n');
    i = end;
  }
  return r;
}

// A function of up to three pins: ! ' for NOT, & * or nothing for AND, ^ for XOR, | + for OR, in falling precedence.
class Expression {
 public:
  // False where the text is no function of one to three pins.
  static bool table(const std::string& text, std::uint8_t* table, int* inputs) {
    Expression e(text);
    for (unsigned x = 0; x < 8; x++) {
      e.at_ = 0;
      e.x_ = x;
      const bool value = e.any();
      if (e.wrong_ || e.at_ != text.size() || e.pins_.size() > 3) return false;
      *table = (std::uint8_t)((x ? *table : 0) | value << x);
    }
    *inputs = (int)e.pins_.size();
    return *inputs > 0;
  }

 private:
  explicit Expression(const std::string& text) : text_(text) {}

  char next() {
    while (at_ < text_.size() && std::isspace((unsigned char)text_[at_])) at_++;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool any() {
    bool r = sum();
    while (next() == '|' || next() == '+') at_++, r |= sum();
    return r;
  }
  bool sum() {
    bool r = product();
    while (next() == '^') at_++, r ^= product();
    return r;
  }
  bool product() {
    bool r = factor();
    for (char c = next();
         c && !wrong_ && (c == '&' || c == '*' || c == '!' || c == '(' || is_name(c)); c = next()) {
      if (c == '&' || c == '*') at_++;
      r &= factor();
    }
    return r;
  }
  bool factor() {
    const char c = next();
    bool r = false;
    if (c == '!') {
      at_++;
      return !factor();
    }
    if (c == '(') {
      at_++;
      r = any();
      if (next() != ')') return wrong_ = true;
      at_++;
    } else if (is_name(c)) {
      r = pin();
    } else {
      return wrong_ = true;
    }
    while (next() == '\'') at_++, r = !r;
    return r;
  }
  bool pin() {
    std::string name;
    while (at_ < text_.size() && is_name(text_[at_])) name += text_[at_++];
    auto it = std::find(pins_.begin(), pins_.end(), name);
    if (it == pins_.end()) it = pins_.insert(it, name);
    return x_ >> std::min<std::ptrdiff_t>(it - pins_.begin(), 3) & 1;
  }
  static bool is_name(char c) { return std::isalnum((unsigned char)c) || c == '_'; }

  const std::string& text_;
  std::size_t at_ = 0;
  unsigned x_ = 0;
  bool wrong_ = false;
  std::vector<std::string> pins_;
};

// The kind of gate with this table, its inputs in any order; null: none.
const char* kind_of(std::uint8_t table, int inputs) {
  for (const Basis& b : bases())
    if (!b.kinds.empty()) {
      Gate g{{0, 1, 2}, (std::uint8_t)inputs, table};
      if (const GateKind* k = b.kind_of(g)) return k->name;
    }
  return nullptr;
}

}  // namespace

CellLibrary parse_liberty(const std::string& text, const std::string& name) {
  const std::vector<Token> tokens = tokens_of(text);
  std::map<std::string, double> least;
  struct Cell {
    std::size_t depth = 0;  // of its brace
    double area = 0;
    std::vector<std::string> functions;
    bool stores = false;
  } cell;
  std::size_t depth = 0;
  const auto word = [&](std::size_t i) {
    return i < tokens.size() ? tokens[i].text : std::string();
  };
  const auto finish = [&] {
    std::uint8_t table = 0;
    int inputs = 0;
    if (cell.stores || cell.functions.size() != 1 || cell.area <= 0 ||
        !Expression::table(cell.functions[0], &table, &inputs))
      return;
    if (const char* kind = kind_of(table, inputs)) {
      const auto it = least.emplace(kind, cell.area).first;
      it->second = std::min(it->second, cell.area);
    }
  };
  for (std::size_t i = 0; i < tokens.size(); i++) {
    const std::string& t = tokens[i].text;
    if (t == "{") depth++;
    if (t == "}" && depth == 0) throw error_at(name, tokens[i].line, "a brace closes none");
    if (t == "}" && cell.depth && depth == cell.depth) finish(), cell = {};
    if (t == "}") depth--;
    if (t == "cell" && word(i + 1) == "(") cell = {}, cell.depth = depth + 1;
    if (!cell.depth) continue;
    if (t == "ff" || t == "latch" || t == "statetable") cell.stores |= word(i + 1) == "(";
    if (t == "function" && word(i + 1) == ":") cell.functions.push_back(word(i + 2));
    if (t == "area" && word(i + 1) == ":" && depth == cell.depth) try {
        cell.area = std::stod(word(i + 2));
      } catch (const std::logic_error&) {
        throw error_at(name, tokens[i].line, "area is no number: " + word(i + 2));
      }
  }
  if (depth) throw Error(name + ": a brace is not closed");
  if (!least.contains("nand"))
    throw Error(name + ": no NAND of two inputs, which areas are counted in");
  const double unit = least["nand"];
  CellLibrary r{name, {}};
  for (const auto& [kind, area] : least) r.area[kind] = area / unit;
  return r;
}

}  // namespace hedgerow::circuit
