// The method `linear`. It builds greedy circuits of the matrix and of the transposed matrix, and improves them by local
// search over terms. For two-input gates it also searches over values.
#include <algorithm>
#include <iterator>

#include "circuit/linear/sums.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

Netlist run_linear(const Run& run) {
  const Basis& basis = find_basis(run.options.basis);
  const Rows &rows = run.box.rows, turned = transposed(rows);
  Random random(run.seed);
  const bool of_turned =
      run.seed % 2 && std::all_of(turned.begin(), turned.end(), [](const Row& column) {
        return std::find(column.begin(), column.end(), true) != column.end();
      });
  const Rows& matrix = of_turned ? turned : rows;
  const bool small = matrix[0].size() <= kMostBoyarPeraltaInputs && run.seed % 4 < 2;
  Sums sums = small ? boyar_peralta(matrix, random) : paar(matrix, random);
  if (of_turned) sums = transposed(sums);
  const int fan_in = basis.fan_in;
  run.step("start: " + std::to_string(netlist_of(sums, fan_in).gates.size()) + " gates");
  const std::uint64_t steps = (std::uint64_t)50000 << 2 * run.options.effort;
  sums = improved(sums, fan_in, steps, random, run.stop);
  run.step("local search: " + std::to_string(netlist_of(sums, fan_in).gates.size()) + " gates");
  if (fan_in == 2) {
    constexpr double kTemperatures[] = {0.2, 0.16, 0.25};
    const double temperature = kTemperatures[run.seed / 4 % std::size(kTemperatures)];
    sums = improved_by_values(sums, 16 * steps, temperature, random, run.stop);
    run.step("search over values: " + std::to_string(netlist_of(sums, fan_in).gates.size()) +
             " gates");
  }
  return netlist_of(sums, fan_in);
}

}  // namespace hedgerow::circuit
