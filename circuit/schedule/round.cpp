// Builds rounds from the circuits of their boxes and linear maps.
#include "circuit/schedule/round.hpp"

#include "circuit/core/error.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

using Nets = std::vector<Net>;
using Size = std::size_t;

constexpr int kRegisters = 16, kKeepFor = 30;  // of AVX2; the second value was measured

class Maker {
 public:
  Maker(const std::string& folder, int inputs) : folder_(folder) { n_.inputs = inputs; }
  Net sum(Net a, Net b) {
    n_.gates.push_back({{a, b}, 2, kTableXor});
    return (Net)(n_.nets() - 1);
  }
  // Adds the circuit of a file. The gates of a linear map are ordered by outputs.
  Nets box(const std::string& file, const Nets& in) {
    const Netlist part = read_netlist(folder_ + "/" + file + ".andn.gates").netlist;
    const bool linear = nonlinear_gates(part) == 0;
    const Netlist n = linear ? output_order(part) : part;
    Nets nets = in;
    for (Gate g : n.gates) {
      for (Net* net = g.in; net < g.in + g.fan_in; net++) *net = nets[*net];
      n_.gates.push_back(g);
      nets.push_back((Net)(n_.nets() - 1));
    }
    Nets r;
    for (const Output& o : n.outputs) r.push_back(nets[o.net]);
    return r;
  }
  Netlist netlist(const Nets& outputs) {
    for (const Net net : outputs) n_.outputs.push_back({net, false});
    return n_;
  }

 private:
  const std::string folder_;
  Netlist n_;
};

std::vector<Memory> planes(int argument, int first, int count) {
  std::vector<Memory> r;
  for (int i = 0; i < count; i++) r.push_back({argument, first + i});
  return r;
}
void append(std::vector<Memory>& to, const std::vector<Memory>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Returns a first order for the search. It interleaves both bytes of L, with the second one 50 elements later, followed
// by all other elements.
Order two_bytes(const Elements& e) {
  const int count = (int)e.of.size(), later = 50;
  const auto last = [&](int i) {
    return i + 1 == count || e.of[(Size)i + 1].value != e.of[(Size)i].value;
  };
  int half = 0;  // the first element of the second byte
  for (int outputs = 0; outputs < 8; half++)
    outputs += e.output[(Size)e.of[(Size)half].value] >= 0 && last(half);
  Order r;
  for (int i = 0; i < half + later; i++) {
    if (i < half) r.push_back(i);
    if (i >= later) r.push_back(half + i - later);
  }
  for (int i = 2 * half; i < count; i++) r.push_back(i);
  return r;
}

// Computes two bytes of L with their keys, and pi or its inverse of both. Slots 0..15 of the window and 16 key planes
// give slots 16 and 17. Their images under pi go to slots 0 and 1, because no element reads these any more.
Round two_steps(const std::string& direction, const std::string& pi, const std::string& folder) {
  constexpr int kWindow = 16 * 8, kStep = 2 * 8;
  Maker c(folder, kWindow + kStep);
  Nets slots, results;
  for (int i = 0; i < kWindow; i++) slots.push_back((Net)i);
  for (int k = 0; k < 2; k++) {
    Nets window;  // in the order s_0..s_15 of the circuit of l: a_15 first
    for (int i = 0; i < kWindow; i++) window.push_back(slots[(Size)(8 * (k + 15 - i / 8) + i % 8)]);
    const Nets y = c.box("kuznyechik/l", window);
    for (int b = 0; b < 8; b++) slots.push_back(c.sum(y[(Size)b], (Net)(kWindow + 8 * k + b)));
  }
  Nets outputs(slots.begin() + kWindow, slots.end());
  for (int k = 0; k < 2; k++)
    for (const Net net :
         c.box("kuznyechik/" + pi, {outputs.begin() + 8 * k, outputs.begin() + 8 * k + 8}))
      results.push_back(net);
  outputs.insert(outputs.end(), results.begin(), results.end());
  Round r = {"kuznyechik-" + direction,
             "two_steps_" + direction,
             "Slots k and k + 1 of a round, at window + 8 * k, and what follows from them.",
             c.netlist(outputs),
             {kRegisters, kWindow, kKeepFor},
             {{"Vec*", "window"}, {"const std::uint32_t*", "key"}, {"Vec*", "spills"}},
             planes(0, 0, kWindow),
             planes(0, kWindow, kStep),
             kWindow - kStep,
             kStep};
  append(r.inputs, planes(1, 0, kStep));
  append(r.outputs, planes(0, 0, kStep));
  r.begin = two_bytes(elements_of(r.netlist));
  return r;
}

// Computes F0 or F1 of a word x with its key, and adds it to another word.
Round clefia_function(int function, const std::string& folder) {
  constexpr int kWord = 4 * 8;
  Maker c(folder, 3 * kWord);
  Nets s, outputs;
  for (int i = 0; i < 4; i++) {
    Nets p;
    for (int b = 8 * i; b < 8 * i + 8; b++) p.push_back(c.sum((Net)b, (Net)(2 * kWord + b)));
    for (const Net net : c.box((function + i) % 2 == 1 ? "clefia/s1" : "clefia/s0", p))
      s.push_back(net);
  }
  const std::string number = std::to_string(function);
  const Nets y = c.box("clefia/m" + number, s);
  for (int i = 0; i < kWord; i++) outputs.push_back(c.sum(y[(Size)i], (Net)(kWord + i)));
  Round r = {"clefia-f" + number,
             "function_f" + number,
             "to = F" + number + "(x) + add; `to` may be `add`.",
             c.netlist(outputs),
             {kRegisters, 2 * kWord, kKeepFor},
             {{"const Vec*", "x"},
              {"const std::uint32_t*", "key"},
              {"const Vec*", "add"},
              {"Vec*", "to"},
              {"Vec*", "spills"}},
             planes(0, 0, kWord),
             planes(3, 0, kWord)};
  append(r.inputs, planes(2, 0, kWord));
  append(r.inputs, planes(1, 0, kWord));
  return r;
}

}  // namespace

std::vector<std::string> round_names() {
  return {"kuznyechik-encrypt", "kuznyechik-decrypt", "clefia-f0", "clefia-f1"};
}
Round find_round(const std::string& name, const std::string& folder) {
  if (name == "kuznyechik-encrypt") return two_steps("encrypt", "kuznyechik", folder);
  if (name == "kuznyechik-decrypt") return two_steps("decrypt", "inv", folder);
  if (name == "clefia-f0") return clefia_function(0, folder);
  if (name == "clefia-f1") return clefia_function(1, folder);
  std::string names;
  for (const std::string& known : round_names()) names += " " + known;
  throw Error("unknown round " + name + "; known:" + names);
}

}  // namespace hedgerow::circuit
