// A circuit in memory. Nets are numbered: the inputs first, then one net per gate, each gate after
// its fan-ins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "circuit/core/box.hpp"
#include "circuit/core/truth.hpp"
#include "circuit/core/version.hpp"

namespace hedgerow::circuit {

using Net = std::uint16_t;

// A function of up to three nets: bit a + 2b + 4c of `table` is its value. A function of fewer
// does not depend on the rest.
struct Gate {
  Net in[3] = {};  // the first fan_in count
  std::uint8_t fan_in = 0, table = 0;
  bool operator==(const Gate& o) const {
    return fan_in == o.fan_in && table == o.table && std::equal(in, in + fan_in, o.in);
  }
};

struct Output {
  Net net;
  bool inverted;
  bool operator==(const Output&) const = default;
};

struct Provenance {
  std::string method = "unknown";
  std::uint64_t seed = 0;
  double seconds = 0;
  std::string tool = kTool;  // that found it, which need not be this one
  bool operator==(const Provenance&) const = default;
};

struct Netlist {
  int inputs = 0;
  std::vector<Gate> gates;
  std::vector<Output> outputs;
  Provenance provenance;

  int nets() const { return inputs + (int)gates.size(); }
  Gate& gate(int net) { return gates[(std::size_t)(net - inputs)]; }
  const Gate& gate(int net) const { return gates[(std::size_t)(net - inputs)]; }
  int output_nots() const;
  bool same_circuit(const Netlist& o) const {
    return inputs == o.inputs && gates == o.gates && outputs == o.outputs;
  }
};

// Tables of gates, as Gate::table: two-input ones repeat their four bits.
constexpr std::uint8_t kTableNot = 0x55, kTableAnd = 0x88, kTableOr = 0xee, kTableXor = 0x66,
                       kTableNand = 0x77, kTableNor = 0x11, kTableXnor = 0x99, kTableAndNot = 0x22,
                       kTableNotAnd = 0x44, kTableOrNot = 0xbb, kTableNotOr = 0xdd,
                       kTableXor3 = 0x96, kTableBuffer = 0xaa, kTableZero = 0, kTableOne = 0xff;

// table with its argument i complemented.
std::uint8_t invert_input(std::uint8_t table, int i);
// Whether the function depends on argument i.
bool depends_on(std::uint8_t table, int i);

// The value of every net; for circuits of at most eight inputs.
std::vector<Truth> simulate(const Netlist& n);

// The nets in another order (a permutation of the gates that keeps fan-ins first), or without the
// gates that no output needs.
Netlist reorder(const Netlist& n, const std::vector<int>& gate_order);
Netlist without_dead_gates(const Netlist& n);

// Gates that are no sum of their inputs and constants: what costs in masking and in multi-party computation.
int nonlinear_gates(const Netlist& n);
int depth(const Netlist& n);
// The most values alive at once when the gates run in their order: the inputs all live from the
// start, a value dies with its last use, an output never.
int live_values(const Netlist& n);

// Throws Error naming the first output, and of tables the input, at which the circuit is not `box`.
void verify(const Netlist& n, const Box& box);

}  // namespace hedgerow::circuit
