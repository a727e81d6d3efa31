// A circuit as a straight-line program of two-operand instructions with few registers, in a given order of its gates.
//
// If the only reader of a sum is another sum, it becomes a part of that sum, so that its terms can be added in any
// order. An order is a permutation of elements. An element is a term of a sum, or a gate of another kind. Elements are
// numbered gate by gate, with the terms of a sum from left to right.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

enum class Op : std::uint8_t { kXor, kAnd, kOr, kAndNot };  // kAndNot: ~a & b

struct Element {
  Op op = Op::kXor;
  bool term = false;  // a term `a` of a sum
  int value = 0, a = 0, b = 0;
};
// The values are the inputs, followed by the gates and whole sums.
struct Elements {
  int inputs = 0;
  std::vector<Element> of;
  std::vector<int> parts;   // the number of elements of each value
  std::vector<int> output;  // for each value, the number of its output, or -1
  int values() const { return (int)parts.size(); }
};
// Throws Error if a gate is not XOR, AND, OR or AND-NOT, or if an output is inverted, an input, or the same net as
// another output.
Elements elements_of(const Netlist& n);

// One instruction on registers d, a and b. `memory` replaces b, or is the only operand of a load or a store.
struct Step {
  enum Kind : std::uint8_t { kGate, kGateFromMemory, kLoad, kStore } kind = kGate;
  Op op = Op::kXor;
  int d = 0, a = 0, b = 0;
  enum Place : std::uint8_t { kInput, kOutput, kSpill } place = kInput;
  int memory = 0;  // the number of the input, output or spill
  bool operator==(const Step&) const = default;
};
struct Program {
  int spills = 0;
  std::vector<Step> steps;
};
struct Registers {
  int count;  // at least 3: two operands and a result
  // Inputs from this one on cannot be memory operands.
  int first_loaded;
  // A value from memory stays in a register if it is read again within this number of gates.
  int keep_for;
};

using Order = std::vector<int>;  // the element at each place

// Allocates registers by next use: the value with the latest next use gives up its register, and is stored unless it is
// already in memory. Throws Error if an element is missing, occurs twice, or comes before an element that it reads.
Program make_program(const Elements& e, const Order& order, const Registers& registers);

}  // namespace hedgerow::circuit
