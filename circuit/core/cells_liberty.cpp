// Reads Liberty files, the usual format of cell libraries. It takes the area of each cell that is a gate with one
// output and at most three inputs, and the function of its output pin.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "circuit/core/cells.hpp"
#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

// A word, a quoted string, or a single sign, with its line. Comments produce no token.
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

// A function of up to three pins. The operators in order of falling precedence are: ! and ' for NOT; &, * or a space
// for AND; ^ for XOR; | and + for OR.
class Expression {
 public:
  // Returns false if the text is not a function of one to three pins.
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
    if (depth_ > kMostNested) return wrong_ = true;
    if (c == '!') {
      at_++, depth_++;
      r = factor();
      depth_--;
      return !r;
    }
    if (c == '(') {
      at_++, depth_++;
      r = any();
      depth_--;
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

  static constexpr int kMostNested = 100;

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  unsigned x_ = 0;
  bool wrong_ = false;
  std::vector<std::string> pins_;
};

// Returns the kind of gate that has this table for some order of its inputs, or null.
const char* kind_of(std::uint8_t table, int inputs) {
  for (const Basis& b : bases())
    if (!b.kinds.empty()) {
      Gate g{{0, 1, 2}, (std::uint8_t)inputs, table};
      if (const GateKind* k = b.kind_of(g)) return k->name;
    }
  return nullptr;
}

// Follows the nesting of braces and keeps the smallest area of each kind of gate.
class LibertyReader {
 public:
  LibertyReader(const std::string& text, const std::string& name)
      : tokens_(tokens_of(text)), name_(name) {}

  std::map<std::string, double> read() {
    for (at_ = 0; at_ < tokens_.size(); at_++) take(tokens_[at_].text);
    if (depth_) throw Error(name_ + ": a brace is not closed");
    return std::move(least_);
  }

 private:
  struct Cell {
    std::size_t depth = 0;  // nesting of its brace
    double area = 0;
    std::vector<std::string> functions;
    bool stores = false;
  };

  std::string word(std::size_t ahead) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : std::string();
  }

  void take(const std::string& t) {
    if (t == "{") depth_++;
    if (t == "}") close();
    if (t == "cell" && word(1) == "(") cell_ = {}, cell_.depth = depth_ + 1;
    if (!cell_.depth) return;
    if (t == "ff" || t == "latch" || t == "statetable") cell_.stores |= word(1) == "(";
    if (word(1) != ":") return;
    if (t == "function") cell_.functions.push_back(word(2));
    if (t == "area" && depth_ == cell_.depth) try {
        cell_.area = std::stod(word(2));
        if (!std::isfinite(cell_.area)) throw std::out_of_range("");
      } catch (const std::logic_error&) {
        throw error_at(name_, tokens_[at_].line, "the area is not a number: " + word(2));
      }
  }

  void close() {
    if (!depth_) throw error_at(name_, tokens_[at_].line, "a closing brace without an opening one");
    if (cell_.depth && depth_ == cell_.depth) {
      finish();
      cell_ = {};
    }
    depth_--;
  }

  void finish() {
    std::uint8_t table = 0;
    int inputs = 0;
    if (cell_.stores || cell_.functions.size() != 1 || cell_.area <= 0 ||
        !Expression::table(cell_.functions[0], &table, &inputs))
      return;
    if (const char* kind = kind_of(table, inputs)) {
      const auto it = least_.emplace(kind, cell_.area).first;
      it->second = std::min(it->second, cell_.area);
    }
  }

  const std::vector<Token> tokens_;
  const std::string& name_;
  std::size_t at_ = 0, depth_ = 0;
  Cell cell_;
  std::map<std::string, double> least_;
};

}  // namespace

CellLibrary parse_liberty(const std::string& text, const std::string& name) {
  const std::map<std::string, double> least = LibertyReader(text, name).read();
  const auto unit = least.find("nand");
  if (unit == least.end())
    throw Error(name + ": no NAND of two inputs, although its area is the unit of all areas");
  CellLibrary r{name, {}};
  for (const auto& [kind, area] : least) r.area[kind] = area / unit->second;
  return r;
}

}  // namespace hedgerow::circuit
