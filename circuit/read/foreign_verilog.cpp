// Structural Verilog with a single module. It may have input, output and wire declarations (with ranges, also in the
// head, also with a value), gate primitives (and, or, xor, nand, nor, xnor, not, buf), and assignments of bits with ~ &
// | ^ ~^ ^~ ?: ( ) 1'b0 1'b1. The ports have the order of the head, even if the body declares them in another one.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/read/foreign.hpp"

namespace hedgerow::circuit {
namespace {

struct Token {
  int line;
  std::string text;
};

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> r;
  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') line++;
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
      for (; i < end; i++) line += text[i] == '\n';
    } else if (std::isalnum((unsigned char)c) || c == '_' || c == '\\') {
      std::size_t end = i + 1;
      while (end < text.size() && (std::isalnum((unsigned char)text[end]) || text[end] == '_' ||
                                   text[end] == '$' || text[end] == '\''))
        end++;
      r.push_back({line, text.substr(i, end - i)});
      i = end;
    } else if (text.compare(i, 2, "~^") == 0 || text.compare(i, 2, "^~") == 0) {
      r.push_back({line, "~^"});
      i += 2;
    } else {
      if (!std::isspace((unsigned char)c)) r.push_back({line, std::string(1, c)});
      i++;
    }
  }
  return r;
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& file)
      : tokens_(tokens_of(text)), file_(file) {}

  NetlistFile read() {
    take("module");
    next();
    if (is("(")) head();
    while (!is("endmodule")) statement();
    for (auto* bits : {&inputs_, &outputs_}) order_by_head(bits);
    Netlist n;
    n.inputs = (int)inputs_.size();
    if (inputs_.empty() || outputs_.empty()) throw fail("a module needs inputs and outputs");
    for (std::size_t i = 0; i < inputs_.size(); i++) net_[inputs_[i]] = (Net)i;
    for (const std::string& o : outputs_) n.outputs.push_back({place(n, o), false});
    NetlistFile f;
    f.netlist = normalise(n);
    f.netlist.provenance.tool = "unknown";
    return f;
  }

 private:
  struct Definition {  // an expression that begins at a token, or a primitive with names
    std::size_t at;
    std::string primitive;
    std::vector<std::size_t> operands;
  };

  const Token& peek(std::size_t ahead = 0) const {
    if (at_ + ahead >= tokens_.size()) throw Error(file_ + ": the file ends before endmodule");
    return tokens_[at_ + ahead];
  }
  Error fail(const std::string& what) const {
    return error_at(file_,
                    at_ < tokens_.size() ? tokens_[at_].line
                    : tokens_.empty()    ? 1
                                         : tokens_.back().line,
                    what);
  }
  bool is(const char* text) const { return peek().text == text; }
  Error unsupported() const {
    return fail("`" + peek().text + "` is not part of the supported structural Verilog");
  }
  std::string next() {
    std::string r = peek().text;
    at_++;
    return r;
  }
  void take(const char* text) {
    if (!is(text))
      throw fail("expected `" + std::string(text) + "` instead of `" + peek().text + "`");
    at_++;
  }
  int number() {
    const std::string w = next();
    if (w.empty() || w.size() > 5 || w.find_first_not_of("0123456789") != std::string::npos)
      throw fail("expected a number instead of `" + w + "`");
    return std::stoi(w);
  }

  std::string name() {
    std::string r = next();
    if (!std::isalpha((unsigned char)r[0]) && r[0] != '_' && r[0] != '\\')
      throw fail("expected a name instead of `" + r + "`");
    return r;
  }

  // Reads a bit, which is a name, or a name with an index in brackets.
  std::string bit() {
    std::string r = name();
    if (at_ < tokens_.size() && is("[")) {
      at_++;
      r += "[" + std::to_string(number()) + "]";
      take("]");
    }
    return r;
  }

  void skip_expression() {
    for (int depth = 0; depth || (!is(";") && !is(",") && !is(")")); at_++) {
      depth += is("(");
      depth -= is(")");
    }
  }

  void define(const std::string& name, Definition d) {
    if (!definition_.emplace(name, std::move(d)).second) throw fail(name + " is driven twice");
  }

  // Reads a declaration: [high:low] and names. `wire a = value` also defines the name.
  void declare(std::vector<std::string>* bits) {
    int high = -1, low = 0;
    for (;;) {
      if (is("wire") || is("reg") || is("logic")) at_++;
      if (is("[")) {
        at_++;
        high = number();
        take(":");
        low = number();
        take("]");
      }
      const std::string name = next();
      if (bits && high < 0) bits->push_back(name);
      if (bits && std::abs(high - low) > 1024) throw fail("more than 1024 bits in a range");
      for (int i = std::min(low, high); bits && high >= 0 && i <= std::max(low, high); i++)
        bits->push_back(name + "[" + std::to_string(i) + "]");
      if (bits && bits->size() > 1024) throw fail("more than 1024 inputs or outputs");
      if (is("=")) {
        at_++;
        define(name, {at_, "", {}});
        skip_expression();
      }
      if (!is(",")) return;
      if (const std::string& after = peek(1).text; after == "input" || after == "output") return;
      at_++;
    }
  }

  // Reads the ports of the head: declarations, or only the names of what the body declares.
  void head() {
    take("(");
    while (!is(")")) {
      if (is("input") || is("output"))
        declare(next() == "input" ? &inputs_ : &outputs_);
      else
        ports_.push_back(name());
      if (!is(")")) take(",");
    }
    at_++;
  }

  void order_by_head(std::vector<std::string>* bits) const {
    std::multimap<std::size_t, std::string> ordered;  // bits of one port keep their order
    for (const std::string& bit : *bits) {
      const auto port = std::find(ports_.begin(), ports_.end(), bit.substr(0, bit.find('[')));
      ordered.emplace(port - ports_.begin(), bit);
    }
    bits->clear();
    for (auto& [port, bit] : ordered) bits->push_back(std::move(bit));
  }

  // Reads a primitive; its name is the next token: (output, operand, ...).
  void instance() {
    Definition d{0, next(), {}};
    if (!is("(")) at_++;  // the instance's name
    take("(");
    const std::string name = bit();
    while (is(",")) {
      at_++;
      d.operands.push_back(at_);
      skip_expression();
    }
    take(")");
    define(name, std::move(d));
  }

  void statement() {
    static const std::set<std::string> kPrimitives = {"and", "or",   "xor", "nand",
                                                      "nor", "xnor", "not", "buf"};
    if (is("(") && peek(1).text == "*") {  // an attribute
      while (!is(")")) at_++;
      at_++;
    } else if (is(";")) {
      at_++;
    } else if (is("input") || is("output") || is("wire")) {
      const std::string kind = next();
      declare(kind == "input" ? &inputs_ : kind == "output" ? &outputs_ : nullptr);
    } else if (is("assign")) {
      do {
        at_++;
        const std::string name = bit();
        take("=");
        define(name, {at_, "", {}});
        skip_expression();
      } while (is(","));
    } else if (kPrimitives.contains(peek().text)) {
      instance();
    } else {
      throw unsupported();
    }
  }

  Net gate(Netlist& n, std::uint8_t table, Net a, Net b, int fan_in = 2) {
    n.gates.push_back({{a, b, a}, (std::uint8_t)fan_in, table});
    if (n.nets() > 60000) throw fail("more than 60000 nets");
    return (Net)(n.nets() - 1);
  }

  Net primary(Netlist& n) {
    const Nested nested(&depth_, file_);
    if (is("~") || is("!")) {
      at_++;
      const Net a = primary(n);
      return gate(n, kTableNot, a, a, 1);
    }
    if (is("(")) {
      at_++;
      const Net r = choice(n);
      take(")");
      return r;
    }
    if (is("1'b0") || is("1'b1"))
      return gate(n, next() == "1'b1" ? kTableOne : kTableZero, 0, 0, 0);
    return place(n, bit());
  }

  // The operator | binds weakest, then ^ and ~^, which are equal, and then &.
  Net expression(Netlist& n, int level) {
    static constexpr const char* kSigns[] = {"|", "^", "&"};
    static constexpr std::uint8_t kTables[] = {kTableOr, kTableXor, kTableAnd};
    Net r = level == 3 ? primary(n) : expression(n, level + 1);
    while (level < 3 && (is(kSigns[level]) || (level == 1 && is("~^")))) {
      const std::uint8_t table = next() == "~^" ? kTableXnor : kTables[level];
      const Net b = expression(n, level + 1);
      r = gate(n, table, r, b);
    }
    return r;
  }

  // Reads an expression, or `s ? a : b`, which binds weakest and from the right. For example, `s ? a : t ? b : c` is
  // read as `s ? a : (t ? b : c)`.
  Net choice(Netlist& n) {
    const Net s = expression(n, 0);
    if (!is("?")) return s;
    const Nested nested(&depth_, file_);
    at_++;
    const Net a = choice(n);
    take(":");
    const Net b = choice(n);
    const Net differ = gate(n, kTableXor, a, b);
    return gate(n, kTableXor, gate(n, kTableAnd, s, differ), b);
  }

  // Reads the whole value that begins at a token, and refuses an operator that is not supported.
  Net whole(Netlist& n, std::size_t at) {
    at_ = at;
    const Net r = choice(n);
    if (!is(";") && !is(",") && !is(")")) throw unsupported();
    return r;
  }

  Net value(Netlist& n, const Definition& d) {
    if (d.primitive.empty()) return whole(n, d.at);
    const std::string& p = d.primitive;
    if (d.operands.empty()) throw fail(p + " without a fan-in");
    const bool single = p == "not" || p == "buf",
               odd = p == "not" || p == "nand" || p == "nor" || p == "xnor";
    const std::uint8_t table = p == "and" || p == "nand" ? kTableAnd
                               : p == "or" || p == "nor" ? kTableOr
                                                         : kTableXor;
    if (single && d.operands.size() > 1) throw fail(p + " with more than one output");
    Net r = whole(n, d.operands[0]);
    for (std::size_t i = 1; i < d.operands.size(); i++)
      r = gate(n, table, r, whole(n, d.operands[i]));
    return odd ? gate(n, kTableNot, r, r, 1) : r;
  }

  Net place(Netlist& n, const std::string& name) {
    if (const auto it = net_.find(name); it != net_.end()) return it->second;
    const auto d = definition_.find(name);
    if (d == definition_.end()) throw fail(name + " is not driven");
    if (!open_.insert(name).second) throw fail(name + " is part of a loop");
    const std::size_t back = at_;
    const Net r = value(n, d->second);
    at_ = back;
    return net_[name] = r;
  }

  std::vector<Token> tokens_;
  std::string file_;
  std::size_t at_ = 0;
  int depth_ = 0;
  // The last one has the names of a head without declarations, in their order.
  std::vector<std::string> inputs_, outputs_, ports_;
  std::map<std::string, Definition> definition_;
  std::map<std::string, Net> net_;
  std::set<std::string> open_;
};

}  // namespace

bool is_verilog(const std::string& text) {
  const std::vector<Token> t = tokens_of(text.substr(0, 4000));
  return !t.empty() && t[0].text == "module";
}

NetlistFile from_verilog(const std::string& text, const std::string& file_name) {
  return Reader(text, file_name).read();
}

}  // namespace hedgerow::circuit
