// The table of the 302 affine classes of 4-bit permutations, classes4.tsv: what is one and the same over a
// class, and a circuit of its least member, with how each figure was proven.
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
  int inverse = 0;  // the number of the class of the inverses
  int linearity = 0, uniformity = 0, degree = 0;
  int products = 0;  // the AND count; -1: not known yet
  int depth = 0;     // the AND depth: the least number of products on a way, whatever their number
  ProductCircuit circuit;  // with `products` products
  std::string fewer;       // why there are no fewer products
  std::string
      shallow;  // whether one circuit has both least figures: yes, no, or - where it is not known
  bool optimal() const { return linearity == 8 && uniformity == 4; }
};

// 16 digits 0 to f; Error where they are no permutation.
std::string to_text(const Permutation4& s);
Permutation4 permutation_of_digits(const std::string& digits);
// Error, with the file's name and line, for a table that is not what write_classes() writes.
std::vector<ClassRow> read_classes(const std::string& file);
void write_classes(const std::string& file, const std::vector<ClassRow>& rows);

// The classes with all that needs no solver; then, row by row, the AND counts that are still unknown, by two SAT
// solvers with so many seconds a question. `done` is called after each row.
std::vector<ClassRow> new_classes();
void find_products(std::vector<ClassRow>& rows, double seconds,
                   const std::function<void(std::size_t row)>& done);

// The number of the class of a permutation, where `rows` are all.
std::size_t class_of(const std::vector<ClassRow>& rows, const Permutation4& s);
// A circuit of `s` from that of its class: the same products, other sums.
Netlist circuit_of(const ClassRow& row, const Permutation4& s);

}  // namespace hedgerow::circuit
