// Exact search: asks two SAT solvers whether a box of at most five bits has a circuit of a given size. A circuit that
// one solver finds is verified. The answer that no circuit exists counts only if both solvers give it.
#pragma once

#include <optional>

#include "circuit/core/basis.hpp"
#include "circuit/core/products.hpp"

namespace hedgerow::circuit {

// Counts gates of two or of three inputs with any function, or only those that are not sums.
enum class ExactFigure { kGates, kNonlinear, kGates3, kNonlinear3 };

enum class Answer { kCircuit, kNone, kUnknown };
struct ExactResult {
  Answer answer;
  Netlist netlist;      // only for kCircuit
  std::string solvers;  // the question, and the answer of each solver
};

// Returns the names of the known solvers on PATH. The answer kNone needs two of them.
std::vector<std::string> sat_solvers();

constexpr const char* kNoSolvers =
    "two SAT solvers are needed, cadical and cryptominisat5 (Debian: cadical, cryptominisat)";

// Asks for a circuit of `gates` gates. The caller must know that fewer gates are not enough. For example, ask for 5
// gates only after the answer for 4 was kNone. `seconds` limits the processor time of each solver.
ExactResult ask_exact(const Box& box, ExactFigure figure, int gates, double seconds);
// Asks the same for nonlinear gates. `found` receives the circuit as products.
ExactResult ask_products(const Box& box, int products, double seconds, ProductCircuit* found);

// Returns the number of outputs that are independent modulo sums of inputs. No circuit has fewer nonlinear gates of two
// inputs, because each of them adds at most one dimension.
int least_products(const Box& box);

// Returns a lower bound of the gates with at most `fan_in` inputs that one function needs, if NOTs are free. For four
// inputs, an enumeration of all circuits of up to six gates (two for fan_in 3) gives the exact number; the results 7
// and 3 mean "at least". For other sizes, the bound follows from the number of inputs that the function depends on.
int gates_alone(const Truth& f, int inputs, int fan_in);
// Returns a lower bound for a box. Its outputs must differ by more than a NOT, so each needs a gate of its own.
// Consider the outputs in the order of their gates: an output comes after all gates that it needs alone, and all later
// outputs add one more gate each.
int gates_by_counting(const Box& box, int fan_in);

// Returns the least depth of a circuit of two-input gates if complements are free. It enumerates the functions of each
// depth. Returns no value if that is impossible (depth over 5 for four inputs).
std::optional<int> least_depth(const Box& box);
// Bounds the depth over a basis, with NOTs counted as gates, for boxes of four or five inputs. `least` and `most`
// differ if a level has too many functions to be enumerated. Returns no value for other boxes.
struct DepthBound {
  int least, most;
};
std::optional<DepthBound> least_depth(const Box& box, const Basis& basis);
// Returns the least number of products on a path from input to output of a circuit with any number of products: the
// logarithm of the degree.
int least_product_depth(const Box& box);

}  // namespace hedgerow::circuit
