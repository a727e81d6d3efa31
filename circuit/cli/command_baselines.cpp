// baselines: applies other methods to boxes, because a search should be compared with published ones. The methods are
// the heuristic of the 2020 paper, repeated with several orders of search, and a two-level minimiser followed by the
// usual script of ABC for small circuits. With --vectors, the command prints the vectors that the heuristic starts
// from.
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/search/paper2020.hpp"
#include "circuit/search/search.hpp"
#include "circuit/verify/abc.hpp"
#include "circuit/verify/prove.hpp"

namespace hedgerow::circuit {
namespace {

struct BaselinesRequest {
  std::vector<std::string> boxes;
  std::string tool;
  std::uint64_t orders = 8;
  bool vectors = false;
};

// Irredundant sums of products; then common divisors are extracted and the circuit is rewritten.
constexpr const char* kTwoLevel = "; collapse; sop; print_stats";
constexpr const char* kMultiLevel =
    "; fx; strash; balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; "
    "rewrite -z; balance; print_stats; if -K 3 -a; print_stats";

// Returns the last `key = number` in the output of ABC.
std::string figure(const std::string& said, const std::string& key) {
  const auto at = said.rfind(key + " =");
  if (at == std::string::npos) throw Error("ABC said: " + said);
  const auto from = said.find_first_of("0123456789", at + key.size() + 2);
  return said.substr(from, said.find_first_not_of("0123456789", from) - from);
}

std::string by_heuristic(const Box& box, std::uint64_t orders) {
  SearchOptions o;
  o.method = "paper2020";
  o.basis = "and-or-xor-not";
  int least = 1 << 30, most = 0;
  double sum = 0;
  for (o.seed = 1; o.seed <= orders; o.seed++) {
    const int gates = cost(search(box, o), find_basis(o.basis)).gates;
    least = std::min(least, gates);
    most = std::max(most, gates);
    sum += gates;
  }
  const int mean = (int)(sum / (double)orders + 0.5);
  return std::to_string(least) + " to " + std::to_string(most) + ", mean " + std::to_string(mean);
}

std::string by_abc(const Box& box, const std::string& tool) {
  if (tool.empty()) return " - | - | - |";
  const TemporaryFolder folder;
  const std::string file = folder.path / "box.blif";
  write_file(file, table_blif(box));
  const std::string two = run_abc(tool, "read_blif " + file + kTwoLevel);
  const std::string more = run_abc(tool, "read_blif " + file + "; collapse; sop" + kMultiLevel);
  return " " + figure(two, "cube") + " | " + figure(more, "and") + " | " + figure(more, "nd") +
         " |";
}

// Prints one line per mask of x4..x7: its number, followed by the vectors of the outputs, highest first, as in the
// paper.
int print_vectors(const BaselinesRequest& q) {
  for (const auto& name : q.boxes) {
    const Box box = find_box(name);
    if (box.linear() || box.inputs != 8) throw Error(name + " is not a box of 8 inputs");
    const auto vectors = paper2020_vectors(box);
    for (std::size_t m = 0; m < vectors.size(); m++) {
      std::cout << name << " m_" << m;
      for (auto v = vectors[m].rbegin(); v != vectors[m].rend(); ++v) std::cout << ' ' << *v;
      std::cout << '\n';
    }
  }
  return 0;
}

int run(const BaselinesRequest& q) {
  if (q.vectors) return print_vectors(q);
  const std::string tool = find_abc(q.tool);
  std::cout << "| box | 2020 heuristic, " << q.orders
            << " orders, AND OR XOR NOT | two-level: products | then AND nodes | then lut3 "
               "|\n|---|---|---|---|---|\n";
  for (const auto& name : q.boxes) {
    const Box box = find_box(name);
    if (box.linear()) throw Error(name + " is a linear map");
    std::cout << "| " << name << " | "
              << (box.inputs == 8 ? by_heuristic(box, q.orders) : std::string("-")) << " |"
              << by_abc(box, tool) << std::endl;
  }
  if (!tool.empty()) return 0;
  std::cerr << "SKIPPED the two-level minimiser: " << kNoAbc << "\n";
  return kToolMissing;
}

}  // namespace

void add_baselines(CLI::App& app, Action& action) {
  auto q = std::make_shared<BaselinesRequest>();
  auto* c =
      app.add_subcommand("baselines", "Compare with the results of the 2020 heuristic and of ABC");
  c->add_option("box", q->boxes, "names or files")->required();
  c->add_option("--orders", q->orders,
                "number of search orders for the heuristic; the first is that of the paper")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  c->add_option("--tool", q->tool, "path of ABC, if it is not on your PATH");
  c->add_flag("--vectors", q->vectors,
              "print the heuristic's vectors of each output under the 16 masks of x4..x7 instead");
  c->callback([q, &action] { action = [q] { return run(*q); }; });
}

}  // namespace hedgerow::circuit
