// Bristol Fashion, and the older form, which has three numbers in its second line (the bits of two inputs and of the
// output). The last wires are the outputs.
#include <map>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/read/foreign.hpp"

namespace hedgerow::circuit {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> r;
  for (std::string w; in >> w;) r.push_back(w);
  return r;
}

struct BristolLine {
  int number;
  std::vector<std::string> words;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : file_(file) {
    std::istringstream in(text);
    int number = 0;
    for (std::string line; std::getline(in, line);)
      if (number++; !words_of(line).empty()) lines_.push_back({number, words_of(line)});
  }

  NetlistFile read() {
    if (lines_.size() < 3 || lines_[0].words.size() != 2)
      throw Error(file_ + ":1: the first line has gates and wires");
    const unsigned wires = wires_ = value(lines_[0], 1);
    unsigned inputs = 0, outputs = 0;
    std::size_t first = 2;
    const auto& second = lines_[1].words;
    const bool fashion =
        value(lines_[1], 0) + 1 == second.size() &&
        value(lines_[2], 0) + 1 == lines_[2].words.size() &&
        lines_[2].words.back().find_first_not_of("0123456789") == std::string::npos;
    if (fashion) {
      for (std::size_t i = 1; i < second.size(); i++) inputs += value(lines_[1], i);
      for (std::size_t i = 1; i < lines_[2].words.size(); i++) outputs += value(lines_[2], i);
      first = 3;
    } else if (second.size() == 3) {
      inputs = value(lines_[1], 0) + value(lines_[1], 1);
      outputs = value(lines_[1], 2);
    } else {
      throw Error(file_ + ":2: neither Bristol Fashion nor the older form");
    }
    if (!inputs || inputs > 1024 || !outputs || outputs > 1024 || wires > 60000 ||
        inputs + outputs > wires)
      throw Error(file_ + ":2: so many inputs, outputs and wires are no circuit here");
    Netlist n;
    n.inputs = (int)inputs;
    for (unsigned i = 0; i < inputs; i++) net_[i] = (Net)i;
    for (std::size_t i = first; i < lines_.size(); i++) gate(n, lines_[i]);
    for (unsigned i = wires - outputs; i < wires; i++)
      n.outputs.push_back({wire(i, lines_.back()), false});
    NetlistFile f;
    f.netlist = normalise(n);
    f.netlist.provenance.tool = "unknown";
    return f;
  }

 private:
  Error fail(const BristolLine& l, const std::string& what) const {
    return error_at(file_, l.number, what);
  }

  unsigned value(const BristolLine& l, std::size_t i) const {
    const std::string& w = i < l.words.size() ? l.words[i] : "";
    if (w.empty() || w.size() > 6 || w.find_first_not_of("0123456789") != std::string::npos)
      throw fail(l, "expected a number instead of `" + w + "`");
    return (unsigned)std::stoul(w);
  }
  Net wire(unsigned i, const BristolLine& l) const {
    const auto it = net_.find(i);
    if (it == net_.end())
      throw fail(l, "wire " + std::to_string(i) + " is not driven before it is read");
    return it->second;
  }

  // Reads a gate: the numbers of inputs and outputs, the wires, and the kind at the end.
  void gate(Netlist& n, const BristolLine& l) {
    static const std::map<std::string, std::pair<int, std::uint8_t>> kKinds = {
        {"XOR", {2, kTableXor}}, {"AND", {2, kTableAnd}}, {"OR", {2, kTableOr}},
        {"INV", {1, kTableNot}}, {"NOT", {1, kTableNot}}, {"EQW", {1, kTableBuffer}}};
    const auto kind = kKinds.find(l.words.back());
    if (kind == kKinds.end())
      throw fail(l, "unknown gate " + l.words.back() + "; known: XOR AND OR INV EQW");
    const auto [fan_in, table] = kind->second;
    if (l.words.size() != (std::size_t)fan_in + 4 || value(l, 0) != (unsigned)fan_in ||
        value(l, 1) != 1)
      throw fail(l, "a gate is IN OUT wires KIND");
    const Net a = wire(value(l, 2), l), b = fan_in == 2 ? wire(value(l, 3), l) : a;
    const unsigned driven = value(l, 2 + (std::size_t)fan_in);
    if (driven >= wires_) throw fail(l, "there is no wire " + std::to_string(driven));
    n.gates.push_back({{a, b, a}, (std::uint8_t)fan_in, table});
    if (!net_.emplace(driven, (Net)(n.nets() - 1)).second)
      throw fail(l, "the wire is driven twice");
  }

  std::string file_;
  std::vector<BristolLine> lines_;
  unsigned wires_ = 0;
  std::map<unsigned, Net> net_;
};

// Builds XOR, AND and INV gates for a circuit. A table becomes its algebraic normal form.
class Writer {
 public:
  explicit Writer(int inputs) : next_(inputs) {}
  int gate(const char* kind, int a, int b = -1) {
    out_ << (b < 0 ? "1 1 " : "2 1 ") << a << " ";
    if (b >= 0) out_ << b << " ";
    out_ << next_ << " " << kind << "\n";
    gates_++;
    return next_++;
  }
  int function(unsigned table, const std::vector<int>& in) {
    for (std::size_t i = 0; i < in.size(); i++)
      for (unsigned x = 0; x < 1u << in.size(); x++)
        if (x >> i & 1) table ^= (table >> (x ^ 1u << i) & 1u) << x;
    int r = -1;
    for (unsigned m = 1; m < 1u << in.size(); m++) {
      if (!(table >> m & 1)) continue;
      int term = -1;
      for (std::size_t i = 0; i < in.size(); i++)
        if (m >> i & 1) term = term < 0 ? in[i] : gate("AND", term, in[i]);
      r = r < 0 ? term : gate("XOR", r, term);
    }
    if (r < 0) throw Error("Bristol has no constant");
    return table & 1 ? gate("INV", r) : r;
  }
  int wires() const { return next_; }
  int gates() const { return gates_; }
  std::string text() const { return out_.str(); }

 private:
  int next_, gates_ = 0;
  std::ostringstream out_;
};

}  // namespace

bool is_bristol(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  const auto words = words_of(line);
  const auto number = [](const std::string& w) {
    return w.find_first_not_of("0123456789") == std::string::npos;
  };
  return words.size() == 2 && number(words[0]) && number(words[1]);
}

NetlistFile from_bristol(const std::string& text, const std::string& file_name) {
  return Reader(text, file_name).read();
}

std::string to_bristol(const Netlist& n) {
  Writer w(n.inputs);
  std::vector<int> wire;
  for (int i = 0; i < n.inputs; i++) wire.push_back(i);
  for (const Gate& g : n.gates) {
    std::vector<int> in;
    for (int i = 0; i < g.fan_in; i++) in.push_back(wire[g.in[i]]);
    wire.push_back(w.function(g.table & ((1u << (1u << g.fan_in)) - 1), in));
  }
  for (const Output& o : n.outputs) w.gate(o.inverted ? "INV" : "EQW", wire[o.net]);
  return std::to_string(w.gates()) + " " + std::to_string(w.wires()) + "\n1 " +
         std::to_string(n.inputs) + "\n1 " + std::to_string(n.outputs.size()) + "\n\n" + w.text();
}

}  // namespace hedgerow::circuit
