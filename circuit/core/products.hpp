// A circuit as products with arbitrary sums between them, because only products are expensive in masking and in
// multi-party computation.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// Nets 0..inputs-1 are the inputs, and net inputs + i is product i. A mask is a set of nets. Each operand and each
// output is the sum of the nets in a mask.
struct ProductCircuit {
  int inputs = 0;
  std::vector<std::array<unsigned, 2>> products;  // two masks of earlier nets each
  std::vector<unsigned> outputs;
  bool operator==(const ProductCircuit&) const = default;

  // Returns the outputs for input x, one bit each.
  unsigned operator()(unsigned x) const;
  // Returns the largest number of products on a path from an input to an output.
  int depth() const;
  // Builds a netlist of XOR and AND gates. The mask `inverted` selects the outputs that are complemented.
  Netlist netlist(unsigned inverted = 0) const;
  // Returns the masks in hex: the operands of each product as `3*6`, separated by commas, then a semicolon, then the
  // outputs, separated by commas.
  std::string text() const;
};
// Builds a netlist of gates that read sums of nets. The low bits of a mask select inputs, and the further bits select
// the gates in the order of add().
struct SumsBetween {
  Netlist netlist;
  explicit SumsBetween(int inputs);
  Net total(unsigned mask);  // adds XOR gates for the sum
  void add(const Gate& gate);

 private:
  std::vector<Net> net_;
};

// Reads the form that text() writes. Throws Error for any other text.
ProductCircuit product_circuit(int inputs, const std::string& text);

}  // namespace hedgerow::circuit
