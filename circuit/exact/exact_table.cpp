// Computes the exact figures of a box, row by row.
#include "circuit/exact/exact_table.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "circuit/core/basis.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/named_tables.hpp"
#include "circuit/exact/exact.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kCounting = "counting";

// The gates and the depth of a circuit. Both include NOTs, also those at the outputs.
struct Found {
  int gates, depth;
};

// Searches briefly for circuits over each basis: over andn and lut3 directly, and over the others by conversion from
// andn.
std::map<std::string, Found> found_for(const Box& box, const std::string& objective, int runs) {
  std::map<std::string, Found> r;
  SearchOptions o;
  o.method = "auto";
  o.objective = objective;
  o.effort = 1;
  o.runs = (std::uint64_t)runs;
  const auto count = [&](const Netlist& n, const Basis& basis) {
    const Cost c = cost(n, basis);
    const Found f{c.gates + (basis.free_output_nots ? c.output_nots : 0), depth(n)};
    Found& best = r.emplace(basis.name, f).first->second;
    best = {std::min(best.gates, f.gates), std::min(best.depth, f.depth)};
  };
  const Netlist andn = search(box, o);
  for (const Basis& b : bases())
    for (std::uint64_t seed = 1; seed <= 4; seed++) count(convert(andn, b, seed), b);
  o.basis = "lut3";
  count(search(box, o), find_basis(o.basis));
  return r;
}

int nonlinear_found(const Box& box, bool three) {
  SearchOptions o;
  o.method = "auto";
  o.objective = "nonlinear";
  o.effort = 2;
  o.runs = 4;
  if (three) o.basis = "lut3";
  return nonlinear_gates(search(box, o));
}

// Finds the number of nonlinear gates. It asks for one more gate each time, starting from the dimension of the outputs
// modulo sums.
ExactRow nonlinear_row(const Box& box, bool three, double seconds) {
  // A table of three inputs also adds only one dimension to the space that the nets span.
  ExactRow r{box.name, "nonlinear", three ? "lut3" : kAnyTwo, least_products(box), -1, "dimension"};
  const ExactFigure figure = three ? ExactFigure::kNonlinear3 : ExactFigure::kNonlinear;
  for (int gates = r.least; r.found < 0 && gates < 16; gates++) {
    const ExactResult answer = ask_exact(box, figure, gates, seconds);
    if (answer.answer == Answer::kCircuit) r.found = gates;
    if (answer.answer == Answer::kNone) r.least = gates + 1, r.proof = answer.solvers;
    if (answer.answer == Answer::kUnknown) break;
  }
  if (r.found < 0) r.found = nonlinear_found(box, false);
  if (r.found > r.least && three) r.found = std::min(r.found, nonlinear_found(box, true));
  return r;
}

using Rows = std::vector<ExactRow>;

bool has(const Rows& rows, const std::string& box, const std::string& figure,
         const std::string& basis) {
  return std::any_of(rows.begin(), rows.end(), [&](const ExactRow& r) {
    return r.box == box && r.figure == figure && (basis.empty() || r.basis == basis);
  });
}

// Raises the limit for four bits, because these questions always have an answer in this time.
double patience(const Box& box, double seconds) {
  return box.inputs <= 4 ? std::max(seconds, 600.0) : seconds;
}

// Takes the AND count of four bits from the table of classes, because a class has only one.
ExactRow products_row(const Box& box, const std::vector<ClassRow>& classes, double seconds) {
  if (box.inputs != 4 || box.outputs.size() != 4 || classes.empty())
    return nonlinear_row(box, false, patience(box, seconds));
  Permutation4 s;
  std::copy_n(box.bytes.begin(), 16, s.begin());
  const std::size_t number = class_of(classes, s);
  const ClassRow& c = classes.at(number);
  return {box.name,   "nonlinear", kAnyTwo,
          c.products, c.products,  "class " + std::to_string(number) + ": " + c.fewer};
}

Rows depth_rows(const Box& box) {
  Rows r;
  std::map<std::string, Found> found;
  for (const Basis& b : bases()) {
    const auto d = least_depth(box, b);
    if (!d) continue;
    if (d->least < d->most && found.empty()) found = found_for(box, "depth", 8);
    const int most = d->least < d->most ? std::min(d->most, found.at(b.name).depth) : d->most;
    r.push_back({box.name, "depth", b.name, d->least, most, "enumeration"});
  }
  return r;
}

Rows gate_rows(const Box& box) {
  Rows r;
  const auto found = found_for(box, "gates", 1);
  for (const Basis& b : bases())
    r.push_back({box.name, "gates", b.name, gates_by_counting(box, b.fan_in),
                 found.at(b.name).gates, kCounting});
  return r;
}

// The boxes of GOST come late because they are many, those in use first. Boxes of five bits come last.
std::vector<std::string> in_order() {
  std::vector<std::string> names;
  for (const int rank : {0, 1, 2, 3})
    for (const std::string& n : small_boxes()) {
      const int of_gost = n.starts_with("gost:tc26-z") ? 1 : 2;
      const int its = find_box(n).inputs > 4 ? 3 : n.starts_with("gost:") ? of_gost : 0;
      if (its == rank) names.push_back(n);
    }
  return names;
}

// Groups the rows by box in the order of `names`. Boxes without a name in that list come last.
void group(const std::vector<std::string>& names, Rows* rows) {
  std::map<std::ptrdiff_t, Rows> of_place;
  for (const ExactRow& r : *rows)
    of_place[std::find(names.begin(), names.end(), r.box) - names.begin()].push_back(r);
  rows->clear();
  for (const auto& [place, of_box] : of_place)
    rows->insert(rows->end(), of_box.begin(), of_box.end());
}

// A question with one more gate takes about ten times as long.
constexpr double kHarder = 8;

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec * 1e-6;
}

// Returns the time limit of the last question without an answer. It parses the text of unanswered().
double seconds_without_answer(const std::string& proof) {
  const std::size_t at = proof.rfind(" in ");
  return at == std::string::npos || !proof.ends_with(" s") ? 0 : std::atof(&proof[at + 4]);
}
std::string unanswered(int gates, double seconds) {
  return "; " + std::to_string(gates) + " gates: no answer in " + std::to_string((int)seconds) +
         " s";
}

bool open(const ExactRow& r, int fan_in, double seconds) {
  return r.figure == "gates" && r.least < r.found && find_basis(r.basis).fan_in == fan_in &&
         seconds_without_answer(r.proof) < std::floor(seconds);
}

int counted(const ExactRow& r) {
  return r.figure == "gates" ? gates_by_counting(find_box(r.box), find_basis(r.basis).fan_in) : 0;
}

// Asks for one more gate each time until a circuit exists or the time is over. A bound for any two-input (or
// three-input) gates with free NOTs is valid for every basis of such gates.
void ask_gates(const Box& box, int fan_in, double seconds, Rows& rows) {
  std::vector<ExactRow*> of_box;
  for (ExactRow& r : rows)
    if (r.box == box.name && open(r, fan_in, seconds)) of_box.push_back(&r);
  const ExactFigure figure = fan_in == 3 ? ExactFigure::kGates3 : ExactFigure::kGates;
  int least = 0, most = 0;
  std::string proof;
  for (const ExactRow* r : of_box) {
    most = std::max(most, r->found);
    if (r->least > least) least = r->least, proof = r->proof.substr(0, r->proof.find(';'));
  }
  for (double last = 0; least < most; least++) {
    const double before = processor_seconds();
    ExactResult r{Answer::kUnknown, {}, ""};
    if (last * kHarder < 2 * seconds) r = ask_exact(box, figure, least, seconds);
    last = processor_seconds() - before;
    if (r.answer == Answer::kUnknown) proof += unanswered(least, seconds);
    if (r.answer == Answer::kCircuit)
      for (ExactRow* row : of_box)
        if (row->basis == "lut3") row->found = std::min(row->found, least);
    if (r.answer != Answer::kNone) break;
    proof = std::to_string(least) + " gates: " + r.solvers;
  }
  for (ExactRow* r : of_box) {
    r->least = std::min(least, r->found);
    r->proof = r->least == r->found ? proof.substr(0, proof.find(';')) : proof;
  }
}

}  // namespace

void complete_exact_rows(Rows& rows, const std::vector<ClassRow>& classes, double seconds,
                         const std::function<void(const std::string& what)>& done) {
  const std::vector<std::string> names = in_order();
  const auto add = [&](const std::string& name, const char* figure, const char* basis,
                       auto&& make) {
    if (has(rows, name, figure, basis)) return;
    const Rows made = make(find_box(name));
    rows.insert(rows.end(), made.begin(), made.end());
    group(names, &rows);
    done(name + " " + figure + " " + basis);
  };
  for (const std::string& name : names) {
    add(name, "nonlinear", kAnyTwo,
        [&](const Box& box) { return Rows{products_row(box, classes, seconds)}; });
    add(name, "and-depth", kAnyTwo, [&](const Box& box) {
      const int levels = least_product_depth(box);
      return Rows{{box.name, "and-depth", kAnyTwo, levels, levels, "degree"}};
    });
    add(name, "depth", "", depth_rows);
    add(name, "gates", "", gate_rows);
  }
  for (const std::string& name : names)
    add(name, "nonlinear", "lut3",
        [&](const Box& box) { return Rows{nonlinear_row(box, true, patience(box, seconds))}; });
  for (ExactRow& r : rows)  // counting needs no questions
    if (const int least = counted(r); least > r.least)
      r.least = std::min(least, r.found), r.proof = kCounting;
  done("counting");
  for (const int fan_in : {3, 2})
    for (const std::string& name : names) {
      if (std::none_of(rows.begin(), rows.end(), [&](const ExactRow& r) {
            return r.box == name && open(r, fan_in, seconds);
          }))
        continue;
      ask_gates(find_box(name), fan_in, seconds, rows);
      done(name + " gates of " + std::to_string(fan_in) + " inputs");
    }
}

}  // namespace hedgerow::circuit
