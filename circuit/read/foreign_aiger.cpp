// AIGER [Biere, FMV report 07/1]: two-input ANDs over literals 2 v + complement. Latches are not supported.
#include <map>
#include <set>
#include <sstream>

#include "circuit/core/compose.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/read/foreign.hpp"

namespace hedgerow::circuit {
namespace {

constexpr unsigned kMostVariables = 60000;

struct Header {
  std::string form;
  unsigned variables = 0, inputs = 0, latches = 0, outputs = 0, ands = 0;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : in_(text), file_(file) {}

  NetlistFile read() {
    Header h;
    if (!(in_ >> h.form >> h.variables >> h.inputs >> h.latches >> h.outputs >> h.ands))
      throw Error(file_ + ":1: an AIGER header is aag or aig and five numbers");
    if (h.latches) throw Error(file_ + ":1: latches are no part of a circuit here");
    if (h.variables > kMostVariables || h.inputs > 1024 || h.outputs > 1024 ||
        h.ands > kMostVariables || h.inputs + h.ands > h.variables)
      throw Error(file_ + ":1: too many variables");
    if (!h.inputs || !h.outputs)
      throw Error(file_ + ":1: a circuit has at least one input and one output");
    const bool binary = h.form == "aig";
    std::vector<unsigned> inputs, outputs;
    for (unsigned i = 0; i < h.inputs; i++) inputs.push_back(binary ? 2 * i + 2 : number());
    for (unsigned i = 0; i < h.outputs; i++) outputs.push_back(number());
    for (const unsigned v : inputs) define(v, {0, 0});
    if (binary) in_.ignore(1);
    for (unsigned i = 0; i < h.ands; i++) {
      unsigned left = 2 * (h.inputs + i + 1), a, b;
      if (binary) {
        a = left - delta();
        b = a - delta();
      } else {
        left = number(), a = number(), b = number();
      }
      define(left, {a, b});
    }
    Netlist n;
    n.inputs = (int)h.inputs;
    net_.clear();
    for (unsigned i = 0; i < h.inputs; i++) net_[inputs[i] / 2] = (Net)i;
    for (const unsigned o : outputs) {
      if (o < 2) throw Error(file_ + ": a constant output");
      n.outputs.push_back({place(n, o / 2), (o & 1) != 0});
    }
    NetlistFile f;
    f.netlist = normalise(n);
    f.netlist.provenance.tool = "unknown";
    return f;
  }

 private:
  unsigned number() {
    unsigned v;
    if (!(in_ >> v))
      throw Error(file_ + ": the file ends too early, or has no number where one belongs");
    return v;
  }
  unsigned delta() {
    unsigned r = 0;
    for (int shift = 0; shift < 32; shift += 7) {
      const int c = in_.get();
      if (c < 0) throw Error(file_ + ": the file ends too early");
      r |= (unsigned)(c & 127) << shift;
      if (!(c & 128)) return r;
    }
    throw Error(file_ + ": a difference is too long");
  }
  void define(unsigned literal, std::pair<unsigned, unsigned> fan_in) {
    if (literal < 2 || literal % 2 || !fan_in_.emplace(literal / 2, fan_in).second)
      throw Error(file_ + ": literal " + std::to_string(literal) +
                  " is defined twice or cannot be");
  }
  Net place(Netlist& n, unsigned variable) {
    if (const auto it = net_.find(variable); it != net_.end()) return it->second;
    const Nested nested(&depth_, file_);
    const auto it = fan_in_.find(variable);
    if (it == fan_in_.end())
      throw Error(file_ + ": literal " + std::to_string(2 * variable) + " is not defined");
    if (!open_.insert(variable).second)
      throw Error(file_ + ": literal " + std::to_string(2 * variable) + " is part of a loop");
    const auto [a, b] = it->second;
    Gate g{{0, 0, 0}, 2, kTableAnd};
    if (a < 2 || b < 2) {  // a constant fan-in
      const unsigned other = a < 2 ? b : a, fixed = a < 2 ? a : b;
      g = {{0, 0, 0}, 0, kTableZero};
      if (fixed && other < 2) g.table = other ? kTableOne : kTableZero;
      if (fixed && other >= 2) {
        const Net x = place(n, other / 2);
        g = {{x, x, x}, 1, other & 1 ? kTableNot : kTableBuffer};
      }
    } else {
      const Net x = place(n, a / 2), y = place(n, b / 2);
      if (a & 1) g.table = invert_input(g.table, 0);
      if (b & 1) g.table = invert_input(g.table, 1);
      g.in[0] = g.in[2] = x, g.in[1] = y;
    }
    n.gates.push_back(g);
    return net_[variable] = (Net)(n.nets() - 1);
  }

  std::istringstream in_;
  std::string file_;
  std::map<unsigned, std::pair<unsigned, unsigned>> fan_in_;
  std::map<unsigned, Net> net_;
  std::set<unsigned> open_;
  int depth_ = 0;
};

// The ANDs of a circuit. Equal ones are shared.
class Graph {
 public:
  explicit Graph(int inputs) : next_(2u * (unsigned)inputs + 2) {}
  unsigned product(unsigned a, unsigned b) {
    if (a < b) std::swap(a, b);
    if (b == 0 || a == (b ^ 1)) return 0;
    if (b == 1 || a == b) return a;
    const auto [it, fresh] = known_.try_emplace({a, b}, next_);
    if (fresh) {
      ands_ << next_ << " " << a << " " << b << "\n";
      next_ += 2;
    }
    return it->second;
  }
  unsigned choose(unsigned s, unsigned one, unsigned zero) {
    if (one == zero) return one;
    return product(product(s, one) ^ 1, product(s ^ 1, zero) ^ 1) ^ 1;
  }
  // Returns the function of a table by splitting it at its last argument.
  unsigned function(unsigned table, const std::vector<unsigned>& in, std::size_t arguments) {
    if (!arguments) return table & 1;
    const unsigned half = 1u << (arguments - 1), mask = (1u << half) - 1;
    return choose(in[arguments - 1], function(table >> half & mask, in, arguments - 1),
                  function(table & mask, in, arguments - 1));
  }
  std::size_t ands() const { return known_.size(); }
  std::string text() const { return ands_.str(); }

 private:
  unsigned next_;
  std::map<std::pair<unsigned, unsigned>, unsigned> known_;
  std::ostringstream ands_;
};

}  // namespace

bool is_aiger(const std::string& text) {
  return text.starts_with("aag ") || text.starts_with("aig ");
}

NetlistFile from_aiger(const std::string& text, const std::string& file_name) {
  return Reader(text, file_name).read();
}

std::string to_aiger(const Netlist& n) {
  Graph graph(n.inputs);
  std::vector<unsigned> literal;
  for (int i = 0; i < n.inputs; i++) literal.push_back(2u * (unsigned)i + 2);
  for (const Gate& g : n.gates) {
    std::vector<unsigned> in;
    for (int i = 0; i < g.fan_in; i++) in.push_back(literal[g.in[i]]);
    literal.push_back(graph.function(g.table & ((1u << (1u << g.fan_in)) - 1), in, g.fan_in));
  }
  std::ostringstream out;
  out << "aag " << (unsigned)n.inputs + graph.ands() << " " << n.inputs << " 0 " << n.outputs.size()
      << " " << graph.ands() << "\n";
  for (int i = 0; i < n.inputs; i++) out << 2 * i + 2 << "\n";
  for (const Output& o : n.outputs) out << (literal[o.net] ^ (unsigned)o.inverted) << "\n";
  out << graph.text();
  for (int i = 0; i < n.inputs; i++) out << "i" << i << " x" << i << "\n";
  for (std::size_t i = 0; i < n.outputs.size(); i++) out << "o" << i << " y" << i << "\n";
  return out.str();
}

}  // namespace hedgerow::circuit
