// exact: finds the least number of gates or of nonlinear gates, or the least depth, of a small box, with a proof.
#include <filesystem>
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/exact/exact.hpp"
#include "circuit/exact/exact_table.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

struct ExactRequest {
  std::string box, figure = "nonlinear", out, compute;
  int from = 0, fan_in = 2;
  double seconds = 60;
};

bool is_depth(const std::string& figure) { return figure == "depth" || figure == "and-depth"; }

int print_depth(const Box& box, bool of_products) {
  const auto d = of_products ? least_product_depth(box) : least_depth(box);
  if (!d) throw Error("the depth of " + box.name + " is beyond what can be enumerated");
  std::cout << box.name << ": " << (of_products ? "AND depth " : "depth ") << *d
            << ", and no less\n";
  return 0;
}

// Completes the table of all named boxes. Rows that the file has already are kept.
int compute(const ExactRequest& q) {
  if (sat_solvers().size() < 2) {
    std::cerr << "hedgerow circuit: " << kNoSolvers << "\n";
    return kToolMissing;
  }
  check_writable(q.compute);
  std::vector<ExactRow> rows;
  if (std::filesystem::exists(q.compute)) rows = read_exact_rows(q.compute);
  const auto classes = read_classes(table_path("classes4.tsv"));
  complete_exact_rows(rows, classes, q.seconds, [&](const std::string& what) {
    write_exact_rows(q.compute, rows);
    std::cout << what << std::endl;
  });
  return 0;
}

// Asks for one more gate each time, starting from q.from, until a circuit exists.
int ask_upwards(const ExactRequest& q, const Box& box) {
  const bool products = q.figure == "nonlinear";
  const bool three = q.fan_in == 3;
  const ExactFigure figure = products ? (three ? ExactFigure::kNonlinear3 : ExactFigure::kNonlinear)
                                      : (three ? ExactFigure::kGates3 : ExactFigure::kGates);
  int least = 0;  // fewer are proven to be impossible
  bool proven = true;
  for (int gates = q.from;; gates++) {
    const ExactResult r = ask_exact(box, figure, gates, q.seconds);
    std::cout << box.name << ": " << gates << (products ? " nonlinear" : "")
              << " gates: " << r.solvers << std::endl;
    if (r.answer == Answer::kNone && proven) least = gates + 1;
    if (r.answer == Answer::kUnknown) proven = false;
    if (r.answer != Answer::kCircuit) {
      if (gates >= 40) throw Error("no circuit of up to 40 gates was found");
      continue;
    }
    const bool from_zero = q.from == 0;
    std::cout << box.name << ": " << gates << (products ? " nonlinear" : "") << " gates"
              << (proven && from_zero ? ", and no fewer\n"
                  : from_zero
                      ? ", at least " + std::to_string(least) + "\n"
                      : "; fewer than " + std::to_string(q.from) + " were not asked about\n");
    if (q.out.empty()) return 0;
    const std::string basis = three ? "lut3" : "andn";
    NetlistFile file =
        file_of(box, basis,
                three ? schedule(r.netlist) : convert(schedule(r.netlist), find_basis(basis), 1));
    file.netlist.provenance = {"exact", 0, 0};
    write_netlists(q.out, {file});
    return 0;
  }
}

int run(const ExactRequest& q) {
  if (!q.compute.empty()) return compute(q);
  if (q.box.empty()) {
    std::cout << exact_page(read_exact_rows(table_path("exact.tsv")));
    return 0;
  }
  const Box box = find_box(q.box);
  check_writable(q.out);
  if (box.linear() || box.inputs > 5)
    throw Error("exact search is for boxes of at most five inputs: " + box.name);
  if (is_depth(q.figure)) return print_depth(box, q.figure == "and-depth");
  if (sat_solvers().size() < 2) {
    std::cerr << "hedgerow circuit: " << kNoSolvers << "\n";
    return kToolMissing;
  }
  return ask_upwards(q, box);
}

}  // namespace

void add_exact(CLI::App& app, Action& action) {
  auto q = std::make_shared<ExactRequest>();
  auto* c = app.add_subcommand(
      "exact",
      "Find minimal circuits of boxes of at most five bits, with proofs by two SAT solvers");
  c->add_option("box", q->box, "a name or a file; without it you get the table of the named boxes");
  c->add_option(
      "--compute", q->compute,
      "complete the table of the named boxes in this file; rows that it already has are kept");
  c->add_option("--figure", q->figure, "figure to minimise")
      ->check(CLI::IsMember({"gates", "nonlinear", "depth", "and-depth"}))
      ->capture_default_str();
  c->add_option("--fan-in", q->fan_in, "most inputs of a gate")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  c->add_option("--from", q->from,
                "number of gates to begin with, if you know that fewer are not enough")
      ->check(CLI::Range(0, 40))
      ->capture_default_str();
  c->add_option("--seconds", q->seconds, "limit of processor time of each solver for each question")
      ->check(CLI::Range(1.0, 1e6))
      ->capture_default_str();
  c->add_option("-o,--out", q->out, "file for the circuit, over andn (or lut3 with --fan-in 3)");
  c->callback([q, &action] {
    if (is_depth(q->figure) && q->fan_in != 2)
      throw CLI::ValidationError("--figure " + q->figure + " needs --fan-in 2");
    if (is_depth(q->figure) && !q->out.empty())
      throw CLI::ValidationError("--figure " + q->figure +
                                 " does not produce a circuit; omit --out");
    action = [q] { return run(*q); };
  });
}

}  // namespace hedgerow::circuit
