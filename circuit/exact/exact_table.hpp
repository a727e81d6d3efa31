// The table of exact figures of the named boxes of four and five bits, exact.tsv: for each figure and basis
// what is proven to be the least, and what was found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "circuit/exact/classes.hpp"

namespace hedgerow::circuit {

struct ExactRow {
  std::string box, figure, basis;  // figure: gates, nonlinear, and-depth, depth
  int least = 0, found = 0;        // no circuit has less than `least`; one has `found`
  std::string proof;               // of `least`, in words
};

// The basis of figures that and-or-xor-not, andn, mux and nand-nor-xor have alike.
constexpr const char* kAnyTwo = "any of two inputs";

std::vector<ExactRow> read_exact_rows(const std::string& file);
void write_exact_rows(const std::string& file, const std::vector<ExactRow>& rows);

// Completes the rows: AND counts and AND depths of all boxes, which those of four bits have from the table of classes;
// then the other figures that need no long search; then gates that are still open and were not asked about with as many
// seconds of the processor for each question to each of two SAT solvers. `done` is called after each figure.
void complete_exact_rows(std::vector<ExactRow>& rows, const std::vector<ClassRow>& classes,
                         double seconds, const std::function<void(const std::string& what)>& done);
// A box a line, in Markdown.
std::string exact_page(const std::vector<ExactRow>& rows);

}  // namespace hedgerow::circuit
