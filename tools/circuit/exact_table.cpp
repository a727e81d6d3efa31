#include "exact_table.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

#include "basis.hpp"
#include "error.hpp"
#include "exact.hpp"
#include "named_tables.hpp"
#include "netlist_file.hpp"
#include "search.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kHead = "# box\tfigure\tbasis\tleast\tfound\tproof of the least";
constexpr const char* kAnyTwo =
    "any of two inputs";  // and-or-xor-not, andn, mux, nand-nor-xor alike

// Each output reads four inputs, a tree of k - 1 gates more for each further way; the outputs are gates of their own.
int gates_by_counting(const Box& box, int fan_in) {
  int reads_most = 0, outputs = 0;
  for (const Truth& f : box.outputs) {
    int reads = 0;
    for (int i = 0; i < box.inputs; i++)
      for (unsigned x = 0; x < (unsigned)box.entries(); x++)
        if (f.at(x) != f.at(x ^ 1u << i)) {
          reads++;
          break;
        }
    reads_most = std::max(reads_most, reads);
    outputs += reads > 1;
  }
  const int first = (reads_most - 2) / (fan_in - 1) + 1;  // gates of the output that reads most
  return std::max(0, first + outputs - 1);
}

// The circuits over each basis that are found with little time: by search over andn and lut3, else from andn.
std::map<std::string, int> gates_found(const Box& box) {
  std::map<std::string, int> r;
  SearchOptions o;
  o.method = "auto";
  o.effort = 1;
  o.runs = 1;
  const auto count = [&](const Netlist& n, const Basis& basis) {
    const Cost c = cost(n, basis);
    const int gates = c.gates + (basis.free_output_nots ? c.output_nots : 0);
    const auto it = r.emplace(basis.name, gates).first;
    it->second = std::min(it->second, gates);
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

// Nonlinear gates: asked upwards from the dimension of the outputs modulo sums.
ExactRow nonlinear_row(const Box& box, bool three, double seconds) {
  // A table too adds but one dimension to what the nets span.
  ExactRow r{box.name, "nonlinear", three ? "lut3" : kAnyTwo, least_products(box), -1, "dimension"};
  const ExactFigure figure = three ? ExactFigure::kNonlinear3 : ExactFigure::kNonlinear;
  for (int gates = r.least; r.found < 0 && gates < 16; gates++) {
    const ExactResult answer = ask_exact(box, figure, gates, seconds);
    if (answer.answer == Answer::kCircuit) r.found = gates;
    if (answer.answer == Answer::kNone) r.least = gates + 1, r.proof = answer.solvers;
    if (answer.answer == Answer::kUnknown) break;
  }
  if (r.found < 0) r.found = nonlinear_found(box, three);
  return r;
}

using Rows = std::vector<ExactRow>;

bool has(const Rows& rows, const std::string& box, const std::string& figure,
         const std::string& basis) {
  return std::any_of(rows.begin(), rows.end(), [&](const ExactRow& r) {
    return r.box == box && r.figure == figure && (basis.empty() || r.basis == basis);
  });
}

// A question about four bits has an answer in this time.
double patience(const Box& box, double seconds) {
  return box.inputs <= 4 ? std::max(seconds, 600.0) : seconds;
}

// What is one and the same over a class.
void add_invariants(const Box& box, const std::vector<ClassRow>& classes, double seconds,
                    Rows* rows) {
  const bool in_class = box.inputs == 4 && box.outputs.size() == 4 && !classes.empty();
  if (in_class) {
    Permutation4 s;
    std::copy_n(box.bytes.begin(), 16, s.begin());
    const std::size_t number = class_of(classes, s);
    const ClassRow& c = classes.at(number);
    rows->push_back({box.name, "nonlinear", kAnyTwo, c.products, c.products,
                     "class " + std::to_string(number) + ": " + c.fewer});
  } else {
    rows->push_back(nonlinear_row(box, false, patience(box, seconds)));
  }
  const int levels = least_product_depth(box);
  rows->push_back({box.name, "and-depth", kAnyTwo, levels, levels, "degree"});
}

void add_others(const Box& box, double seconds, Rows* rows) {
  rows->push_back(nonlinear_row(box, true, patience(box, seconds)));
  for (const Basis& b : bases())
    if (const auto d = least_depth(box, b))
      rows->push_back({box.name, "depth", b.name, *d, *d, "enumeration"});
  const auto found = gates_found(box);
  for (const Basis& b : bases())
    rows->push_back({box.name, "gates", b.name, gates_by_counting(box, b.fan_in), found.at(b.name),
                     "counting"});
}

// The rows of a box together, in the order of the names; what has none of them stands last.
void group(const std::vector<std::string>& names, Rows* rows) {
  std::map<std::ptrdiff_t, Rows> of_place;
  for (const ExactRow& r : *rows)
    of_place[std::find(names.begin(), names.end(), r.box) - names.begin()].push_back(r);
  rows->clear();
  for (const auto& [place, of_box] : of_place)
    rows->insert(rows->end(), of_box.begin(), of_box.end());
}

// Asks about one gate fewer than `found` is not: upwards from what is proven, until a question has no answer in time.
// The bound of gates of two (or three) inputs, NOTs being free, is one for every basis of such gates.
void ask_gates(const std::string& name, int fan_in, double seconds, std::vector<ExactRow>& rows) {
  std::vector<ExactRow*> of_box;
  for (ExactRow& r : rows)
    if (r.box == name && r.figure == "gates" && find_basis(r.basis).fan_in == fan_in)
      of_box.push_back(&r);
  const Box box = find_box(name);
  const ExactFigure figure = fan_in == 3 ? ExactFigure::kGates3 : ExactFigure::kGates;
  int least = of_box[0]->least;
  std::string proof = of_box[0]->proof;
  for (const ExactRow* r : of_box)
    if (r->least > least) least = r->least, proof = r->proof;
  for (;; least++) {
    const ExactResult r = ask_exact(box, figure, least, seconds);
    if (r.answer != Answer::kNone) break;
    proof = std::to_string(least) + " gates: " + r.solvers;
  }
  for (ExactRow* r : of_box)
    if (proof != "counting") {
      r->least = std::min(least, r->found);
      r->proof = proof;
    } else {
      r->proof = "counting, solvers without an answer";
    }
}

}  // namespace

std::vector<ExactRow> read_exact_rows(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw Error("cannot read " + file);
  std::vector<ExactRow> rows;
  int line = 0;
  for (std::string text; std::getline(in, text);) {
    line++;
    if (text.empty() || text[0] == '#') continue;
    std::vector<std::string> f;
    std::istringstream parts(text);
    for (std::string field; std::getline(parts, field, '\t');) f.push_back(field);
    const auto number = [&](std::size_t i, int* value) {
      const char* end = f[i].data() + f[i].size();
      const auto r = std::from_chars(f[i].data(), end, *value);
      return r.ec == std::errc{} && r.ptr == end && *value >= 0;
    };
    ExactRow r;
    if (f.size() != 6 || !number(3, &r.least) || !number(4, &r.found) || r.least > r.found)
      throw error_at(file, line, "box, figure, basis, least, found and proof; not " + text);
    r.box = f[0], r.figure = f[1], r.basis = f[2], r.proof = f[5];
    rows.push_back(r);
  }
  return rows;
}

void write_exact_rows(const std::string& file, const std::vector<ExactRow>& rows) {
  std::ostringstream out;
  out << kHead << "\n";
  for (const ExactRow& r : rows)
    out << r.box << "\t" << r.figure << "\t" << r.basis << "\t" << r.least << "\t" << r.found
        << "\t" << r.proof << "\n";
  write_file(file, out.str());
}

void complete_exact_rows(Rows& rows, const std::vector<ClassRow>& classes, double seconds,
                         const std::function<void(const std::string& box)>& done) {
  std::vector<std::string> names;
  for (const int rank : {0, 1, 2, 3})  // GOST's many rows come late, those in use first of them
    for (const std::string& n : small_boxes()) {
      const int of_gost = n.starts_with("gost:tc26-z") ? 1 : 2;
      const int its = find_box(n).inputs > 4 ? 3 : n.starts_with("gost:") ? of_gost : 0;
      if (its == rank) names.push_back(n);
    }
  for (const bool invariants : {true, false})
    for (const std::string& name : names) {
      if (has(rows, name, invariants ? "and-depth" : "gates", "")) continue;
      if (invariants)
        add_invariants(find_box(name), classes, seconds, &rows);
      else
        add_others(find_box(name), seconds, &rows);
      group(names, &rows);
      done(name);
    }
  for (const int fan_in : {3, 2})
    for (const std::string& name : names) {
      const bool open = std::any_of(rows.begin(), rows.end(), [&](const ExactRow& r) {
        return r.box == name && r.figure == "gates" && r.proof == "counting" &&
               find_basis(r.basis).fan_in == fan_in;
      });
      if (!open) continue;
      ask_gates(name, fan_in, seconds, rows);
      done(name);
    }
}

std::string exact_page(const std::vector<ExactRow>& rows) {
  std::vector<std::string> names;
  std::map<std::vector<std::string>, std::string> cells;
  for (const ExactRow& r : rows) {
    if (names.empty() || names.back() != r.box) names.push_back(r.box);
    cells[{r.box, r.figure, r.basis}] =
        std::to_string(r.least) + (r.least < r.found ? " to " + std::to_string(r.found) : "");
  }
  std::ostringstream out;
  out << "| box | ANDs | nonlinear lut3 | AND depth |";
  for (const char* figure : {"gates", "depth"})
    for (const Basis& b : bases()) out << " " << figure << " " << b.name << " |";
  out << "\n|" << [] {
    std::string line;
    for (std::size_t i = 0; i < 4 + 2 * bases().size(); i++) line += "---|";
    return line;
  }() << "\n";
  for (const std::string& name : names) {
    out << "| " << name << " |";
    const auto put = [&](const char* figure, const std::string& basis) {
      const auto it = cells.find({name, figure, basis});
      out << " " << (it == cells.end() ? "-" : it->second) << " |";
    };
    put("nonlinear", kAnyTwo);
    put("nonlinear", "lut3");
    put("and-depth", kAnyTwo);
    for (const char* figure : {"gates", "depth"})
      for (const Basis& b : bases()) put(figure, b.name);
    out << "\n";
  }
  return out.str();
}

}  // namespace hedgerow::circuit
