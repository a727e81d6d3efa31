// classes: prints the table of the 302 affine classes of 4-bit permutations or the class of a box, or computes the
// table again.
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/named_tables.hpp"
#include "circuit/exact/classes.hpp"
#include "circuit/exact/exact.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kTable = "classes4.tsv";

struct ClassesRequest {
  std::string box, compute, out;
  double seconds = 3600;
};

Permutation4 permutation_of(const std::string& name) {
  const Box box = find_box(name);
  Permutation4 s{};
  if (box.linear() || box.inputs != 4 || box.outputs.size() != 4)
    throw Error("only permutations of four bits have classes, not " + name);
  unsigned seen = 0;
  for (unsigned x = 0; x < 16; x++) {
    for (std::size_t o = 0; o < 4; o++) s[x] |= (std::uint8_t)(box.outputs[o].at(x) << o);
    seen |= 1u << s[x];
  }
  if (seen != 0xffff) throw Error(name + " is not a permutation");
  return s;
}

// The optimal permutations of [Leander, Poschmann 2007], G0 to G15 in their order.
constexpr std::array<const char*, 16> kOptimal = {
    "012d47f68bc93ea5", "012d47f68be359ac", "012d47f68be3ac59", "012d47f68c53aeb9",
    "012d47f68c9bae53", "012d47f68cb9ae35", "012d47f68cb9ae53", "012d47f68ceba935",
    "012d47f68e95ab3c", "012d47f68eb359ac", "012d47f68eb5a93c", "012d47f68eba59c3",
    "012d47f68eba93c5", "012d47f68ec95ba3", "012d47f68ecb395a", "012d47f68ecb93a5"};

// Returns, by class number, the boxes of this program and of the literature that belong to the class.
std::map<std::size_t, std::string> members(const std::vector<ClassRow>& rows) {
  std::map<std::size_t, std::string> r;
  const auto add = [&](const std::string& name, const Permutation4& s) {
    std::string& names = r[class_of(rows, s)];
    names += (names.empty() ? "" : ", ") + name;
  };
  for (std::size_t i = 0; i < kOptimal.size(); i++)
    add("G" + std::to_string(i), permutation_of_digits(kOptimal[i]));
  for (const std::string& name : small_boxes()) {
    const Box box = find_box(name);
    if (box.inputs == 4 && box.outputs.size() == 4) add(name, permutation_of(name));
  }
  return r;
}

void print_counts(const std::vector<ClassRow>& rows) {
  // ANDs, depth, degree -> number of classes, number of optimal ones
  std::map<std::array<int, 3>, std::array<int, 2>> counts;
  for (const ClassRow& r : rows) {
    auto& c = counts[{r.products, r.depth, r.degree}];
    c[0]++;
    c[1] += r.optimal();
  }
  std::cout
      << "| ANDs | AND depth | degree | classes | of these optimal |\n|---|---|---|---|---|\n";
  for (const auto& [figures, count] : counts)
    std::cout << "| " << figures[0] << " | " << figures[1] << " | " << figures[2] << " | "
              << count[0] << " | " << count[1] << " |\n";
}

int print_table(const std::vector<ClassRow>& rows) {
  print_counts(rows);
  const auto names = members(rows);
  std::cout << "\n| class | least member | size | inverse in | ANDs | AND depth | degree | "
               "linearity | uniformity | optimal | boxes |\n"
               "|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < rows.size(); i++) {
    const ClassRow& r = rows[i];
    const auto found = names.find(i);
    std::cout << "| " << i << " | `" << to_text(r.least) << "` | " << r.size << " | " << r.inverse
              << " | " << r.products << " | " << r.depth << " | " << r.degree << " | "
              << r.linearity << " | " << r.uniformity << " | " << (r.optimal() ? "yes" : "no")
              << " | " << (found == names.end() ? "-" : found->second) << " |\n";
  }
  return 0;
}

int print_class(const ClassesRequest& q, const std::vector<ClassRow>& rows) {
  const Permutation4 s = permutation_of(q.box);
  const std::size_t i = class_of(rows, s);
  const ClassRow& r = rows[i];
  std::cout << q.box << ": class " << i << " of 302, of which " << to_text(r.least)
            << " is the least member; " << r.products << " ANDs and no fewer, AND depth " << r.depth
            << " and no less; degree " << r.degree << ", linearity " << r.linearity
            << ", differential uniformity " << r.uniformity
            << (r.optimal() ? " (optimal)\n" : "\n");
  if (q.out.empty()) return 0;
  const Box box = find_box(q.box);
  NetlistFile file = file_of(box, "andn", circuit_of(r, s));
  verify(file.netlist, box);
  file.netlist.provenance = {"classes", 0, 0};
  write_netlists(q.out, {file});
  return 0;
}

// Rows that the file has already are kept, so that an interrupted computation continues.
int compute(const ClassesRequest& q) {
  if (sat_solvers().size() < 2) {
    std::cerr << "hedgerow circuit: " << kNoSolvers << "\n";
    return kToolMissing;
  }
  check_writable(q.compute);
  const bool begun = std::filesystem::exists(q.compute);
  std::vector<ClassRow> rows = begun ? read_classes(q.compute) : new_classes();
  write_classes(q.compute, rows);
  find_products(rows, q.seconds, [&](std::size_t i) {
    write_classes(q.compute, rows);
    std::cout << i << " " << to_text(rows[i].least) << ": " << rows[i].products << " ANDs, depth "
              << rows[i].depth << ", no fewer: " << rows[i].fewer << std::endl;
  });
  return 0;
}

}  // namespace

void add_classes(CLI::App& app, Action& action) {
  auto q = std::make_shared<ClassesRequest>();
  auto* c = app.add_subcommand(
      "classes",
      "The affine classes of 4-bit permutations, with their exact AND counts and depths");
  c->add_option("box", q->box, "a name or a file; prints its class");
  c->add_option("-o,--out", q->out, "write a circuit of the box with the fewest ANDs to this file");
  c->add_option("--compute", q->compute,
                "complete this table with two SAT solvers; rows that it already has are kept");
  c->add_option("--seconds", q->seconds,
                "with --compute: time limit of each solver for each question")
      ->check(CLI::Range(1.0, 1e6))
      ->capture_default_str();
  c->callback([q, &action] {
    if (!q->out.empty() && q->box.empty()) throw CLI::ValidationError("--out needs a box");
    if (!q->compute.empty() && !q->box.empty())
      throw CLI::ValidationError("--compute is for the whole table; give it without a box");
    action = [q] {
      if (!q->compute.empty()) return compute(*q);
      const auto rows = read_classes(table_path(kTable));
      return q->box.empty() ? print_table(rows) : print_class(*q, rows);
    };
  });
}

}  // namespace hedgerow::circuit
