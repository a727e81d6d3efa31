// Runs two SAT solvers on a formula, and verifies the circuit that a model describes.
#include "circuit/exact/exact.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unordered_set>

#include "circuit/core/error.hpp"
#include "circuit/exact/exact_gates.hpp"
#include "circuit/exact/exact_products.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/verify/abc.hpp"

namespace hedgerow::circuit {
namespace {

std::string run_solver(const std::string& name, const std::string& file, double seconds) {
  const std::string options = name == "cadical" ? " -q " : " --verb 0 ";
  const std::string command = "ulimit -c 0; ulimit -t " + std::to_string((int)std::ceil(seconds)) +
                              "; exec " + name + options + "'" + file + "' 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw Error("cannot run " + name);
  std::string said;
  std::array<char, 4096> text;
  while (std::fgets(text.data(), (int)text.size(), pipe)) said += text.data();
  pclose(pipe);
  return said;
}

Model model_of(const std::string& said) {
  Model m(1);
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("v ")) continue;
    std::istringstream words(line.substr(2));
    for (long v; words >> v;) {
      const std::size_t i = (std::size_t)std::labs(v);
      if (i >= m.size()) m.resize(i + 1);
      m[i] = v > 0;
    }
  }
  return m;
}

ExactResult ask(const Problem& p, double seconds, Model* model = nullptr) {
  const TemporaryFolder folder;
  const std::string file = folder.path / "circuit.cnf";
  write_file(file, p.formula.text());
  ExactResult r{Answer::kUnknown, {}, ""};
  int none = 0;
  for (const std::string& solver : sat_solvers()) {
    const std::string said = run_solver(solver, file, seconds);
    const bool sat = said.find("s SATISFIABLE") != std::string::npos,
               unsat = said.find("s UNSATISFIABLE") != std::string::npos;
    r.solvers += (r.solvers.empty() ? "" : ", ") + solver + ": " +
                 (sat     ? "yes"
                  : unsat ? "no"
                          : "no answer");
    if (sat && none) throw Error("the solvers contradict one another: " + r.solvers);
    if (sat) {
      const Model m = model_of(said);
      if (model) *model = m;
      r.netlist = p.netlist(m);
      verify(r.netlist, p.box);
      r.answer = Answer::kCircuit;
      return r;
    }
    none += unsat;
  }
  if (none >= 2) r.answer = Answer::kNone;
  return r;
}

void check_box(const Box& box) {
  if (box.linear() || box.inputs > 5)
    throw Error("exact search is for boxes of at most five inputs");
  for (const Truth& f : box.outputs)
    if (f.empty() || f == all_points())
      throw Error("exact search is for boxes without constant outputs");
}

void check_size(const Box& box, int gates) {
  check_box(box);
  if (gates < 0) throw Error("the number of gates must not be negative");
}

int degree(const Box& box) {
  int r = 0;
  for (Truth f : box.outputs)
    for (unsigned m = 0; m < (unsigned)box.entries(); m++) {
      int sum = 0;
      for (unsigned x = m;; x = (x - 1) & m) {
        sum ^= (int)f.at(x);
        if (!x) break;
      }
      if (sum) r = std::max(r, std::popcount(m));
    }
  return r;
}

}  // namespace

std::vector<std::string> sat_solvers() {
  std::vector<std::string> r;
  const char* path = std::getenv("PATH");
  for (const char* name : {"cadical", "cryptominisat5"}) {
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (access((folder + "/" + name).c_str(), X_OK) == 0) {
        r.push_back(name);
        break;
      }
  }
  return r;
}

ExactResult ask_exact(const Box& box, ExactFigure figure, int gates, double seconds) {
  check_size(box, gates);
  const bool three = figure == ExactFigure::kGates3 || figure == ExactFigure::kNonlinear3;
  if (figure == ExactFigure::kGates || figure == ExactFigure::kGates3)
    return ask(GateProblem(box, gates, three ? 3 : 2), seconds);
  return ask(ProductProblem(box, gates, three ? 3 : 2), seconds);
}

ExactResult ask_products(const Box& box, int products, double seconds, ProductCircuit* found) {
  check_size(box, products);
  const ProductProblem p(box, products);
  Model m;
  const ExactResult r = ask(p, seconds, &m);
  if (r.answer == Answer::kCircuit) *found = p.circuit(m);
  return r;
}

int least_products(const Box& box) { return ProductProblem::rank(box); }

int least_product_depth(const Box& box) {
  check_box(box);
  int r = 0;
  while ((1 << r) < degree(box)) r++;
  return r;
}

std::optional<int> least_depth(const Box& box) {
  check_box(box);
  constexpr std::size_t kMost = 20000;
  const std::uint32_t all = (std::uint32_t)((std::uint64_t{1} << box.entries()) - 1);
  std::vector<std::uint32_t> targets, known;
  const auto even = [&](std::uint32_t f) { return (f & 1 ? ~f : f) & all; };
  for (const Truth& f : box.outputs) targets.push_back(even((std::uint32_t)f.w[0] & all));
  for (int i = 0; i < box.inputs; i++) known.push_back((std::uint32_t)variable(i).w[0] & all);
  std::unordered_set<std::uint32_t> seen(known.begin(), known.end());
  for (int depth = 0;; depth++) {
    if (std::all_of(targets.begin(), targets.end(),
                    [&](std::uint32_t t) { return seen.contains(t); }))
      return depth;
    if (known.size() > kMost) return std::nullopt;
    const std::size_t size = known.size();
    for (std::size_t i = 0; i < size; i++)
      for (std::size_t j = 0; j < i; j++) {
        const std::uint32_t a = known[i], b = known[j];
        for (const std::uint32_t f : {a & b, a & ~b, ~a & b, a | b, a ^ b})
          if (f && seen.insert(f).second) known.push_back(f);
      }
  }
}

}  // namespace hedgerow::circuit
