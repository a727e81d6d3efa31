// First-order masked circuits: every value is the sum of two shares.
//
// * `isw-c` is C. Each product is the gadget of Ishai, Sahai and Wagner with its own random bit. The text is secure
//   against one probe on a value that it computes. It does not protect against effects of a compiler or a processor
//   (glitches, registers that are overwritten), faults, or more than one probe.
// * `dom-verilog` is domain-oriented masking [Gross, Mangard, Korak 2016]. Each cross product goes through a register,
//   and values that meet are delayed to the same clock. The circuit is secure against one probe that sees glitches. It
//   does not protect against coupling between wires, faults, or more than one probe.
//
// In both, an operand of a product is refreshed if its shares depend on those of the other operand. In `isw-c` that is
// the case if both are sums of the same sharings; a sharing is an input or the result of a product. In `dom-verilog`
// one common sharing is enough, because glitches show the parts of a value.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/emit/emit.hpp"

namespace hedgerow::circuit {
namespace {

GateForm masked_form(const Gate& g) {
  if (const std::optional<GateForm> f = form_of(g)) return *f;
  throw Error("only circuits of two-input gates can be masked; use a circuit over andn");
}

using Sources = std::set<int>;  // the sharings that a value is the sum of

struct MaskedPlan {
  std::vector<GateForm> form;
  std::vector<bool> refreshed;  // for products: whether the second operand is refreshed
  int randoms = 0, products = 0;
};

MaskedPlan plan_of(const Netlist& n, bool glitches) {
  MaskedPlan p;
  std::vector<Sources> sources;
  for (int i = 0; i < n.inputs; i++) sources.push_back({i});
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    const GateForm f = masked_form(g);
    p.form.push_back(f);
    const Sources &a = sources[g.in[0]], &b = sources[g.in[g.fan_in > 1 ? 1 : 0]];
    Sources common, sum;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                          std::inserter(common, common.begin()));
    p.refreshed.push_back(f.product && (glitches ? !common.empty() : a == b));
    if (f.product) {
      p.products++;
      p.randoms += 1 + p.refreshed.back();
      Sources own{net};  // because glitches at a register show all inputs of its logic
      if (glitches) own.insert(a.begin(), a.end());
      if (glitches && !p.refreshed.back()) own.insert(b.begin(), b.end());
      sources.push_back(own);
    } else if (f.unary) {
      sources.push_back(a);
    } else {
      if (glitches)
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::inserter(sum, sum.begin()));
      else
        std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                      std::inserter(sum, sum.begin()));
      sources.push_back(sum);
    }
  }
  return p;
}

std::string counts(const MaskedPlan& p, const char* comment) {
  return std::string(comment) + " Two shares; " + std::to_string(p.products) + " products, " +
         std::to_string(p.randoms) + " fresh random bits a call.\n";
}

std::string share(const std::string& name, int s) { return name + (s ? "_1" : "_0"); }

class IswC {
 public:
  IswC(const NetlistFile& file, const EmitOptions& o)
      : n_(file.netlist), plan_(plan_of(n_, false)), type_("uint" + std::to_string(o.word) + "_t") {
    out_ << banner(file, "//") << counts(plan_, "//")
         << "// One probe on a value of this text tells nothing. It does not protect against "
            "effects of a compiler or processor.\n"
         << "// x[i][s], y[o][s]: share s of a bit; r: fresh, uniform, independent.\n#include "
            "<stdint.h>\n\nvoid "
         << function_name(file, o) << "(const " << type_ << " x[" << n_.inputs << "][2], const "
         << type_ << " r[" << std::max(plan_.randoms, 1) << "], " << type_ << " y["
         << n_.outputs.size() << "][2]) {\n";
  }

  std::string text() {
    for (int i = 0; i < n_.inputs; i++)
      for (const int s : {0, 1})
        set(share(name(i), s), "x[" + std::to_string(i) + "][" + std::to_string(s) + "]");
    if (!plan_.randoms) out_ << "  (void)r;\n";
    for (int net = n_.inputs; net < n_.nets(); net++) gate(net);
    for (std::size_t o = 0; o < n_.outputs.size(); o++)
      for (const int s : {0, 1})
        out_ << "  y[" << o << "][" << s << "] = (" << type_ << ")("
             << (n_.outputs[o].inverted && !s ? "~" : "") << share(name(n_.outputs[o].net), s)
             << ");\n";
    out_ << "}\n";
    return out_.str();
  }

 private:
  std::string name(int net) const {
    std::string r(1, net < n_.inputs ? 'x' : 't');
    return r += std::to_string(net < n_.inputs ? net : net - n_.inputs);
  }
  void set(const std::string& to, const std::string& value) {
    out_ << "  const " << type_ << " " << to << " = (" << type_ << ")(" << value << ");\n";
  }
  std::string fresh() { return "r[" + std::to_string(random_++) + "]"; }

  void gate(int net) {
    const Gate& g = n_.gate(net);
    const std::size_t at = (std::size_t)(net - n_.inputs);
    const GateForm& f = plan_.form[at];
    const std::string z = name(net), a = name(g.in[0]), b = name(g.in[g.fan_in > 1 ? 1 : 0]);
    if (!f.product) {
      for (const int s : {0, 1}) {
        const std::string sum = f.unary ? share(a, s) : share(a, s) + " ^ " + share(b, s);
        set(share(z, s), f.invert && !s ? "~(" + sum + ")" : sum);
      }
      return;
    }
    std::string p = a, q = b;
    if (f.invert_a) p = inverted(a, z + "a");
    if (f.invert_b) q = inverted(b, z + "b");
    if (plan_.refreshed[at]) {
      const std::string r = fresh();
      for (const int s : {0, 1}) set(share(z + "f", s), share(q, s) + " ^ " + r);
      q = z + "f";
    }
    const std::string r = fresh();
    set(z + "_p00", share(p, 0) + " & " + share(q, 0));
    set(z + "_p11", share(p, 1) + " & " + share(q, 1));
    set(z + "_p01", share(p, 0) + " & " + share(q, 1));
    set(z + "_p10", share(p, 1) + " & " + share(q, 0));
    set(z + "_m", z + "_p01 ^ " + r);
    set(z + "_c", z + "_m ^ " + z + "_p10");
    set(share(z, 0), (f.invert ? "~(" : "(") + z + "_p00 ^ " + r + ")");
    set(share(z, 1), z + "_p11 ^ " + z + "_c");
  }

  std::string inverted(const std::string& a, const std::string& to) {
    set(share(to, 0), "~" + share(a, 0));
    set(share(to, 1), share(a, 1));
    return to;
  }

  const Netlist& n_;
  MaskedPlan plan_;
  std::string type_;
  std::ostringstream out_;
  int random_ = 0;
};

// The clock of a value is the number of registers between the inputs and the value. If two values meet, the earlier one
// is delayed to the clock of the other.
class DomVerilog {
 public:
  DomVerilog(const NetlistFile& file, const EmitOptions& o)
      : file_(file), options_(o), n_(file.netlist), plan_(plan_of(n_, true)) {}

  std::string text() {
    for (int i = 0; i < n_.inputs; i++) clock_.push_back(0);
    for (int net = n_.inputs; net < n_.nets(); net++) gate(net);
    int last = 0;
    for (const Output& o : n_.outputs) last = std::max(last, clock_[o.net]);
    std::ostringstream ends;
    for (std::size_t o = 0; o < n_.outputs.size(); o++)
      for (const int s : {0, 1})
        ends << "  assign y" << s << "[" << o << "] = " << (n_.outputs[o].inverted && !s ? "~" : "")
             << at(n_.outputs[o].net, s, last) << ";\n";
    std::ostringstream out;
    out << banner(file_, "//") << counts(plan_, "//") << "// " << last
        << " clocks from x to y; a new x every clock. r: fresh, uniform and independent every "
           "clock; bit i belongs to the\n"
        << "// product that reads it. Not claimed: coupling between wires, faults, more than one "
           "probe.\nmodule "
        << function_name(file_, options_) << "(input wire clk, input wire [" << n_.inputs - 1
        << ":0] x0, input wire [" << n_.inputs - 1 << ":0] x1, input wire ["
        << std::max(plan_.randoms, 1) - 1 << ":0] r, output wire [" << n_.outputs.size() - 1
        << ":0] y0, output wire [" << n_.outputs.size() - 1 << ":0] y1);\n"
        << body_.str() << ends.str() << "endmodule\n";
    return out.str();
  }

 private:
  std::string name(int net, int s) const {
    if (net < n_.inputs) return std::string("x") + (s ? "1[" : "0[") + std::to_string(net) + "]";
    return share("t" + std::to_string(net - n_.inputs), s);
  }

  // Returns share s of a net at a given clock. It adds the registers for the delay, each only once.
  std::string at(int net, int s, int clock) {
    std::string r = name(net, s);
    for (int c = clock_[(std::size_t)net]; c < clock; c++) {
      const std::string plain =
          net < n_.inputs ? "x" + std::to_string(net) : "t" + std::to_string(net - n_.inputs);
      const std::string next = share(plain, s) + "_d" + std::to_string(c + 1);
      if (made_.insert(next).second) hold(next, r);
      r = next;
    }
    return r;
  }
  void hold(const std::string& to, const std::string& value) {
    body_ << "  reg " << to << ";\n  always @(posedge clk) " << to << " <= " << value << ";\n";
  }
  void wire(const std::string& to, const std::string& value) {
    body_ << "  wire " << to << " = " << value << ";\n";
  }

  void gate(int net) {
    const Gate& g = n_.gate(net);
    const std::size_t index = (std::size_t)(net - n_.inputs);
    const GateForm& f = plan_.form[index];
    const int a = g.in[0], b = g.in[g.fan_in > 1 ? 1 : 0];
    int clock = std::max(clock_[(std::size_t)a], clock_[(std::size_t)b]);
    const std::string z = "t" + std::to_string(index);
    if (!f.product) {
      for (const int s : {0, 1}) {
        const std::string sum =
            f.unary ? at(a, s, clock) : at(a, s, clock) + " ^ " + at(b, s, clock);
        wire(share(z, s), f.invert && !s ? "~(" + sum + ")" : sum);
      }
      clock_.push_back(clock);
      return;
    }
    std::string q[2];
    if (plan_.refreshed[index]) {
      const std::string r = "r[" + std::to_string(random_++) + "]";
      for (const int s : {0, 1}) {
        q[s] = share(z + "f", s);
        hold(q[s], at(b, s, clock) + " ^ " + r);
      }
      clock++;
    } else {
      for (const int s : {0, 1}) q[s] = at(b, s, clock);
    }
    const std::string p[2] = {(f.invert_a ? "~" : "") + at(a, 0, clock), at(a, 1, clock)};
    if (f.invert_b) q[0] = "~" + q[0];
    const std::string r = "r[" + std::to_string(random_++) + "]";
    hold(z + "_p00", p[0] + " & " + q[0]);
    hold(z + "_p11", p[1] + " & " + q[1]);
    hold(z + "_c01", "(" + p[0] + " & " + q[1] + ") ^ " + r);
    hold(z + "_c10", "(" + p[1] + " & " + q[0] + ") ^ " + r);
    wire(share(z, 0), (f.invert ? "~(" : "(") + z + "_p00 ^ " + z + "_c01)");
    wire(share(z, 1), z + "_p11 ^ " + z + "_c10");
    clock_.push_back(clock + 1);
  }

  const NetlistFile& file_;
  const EmitOptions& options_;
  const Netlist& n_;
  MaskedPlan plan_;
  std::vector<int> clock_;
  std::set<std::string> made_;
  std::ostringstream body_;
  int random_ = 0;
};

}  // namespace

std::string emit_isw_c(const NetlistFile& file, const EmitOptions& o) {
  if (o.word != 8 && o.word != 16 && o.word != 32 && o.word != 64)
    throw Error("words have 8, 16, 32 or 64 bits, not " + std::to_string(o.word));
  return IswC(file, o).text();
}

std::string emit_dom_verilog(const NetlistFile& file, const EmitOptions& o) {
  return DomVerilog(file, o).text();
}

}  // namespace hedgerow::circuit
