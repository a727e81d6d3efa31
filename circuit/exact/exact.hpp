// Exact search by SAT: whether a box of at most five bits has a circuit of so many gates, asked of two solvers. What
// one solver finds is checked as a circuit; that there is none counts when both say so.
#pragma once

#include <optional>

#include "circuit/core/basis.hpp"
#include "circuit/core/products.hpp"

namespace hedgerow::circuit {

enum class
    ExactFigure {  // of gates of two or of three inputs, whatever function; or of those that are no sums
      kGates,
      kNonlinear,
      kGates3,
      kNonlinear3
    };

enum class Answer { kCircuit, kNone, kUnknown };
struct ExactResult {
  Answer answer;
  Netlist netlist;      // of kCircuit
  std::string solvers;  // what was asked, and what each said
};

// The names of the solvers' programs that are on PATH; two are needed for an answer kNone.
std::vector<std::string> sat_solvers();

constexpr const char* kNoSolvers =
    "two SAT solvers are needed, cadical and cryptominisat5 (Debian: cadical, cryptominisat)";

// Where there is no circuit of fewer gates; `seconds`: of the processor, for each solver.
ExactResult ask_exact(const Box& box, ExactFigure figure, int gates, double seconds);
// The same of nonlinear gates, of which at most `most_depth` (1 or 2; 0: any number) stand on a way from input to
// output; what is found is also given as products.
ExactResult ask_products(const Box& box, int products, int most_depth, double seconds,
                         ProductCircuit* found);

// Of the outputs, how many are independent modulo sums of inputs: no circuit has fewer nonlinear gates of two inputs.
int least_products(const Box& box);

// Gates of two inputs, or up to three, that one function takes at least, NOTs being free: of four inputs by enumeration
// of all circuits of up to six gates (or two), where 7 (or 3) may be too few; else from how many inputs it reads.
int gates_alone(const Truth& f, int inputs, int fan_in);
// And that a box takes whose outputs differ by more than a NOT: of these in the order of their gates, the first is none
// of the others', and each one comes behind all gates that it takes alone.
int gates_by_counting(const Box& box, int fan_in);

// The least depth of a circuit of two-input gates, complements being free, by enumeration of the functions of each
// depth; nothing when it is beyond what can be enumerated (more than 5 for four inputs).
std::optional<int> least_depth(const Box& box);
// The least depth over a basis, NOTs counted as gates, of a box of four or five inputs: at least and at most, where the
// functions of so many levels are too many to be enumerated; nothing for other boxes.
struct DepthBound {
  int least, most;
};
std::optional<DepthBound> least_depth(const Box& box, const Basis& basis);
// The least number of products on a way from input to output, whatever their number: the logarithm of the degree.
int least_product_depth(const Box& box);

}  // namespace hedgerow::circuit
