// The table of exact figures of the named boxes with four and five bits, exact.tsv. Each row has a figure over a basis:
// the proven lower bound, and the best circuit that was found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "circuit/exact/classes.hpp"

namespace hedgerow::circuit {

struct ExactRow {
  std::string box, figure, basis;  // gates, nonlinear, and-depth, or depth
  int least = 0, found = 0;        // no circuit has fewer than `least`; a known one has `found`
  std::string proof;               // of `least`, in words
};

// The entry in the column of the basis if a figure is equal over and-or-xor-not, andn, mux and nand-nor-xor.
constexpr const char* kAnyTwo = "any of two inputs";

std::vector<ExactRow> read_exact_rows(const std::string& file);
void write_exact_rows(const std::string& file, const std::vector<ExactRow>& rows);

// Completes the rows in three passes: the AND counts and AND depths of all boxes (for four bits from the table of
// classes), then the other figures that need no long search, and then the open numbers of gates. A question goes to
// each of two SAT solvers with a limit of `seconds` of processor time; a question that had as much time before is not
// repeated. Calls `done` after each figure.
void complete_exact_rows(std::vector<ExactRow>& rows, const std::vector<ClassRow>& classes,
                         double seconds, const std::function<void(const std::string& what)>& done);
// Returns the table in Markdown, one row per box.
std::string exact_page(const std::vector<ExactRow>& rows);

}  // namespace hedgerow::circuit
