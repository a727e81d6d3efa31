// Reads gate files. The reader is strict: it accepts only the forms that the writer can produce, except that a line may
// have any number of gates, and a gate blanks around its operators and commas.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <istream>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/operators.hpp"
#include "circuit/read/gates.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kOrder = "box, sha256, table, basis, found, inputs, the gates, outputs";
constexpr const char* kGates =
    "a gate is x0 & x1, x0 | x1 or x0 ^ x1, with ~ before one net or before the whole in "
    "parentheses; x0, ~x0, 0 or 1; or a table such as 0xca(x0, x1, x2)";

template <class Number>
bool is_number(const std::string& text, Number* value) {
  const char* end = text.data() + text.size();
  const auto r = std::from_chars(text.data(), end, *value);
  return r.ec == std::errc{} && r.ptr == end;
}

class Reader {
 public:
  Reader(std::istream& in, const std::string& file) : in_(in), file_(file) {}

  std::vector<NetlistFile> read() {
    for (std::string text; std::getline(in_, text);) {
      line_++;
      text = text.substr(0, text.find('#'));
      while (!text.empty() && std::isspace((unsigned char)text.back())) text.pop_back();
      if (!text.empty()) take(text);
    }
    if (part_ != 0) throw fail("the file ends before the line `outputs` of this circuit");
    if (done_.empty()) throw Error(file_ + ": no circuit; a circuit has " + kOrder);
    return std::move(done_);
  }

 private:
  Error fail(const std::string& what, int line = 0) const {
    return error_at(file_, line ? line : line_, what);
  }

  void take(const std::string& text) {
    static const std::vector<std::pair<std::string, void (Reader::*)(const std::string&)>> kParts =
        {{"box", &Reader::box},        {"sha256", &Reader::sha256}, {"table", &Reader::table},
         {"basis", &Reader::basis},    {"found", &Reader::found},   {"inputs", &Reader::inputs},
         {"outputs", &Reader::outputs}};
    const std::string word = text.substr(0, text.find(' '));
    const std::string rest = text.size() > word.size() ? text.substr(word.size() + 1) : "";
    for (std::size_t i = 0; i < kParts.size(); i++) {
      if (kParts[i].first != word) continue;
      if (i < part_) throw fail(word + " comes too late or twice; the order is " + kOrder);
      if (rest.empty()) throw fail(word + " has no value");
      part_ = i + 1;
      return (this->*kParts[i].second)(rest);
    }
    if (text[0] != 't' || text.find('=') == std::string::npos)
      throw fail("unknown line `" + text + "`; a circuit has " + kOrder);
    gates(text);
  }

  void gates(const std::string& text) {
    const std::string between = "; ";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(';', at), text.size());
      if (end < text.size() && (text.compare(end, between.size(), between) != 0 || end == at))
        throw fail("gates of one line have `; ` between them, and nothing follows the last one");
      gate(text.substr(at, end - at), at == 0);
      at = end + between.size();
    }
  }

  void box(const std::string& v) { f_.box = v; }
  void sha256(const std::string& v) {
    if (v.size() != 64 || v.find_first_not_of("0123456789abcdef") != std::string::npos)
      throw fail("sha256 is 64 digits 0 to 9 and a to f");
    f_.box_sha256 = v;
  }
  void table(const std::string& v) {
    try {
      f_.table = box_of_definition(f_.box, v).definition;
    } catch (const Error& e) {
      throw fail(e.what());
    }
  }
  void basis(const std::string& v) {
    f_.basis = v.substr(0, v.find(':'));
    if (v.size() > f_.basis.size()) said_ = v.substr(std::min(v.size(), f_.basis.size() + 2));
    basis_line_ = line_;
    try {
      find_basis(f_.basis);
    } catch (const Error& e) {
      throw fail(e.what());
    }
  }

  // Reads METHOD, seed N, SECONDS s, TOOL.
  void found(const std::string& v) {
    Provenance& p = f_.netlist.provenance;
    std::vector<std::string> parts;
    std::istringstream in(v);
    for (std::string part; std::getline(in >> std::ws, part, ',');) parts.push_back(part);
    if (parts.size() != 4 || !parts[1].starts_with("seed ") ||
        !is_number(parts[1].substr(5), &p.seed) || !parts[2].ends_with(" s") ||
        !is_number(parts[2].substr(0, parts[2].size() - 2), &p.seconds))
      throw fail("found is METHOD, seed N, SECONDS s, TOOL; not " + v);
    p.method = parts[0];
    p.tool = parts[3];
  }

  void inputs(const std::string& v) {
    if (!is_number(v, &f_.netlist.inputs) || f_.netlist.inputs < 1 || f_.netlist.inputs > 1024)
      throw fail("inputs is a number from 1 to 1024, not " + v);
  }

  // Reads x3 or t17, the net of an input or of an earlier gate.
  Net net(const std::string& text) const {
    const Netlist& n = f_.netlist;
    int i = 0;
    const bool known = text.size() > 1 && (text[0] == 'x' || text[0] == 't') &&
                       is_number(text.substr(1), &i) && i >= 0 &&
                       i < (text[0] == 'x' ? n.inputs : (int)n.gates.size());
    if (known) return (Net)(text[0] == 'x' ? i : n.inputs + i);
    std::string there = "x0 to x" + std::to_string(n.inputs - 1);
    if (!n.gates.empty()) there += ", t0 to t" + std::to_string(n.gates.size() - 1);
    throw fail("no net `" + text + "`; there are " + there);
  }

  // The first gate of a line has its name, and the others may leave it out.
  void gate(const std::string& text, bool first) {
    Netlist& n = f_.netlist;
    if (!n.inputs)
      throw fail("a gate before the line `inputs`; the order is " + std::string(kOrder));
    const std::string name = "t" + std::to_string(n.gates.size());
    const bool named = first || text.find('=') != std::string::npos;
    if (named && !text.starts_with(name + " = "))
      throw fail("the next gate is `" + name + " = ...`: gates are numbered in their order");
    if (n.nets() >= 60000) throw fail("more than 60000 nets");
    const Gate g = parse(named ? text.substr(name.size() + 3) : text);
    Gate copy = g;
    if (!f_.basis.empty() && !find_basis(f_.basis).kind_of(copy))
      throw fail("`" + text + "` is not a gate of the basis " + f_.basis);
    n.gates.push_back(g);
    gate_lines_.push_back(line_);
  }

  // Replaces the nets by A, B and C in their order. The rest is a form with operators, or a table.
  Gate parse(const std::string& gate) const {
    const std::string text = without_blanks(gate);
    Gate g;
    std::string form;
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] != 't' && text[i] != 'x') form += text[i++];
      if (i == text.size() || (text[i] != 't' && text[i] != 'x')) continue;
      if (form == "0") {
        form += text[i++];
        continue;
      }
      std::size_t end = i + 1;
      while (end < text.size() && std::isalnum((unsigned char)text[end])) end++;
      if (g.fan_in == 3) throw fail("`" + gate + "` has more than three nets; " + kGates);
      g.in[g.fan_in] = net(text.substr(i, end - i));
      form += (char)('A' + g.fan_in++);
      i = end;
    }
    for (int i = g.fan_in; i < 3; i++) g.in[i] = g.in[0];
    if (!function(form, &g)) throw fail("`" + gate + "` is not a gate; " + kGates);
    return g;
  }

  static bool function(const std::string& form, Gate* g) {
    if (form == "0" || form == "1") return g->table = form == "1" ? 0xff : 0, true;
    if (form == "A" || form == "~A") return g->table = form == "A" ? kTableBuffer : kTableNot, true;
    for (unsigned t = 0; t < 16; t++)
      if (g->fan_in == 2 && form == without_blanks(kTwoInputs[t]))
        return g->table = (std::uint8_t)(t * 17), true;
    const std::size_t digits = digits_of(g->fan_in);
    const std::string nets = std::string("(A,B,C").substr(0, 2 * (std::size_t)g->fan_in) + ")";
    if (!g->fan_in || form.size() != 2 + digits + nets.size() || form.substr(2 + digits) != nets ||
        form.find_first_not_of("0123456789abcdef", 2) != 2 + digits || !form.starts_with("0x"))
      return false;
    const unsigned long value = std::stoul(form.substr(2, digits), nullptr, 16);
    if (value >> (1 << g->fan_in)) return false;
    g->table = table_of_digits((unsigned)value, g->fan_in);
    return true;
  }

  void outputs(const std::string& v) {
    if (!f_.netlist.inputs) throw fail("outputs before the line `inputs`");
    std::istringstream in(v);
    for (std::string name; in >> name;) {
      const bool inverted = name[0] == '~';
      f_.netlist.outputs.push_back({net(name.substr(inverted)), inverted});
    }
    finish();
  }

  void finish() {
    const Netlist& n = f_.netlist;
    std::vector<bool> needed((std::size_t)n.nets());
    for (const Output& o : n.outputs) needed[o.net] = true;
    for (int i = n.nets() - 1; i >= n.inputs; i--) {
      if (!needed[(std::size_t)i])
        throw fail("no output needs t" + std::to_string(i - n.inputs),
                   gate_lines_[(std::size_t)(i - n.inputs)]);
      for (int j = 0; j < n.gate(i).fan_in; j++) needed[n.gate(i).in[j]] = true;
    }
    if (!said_.empty() && said_ != figures(f_))
      throw fail("the header says " + said_ + "; the circuit has " + figures(f_), basis_line_);
    done_.push_back(std::move(f_));
    f_ = {};
    said_.clear();
    gate_lines_.clear();
    part_ = 0;
  }

  std::istream& in_;
  std::string file_, said_;
  std::vector<NetlistFile> done_;
  NetlistFile f_;
  std::size_t part_ = 0;  // the number of parts of a circuit that must not come any more
  int line_ = 0, basis_line_ = 0;
  std::vector<int> gate_lines_;
};

}  // namespace

std::vector<NetlistFile> from_gates(std::istream& in, const std::string& file_name) {
  return Reader(in, file_name).read();
}

}  // namespace hedgerow::circuit
