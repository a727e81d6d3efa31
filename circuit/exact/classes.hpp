// The table of the 302 affine classes of 4-bit permutations, classes4.tsv. A row has the figures that all members of a
// class share, a circuit of the least member, and how each figure was proven.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "circuit/core/products.hpp"
#include "circuit/exact/affine.hpp"

namespace hedgerow::circuit {

struct ClassRow {
  Permutation4 least{};
  std::uint64_t size = 0;
  int inverse = 0;  // the number of the class of the inverse permutations
  int linearity = 0, uniformity = 0, degree = 0;
  int products = 0;        // the AND count; -1 if it is not known yet
  int depth = 0;           // the AND depth of a circuit with any number of products
  ProductCircuit circuit;  // has `products` products
  std::string fewer;       // the proof that fewer products are not enough
  bool optimal() const { return linearity == 8 && uniformity == 4; }
};

// The text has 16 hex digits. Throws Error if they are not a permutation.
std::string to_text(const Permutation4& s);
Permutation4 permutation_of_digits(const std::string& digits);
// Reads the form that write_classes() writes. Throws Error with the name and the line of the file for any other text.
std::vector<ClassRow> read_classes(const std::string& file);
void write_classes(const std::string& file, const std::vector<ClassRow>& rows);

// The first function computes all columns that need no solver. The second one asks two SAT solvers for the AND counts
// that are still unknown, with a limit of `seconds` for each question. It calls `done` after each row.
std::vector<ClassRow> new_classes();
void find_products(std::vector<ClassRow>& rows, double seconds,
                   const std::function<void(std::size_t row)>& done);

// Returns the number of the class of a permutation. `rows` must be complete.
std::size_t class_of(const std::vector<ClassRow>& rows, const Permutation4& s);
// Builds a circuit of `s` from the circuit of its class, with the same products and different sums.
Netlist circuit_of(const ClassRow& row, const Permutation4& s);

}  // namespace hedgerow::circuit
