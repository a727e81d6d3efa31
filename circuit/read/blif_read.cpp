// Parses .model, .inputs, .outputs, .names and .end. Every error names the line. Gates may be in any order. Loops,
// undriven nets and doubly driven nets are rejected.
#include <algorithm>
#include <istream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "circuit/core/error.hpp"
#include "circuit/read/blif.hpp"

namespace hedgerow::circuit {
namespace {

struct Names {  // one .names block
  int line;
  std::vector<std::string> nets;  // fan-ins, followed by the net that it drives
  unsigned on = 0, off = 0;       // the rows of the cover, expanded
};

class Parser {
 public:
  Parser(std::istream& in, const std::string& file) : in_(in), file_(file) {}

  NetlistFile parse() {
    std::string line;
    while (!ended_ && next_line(line)) take(line);
    if (!saw_model_) throw fail(".model is missing");
    if (inputs_.empty()) throw fail(".inputs is missing");
    if (outputs_.empty()) throw fail(".outputs is missing");
    build();
    return std::move(result_);
  }

 private:
  Error fail(const std::string& what, int line = 0) const {
    return error_at(file_, line ? line : line_, what);
  }

  // Reads a logical line: joins continued lines and removes comments.
  bool next_line(std::string& line) {
    line.clear();
    for (std::string part; std::getline(in_, part);) {
      line_++;
      if (!part.empty() && part.back() == '\r') part.pop_back();
      if (part.starts_with("# ")) header(part.substr(2));
      part = part.substr(0, part.find('#'));
      const bool continued = part.ends_with('\\');
      if (continued) part.pop_back();
      line += part + " ";
      if (!continued && line.find_first_not_of(" \t\v\f\r") != std::string::npos) return true;
      if (!continued) line.clear();
    }
    return false;
  }

  void header(const std::string& text) {
    const auto colon = text.find(": ");
    if (colon == std::string::npos) return;
    const std::string key = text.substr(0, colon), value = text.substr(colon + 2);
    Provenance& p = result_.netlist.provenance;
    try {
      if (key == "box") result_.box = value;
      if (key == "box-sha256") result_.box_sha256 = value;
      if (key == "table") result_.table = value;
      if (key == "basis") result_.basis = value;
      if (key == "method") p.method = value;
      if (key == "seed") p.seed = std::stoull(value);
      if (key == "seconds") p.seconds = std::stod(value);
      if (key == "tool") p.tool = value;
    } catch (const std::logic_error&) {
      throw fail(key + ": not a number: " + value);
    }
  }

  void take(const std::string& line) {
    std::istringstream words(line);
    std::vector<std::string> w;
    for (std::string x; words >> x;) w.push_back(x);
    if (w[0][0] != '.') return cover(w);
    names_open_ = false;
    const std::vector<std::string> rest(w.begin() + 1, w.end());
    if (w[0] == ".model") {
      saw_model_ = true;
    } else if (w[0] == ".inputs") {
      inputs_.insert(inputs_.end(), rest.begin(), rest.end());
    } else if (w[0] == ".outputs") {
      outputs_.insert(outputs_.end(), rest.begin(), rest.end());
      outputs_line_ = line_;
    } else if (w[0] == ".names") {
      if (rest.empty()) throw fail(".names without a net");
      if (rest.size() > 4) throw fail("a gate of more than three inputs");
      names_.push_back({line_, rest});
      names_open_ = true;
    } else if (w[0] == ".end") {
      ended_ = true;
    } else {
      throw fail("unknown directive " + w[0]);
    }
  }

  void cover(const std::vector<std::string>& w) {
    if (!names_open_) throw fail("a cover outside .names");
    Names& n = names_.back();
    const std::size_t fan_in = n.nets.size() - 1;
    if (w.size() != (fan_in ? 2 : 1)) throw fail("a cover needs inputs and a value");
    const std::string in = fan_in ? w[0] : "", out = w.back();
    if (in.size() != fan_in) throw fail("a cover of the wrong width");
    if (out != "0" && out != "1") throw fail("the value of a cover is 0 or 1, not " + out);
    if (in.find_first_not_of("01-") != std::string::npos) throw fail("a cover has 0, 1 and - only");
    for (unsigned x = 0; x < 8; x++) {
      bool hit = true;
      for (unsigned i = 0; i < fan_in; i++)
        hit &= in[i] == '-' || (unsigned)(in[i] - '0') == (x >> i & 1);
      if (hit) (out == "1" ? n.on : n.off) |= 1u << x;
    }
    if (n.on && n.off) throw fail("a cover with rows of both values");
  }

  void build() {
    Netlist& n = result_.netlist;
    n.inputs = (int)inputs_.size();
    if (n.inputs > 1024) throw fail("more than 1024 inputs");
    for (const auto& name : inputs_)
      if (!net_.emplace(name, (Net)net_.size()).second)
        throw fail("input " + name + " occurs twice");
    for (std::size_t i = 0; i < names_.size(); i++) {
      const auto& name = names_[i].nets.back();
      if (net_.count(name) || !driver_.emplace(name, i).second)
        throw fail("net " + name + " is driven twice", names_[i].line);
    }
    for (const Names& block : names_)  // in the order of the file, because that is a schedule
      if (!only_output(block)) place(block.nets.back(), block.line);
    for (const auto& name : outputs_) output(name);
    for (const Names& block : names_) place(block.nets.back(), block.line);
    n = without_dead_gates(n);
  }

  static bool is_unit(const Names& b) {
    return b.nets.size() == 2 && (table_of(b) == kTableBuffer || table_of(b) == kTableNot);
  }
  bool only_output(const Names& b) const {
    return is_unit(b) &&
           std::find(outputs_.begin(), outputs_.end(), b.nets.back()) != outputs_.end();
  }

  // Adds an output. An output that is a buffer or NOT of another net does not become a gate.
  void output(const std::string& name) {
    const auto d = driver_.find(name);
    const Names* b = d == driver_.end() ? nullptr : &names_[d->second];
    const bool unit = b && is_unit(*b);
    const Net net = place(unit ? b->nets[0] : name, b ? b->line : outputs_line_);
    result_.netlist.outputs.push_back({net, unit && table_of(*b) == kTableNot});
  }

  static std::uint8_t table_of(const Names& b) { return (std::uint8_t)(b.off ? ~b.off : b.on); }

  // Returns the number of a net. Adds its gate if that is missing, after the gates that it needs.
  Net place(const std::string& name, int line) {
    if (const auto it = net_.find(name); it != net_.end()) return it->second;
    const auto d = driver_.find(name);
    if (d == driver_.end()) throw fail("net " + name + " is not driven", line);
    const Nested nested(&depth_, file_);
    const Names& b = names_[d->second];
    if (!open_.emplace(name, 0).second) throw fail("net " + name + " is part of a loop", b.line);
    Gate g{{0, 0, 0}, (std::uint8_t)(b.nets.size() - 1), table_of(b)};
    for (int i = 0; i < g.fan_in; i++) g.in[i] = place(b.nets[(std::size_t)i], b.line);
    for (int i = g.fan_in; i < 3; i++) g.in[i] = g.in[0];
    result_.netlist.gates.push_back(g);
    if (result_.netlist.nets() > 60000) throw fail("more than 60000 nets");
    return net_[name] = (Net)(result_.netlist.nets() - 1);
  }

  std::istream& in_;
  std::string file_;
  NetlistFile result_;
  int line_ = 0, outputs_line_ = 0, depth_ = 0;
  bool saw_model_ = false, names_open_ = false, ended_ = false;
  std::vector<std::string> inputs_, outputs_;
  std::vector<Names> names_;
  std::map<std::string, Net> net_;
  std::map<std::string, std::size_t> driver_;
  std::map<std::string, int> open_;
};

}  // namespace

NetlistFile from_blif(std::istream& in, const std::string& file_name) {
  return Parser(in, file_name).parse();
}

}  // namespace hedgerow::circuit
