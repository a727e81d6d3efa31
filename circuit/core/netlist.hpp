// A circuit in memory. Nets are numbered: first the inputs, then one net for each gate. A gate comes after its fan-ins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "circuit/core/box.hpp"
#include "circuit/core/truth.hpp"
#include "circuit/core/version.hpp"

namespace hedgerow::circuit {

using Net = std::uint16_t;

// A function of up to three nets. Bit a + 2b + 4c of `table` is the value for the arguments a, b and c. A gate with
// fewer fan-ins has a table that does not depend on the missing arguments.
struct Gate {
  Net in[3] = {};  // only the first `fan_in` are used
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
  // the program that found the circuit, which may be another one than this
  std::string tool = kTool;
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

// Values of Gate::table. A gate of two inputs repeats its four bits, because c has no influence.
constexpr std::uint8_t kTableNot = 0x55, kTableAnd = 0x88, kTableOr = 0xee, kTableXor = 0x66,
                       kTableNand = 0x77, kTableNor = 0x11, kTableXnor = 0x99, kTableAndNot = 0x22,
                       kTableNotAnd = 0x44, kTableOrNot = 0xbb, kTableNotOr = 0xdd,
                       kTableXor3 = 0x96, kTableBuffer = 0xaa, kTableZero = 0, kTableOne = 0xff;

// Returns the table of the function with argument i complemented.
std::uint8_t invert_input(std::uint8_t table, int i);
// Says whether the function depends on argument i.
bool depends_on(std::uint8_t table, int i);

// A gate of one or two inputs: z = ((a ^ invert_a) & (b ^ invert_b)) ^ invert if it is a product, z = a ^ invert if it
// is unary, and otherwise z = a ^ b ^ invert.
struct GateForm {
  bool product, unary, invert_a, invert_b, invert;
};
// Returns nothing if the gate has no such form.
std::optional<GateForm> form_of(const Gate& g);

// Returns the truth table of every net. The circuit may have at most eight inputs.
std::vector<Truth> simulate(const Netlist& n);

// The first function changes the order of the gates; `gate_order` is a permutation that puts each gate after its
// fan-ins. The second one removes the gates that no output depends on.
Netlist reorder(const Netlist& n, const std::vector<int>& gate_order);
Netlist without_dead_gates(const Netlist& n);

// Counts the gates that are not a sum of inputs and constants. They are the expensive ones in masking and in
// multi-party computation.
int nonlinear_gates(const Netlist& n);
int depth(const Netlist& n);
// Returns the largest number of values that are alive at one time if the gates run in their order. All inputs live from
// the start, a value dies with its last use, and an output never dies.
int live_values(const Netlist& n);

// Returns the function of a circuit as a box with this name, but without bytes. The box has tables, or rows if there
// are more than eight inputs. In the last case, Error is thrown if a gate is not an XOR.
Box box_computed_by(const Netlist& n, const std::string& name);
// Throws Error if the circuit does not compute `box`. The text names the first wrong output, and for tables also the
// input.
void verify(const Netlist& n, const Box& box);

}  // namespace hedgerow::circuit
