// A circuit as what counts in masking and multi-party computation: products, and any sums between them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// Net i is input i, and after the inputs product i - inputs. A set of nets is a mask; an operand and an output are the
// sum of a set.
struct ProductCircuit {
  int inputs = 0;
  std::vector<std::array<unsigned, 2>> products;  // each of nets before it
  std::vector<unsigned> outputs;
  bool operator==(const ProductCircuit&) const = default;

  // The outputs at x, one bit each.
  unsigned operator()(unsigned x) const;
  // The most products on a way from an input to an output.
  int depth() const;
  // Over XOR and AND, `inverted` of its outputs complemented.
  Netlist netlist(unsigned inverted = 0) const;
  // Masks in hex: the operands of each product as `3*6` with commas between them, a semicolon, the outputs with commas.
  std::string text() const;
};
// A netlist in the making, of gates with sums of nets between them: net i of a mask is input
// i, after the inputs what was added.
struct SumsBetween {
  Netlist netlist;
  explicit SumsBetween(int inputs);
  Net total(unsigned mask);  // XOR gates for the sum
  void add(const Gate& gate);

 private:
  std::vector<Net> net_;
};

// Error for a text that is none.
ProductCircuit product_circuit(int inputs, const std::string& text);

}  // namespace hedgerow::circuit
