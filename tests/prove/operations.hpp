// The vector operations of the portable model (src/isa/operations.def) on terms. A kernel of the model calls one
// function for each operation. The machine could run their loops over bytes, but the handlers here are faster.
// They take the meaning from the model itself, by calling it with known values: the truth table of a bitwise operation,
// the source of each byte of a shuffle, the table of a function of bytes. Only additions, shifts, and look-ups by index
// are written out here, and `check` compares all of them with the model.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "machine.hpp"

namespace hedgerow::proof {

struct ModelOperation;

class Operations {
 public:
  Operations();
  ~Operations();
  // Lets the machine use the handlers.
  void attach(Machine& machine) const;
  // Compares the handler of each operation, with each of its template arguments and widths, with the model on terms
  // that stand for random values. Returns the number of comparisons.
  std::size_t check() const;
  static const char kPageStart[];  // of docs/proofs.md, or of its second part
  static const bool kSharesCode;   // whether variants of a kernel have the same code for counters

 private:
  std::vector<std::unique_ptr<ModelOperation>> operations_;
};

}  // namespace hedgerow::proof
