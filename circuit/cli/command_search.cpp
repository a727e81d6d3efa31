// search: looks for a circuit of a box and writes the best one, even if you interrupt it.
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

#include "circuit/anneal/objective.hpp"
#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/matrix.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

struct SearchRequest {
  std::string box, out, cells;
  SearchOptions options;
};

Merit merit_of(const SearchOptions& options) {
  return [&options, wanted = find_objectives(options.objective)](const NetlistFile& f) {
    return merit(f.netlist, with_cells(find_basis(f.basis), options.cells), wanted,
                 options.most_gates);
  };
}

// Limits the memory. An allocation beyond the limit fails, and the search ends with its best circuit.
void bound_memory(std::uint64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit)) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
  setrlimit(RLIMIT_DATA, &limit);
}

// Returns the name of one file of a Pareto front. For example, present.gates with the figures 4 and 9 becomes
// present.nonlinear-4.depth-9.gates.
std::string path_of(const std::string& out, const std::vector<const Objective*>& wanted,
                    const std::vector<double>& figures) {
  const std::filesystem::path path(out);
  std::ostringstream name;
  name << path.stem().string();
  for (std::size_t i = 0; i < wanted.size(); i++)
    name << "." << wanted[i]->name << "-" << figures[i];
  name << path.extension().string();
  return (path.parent_path() / name.str()).string();
}

// Prints the Pareto front as a table, and writes a file for each of its circuits.
int run_front(const SearchRequest& q, const Box& box, const Basis& basis) {
  const auto wanted = find_objectives(q.options.objective);
  int status = 0;
  bool head = false;
  for (const Netlist& n : search_front(box, q.options)) {
    if (!head)
      std::cout << "| " << wanted[0]->name << " | " << wanted[1]->name
                << " | gates | output NOTs | seed | file |\n|---|---|---|---|---|---|\n";
    head = true;
    const Cost c = cost(n, basis);
    const std::vector<double> figures = merit(n, basis, wanted);
    const std::string path = q.out.empty() ? "" : path_of(q.out, wanted, figures);
    std::cout << "| " << figures[0] << " | " << figures[1] << " | " << c.gates << " | "
              << c.output_nots << " | " << n.provenance.seed << " | " << (path.empty() ? "-" : path)
              << " |\n";
    if (!path.empty())
      status = std::max(status, keep(path, file_of(box, basis.name, n), merit_of(q.options)));
  }
  return status;
}

int run_one(const SearchRequest& q, const Box& box, const Basis& basis) {
  const NetlistFile file = file_of(box, basis.name, search(box, q.options));
  const Cost c = cost(file.netlist, basis);
  std::cout << box.name << " " << basis.name << ": " << c.gates << " gates, " << c.output_nots
            << " output NOTs, depth " << depth(file.netlist) << ", seed "
            << file.netlist.provenance.seed << ", " << file.netlist.provenance.seconds << " s\n";
  return q.out.empty() ? 0 : keep(q.out, file, merit_of(q.options));
}

int run(SearchRequest q) {
  const Box box = find_box(q.box);
  if (!q.cells.empty()) q.options.cells = read_cells(q.cells);
  const Basis basis = with_cells(find_basis(q.options.basis), q.options.cells);
  find_objectives(q.options.objective);
  // --pareto puts figures into the name.
  q.options.pareto ? check_writable(q.out) : check_takes(q.out, box, basis.name);
  check_writable(q.options.checkpoint);
  if (!q.options.memory) q.options.memory = quarter_of_memory();
  bound_memory(q.options.memory);
  q.options.interrupted = &interruption();
  try {
    const int status = q.options.pareto ? run_front(q, box, basis) : run_one(q, box, basis);
    if (!interruption()) return status;
    std::cerr << "hedgerow circuit: interrupted; this is the best so far\n";
  } catch (const Error& e) {
    if (!interruption()) throw;
    std::cerr << "hedgerow circuit: interrupted; " << e.what() << "\n";
  }
  return kInterrupted;
}

template <class List, class Name>
std::string names_of(const List& list, Name&& name, const char* between = ", ") {
  std::string r;
  for (const auto& x : list) r += (r.empty() ? "" : between) + std::string(name(x));
  return r;
}

}  // namespace

const std::atomic<bool>& interruption() {
  static std::atomic<bool> interrupted = false;
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::signal(SIGINT, [](int) { interrupted = true; });
  return interrupted;
}

int keep(const std::string& path, const NetlistFile& file, const Merit& merit) {
  try {
    if (!write_if_better(path, file, merit))
      std::cout << path << " keeps its circuit, which is as good or better\n";
    return 0;
  } catch (const std::exception& e) {
    std::cerr << "hedgerow circuit: " << e.what() << "; the circuit follows on standard output\n";
    std::cout << to_gates({file});
    return exit_status(e);
  }
}

// Adds the options that say which box to search for, and how.
static void add_subject(CLI::App* c, SearchRequest* q) {
  SearchOptions& o = q->options;
  c->add_option("box", q->box,
                "a file or a name; you can join several boxes of a cipher by + (kalyna:0+1): " +
                    names_of(box_names(), [](auto& n) { return n; }) +
                    "; linear maps: " + names_of(matrix_names(), [](auto& n) { return n; }))
      ->required();
  c->add_option("--basis", o.basis,
                "gate set: " + names_of(bases(), [](auto& b) { return b.name; }))
      ->capture_default_str();
  c->add_option(
       "--method", o.method,
       "search method. " +
           names_of(
               methods(), [](auto& m) { return std::string(m.name) + ": " + m.what; }, "; "))
      ->capture_default_str();
  c->add_option(
       "--objective", o.objective,
       "figure to minimise, or two separated by a comma (the second decides between circuits that "
       "are equal in the first). " +
           names_of(
               objectives(), [](auto& x) { return std::string(x.name) + ": " + x.what; }, "; "))
      ->capture_default_str();
  c->add_flag(
      "--pareto", o.pareto,
      "with two objectives: find every circuit that cannot be improved in one figure without "
      "losing in the other; --out gets one file per circuit, with the figures in its name");
  c->add_option(
      "--cells", q->cells,
      "areas of cells for the objective area: a file like circuit/core/cells.tsv, or Liberty");
}

void add_search(CLI::App& app, Action& action) {
  auto q = std::make_shared<SearchRequest>();
  SearchOptions& o = q->options;
  o.method = "auto";
  auto* c = app.add_subcommand("search", "Search for a circuit of your S-box or linear map");
  add_subject(c, q.get());
  c->add_option("--seed", o.seed, "random seed of the first run")->capture_default_str();
  c->add_option("--runs", o.runs, "number of restarts; 0: until the time is over")
      ->capture_default_str();
  c->add_option("--seconds", o.seconds, "time limit; 0: no limit")->check(CLI::Range(0.0, 1e9));
  c->add_option("--threads", o.threads, "number of parallel runs")->check(CLI::Range(1, 1024));
  c->add_option("--effort", o.effort, "1 (fast) to 4 (thorough)")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  c->add_option(
       "--most-gates", o.most_gates,
       "use a circuit with more gates only if no smaller one is found; for --objective depth or "
       "nonlinear")
      ->check(CLI::PositiveNumber);
  c->add_option("--enough", o.enough, "stop when the objective reaches this value")
      ->check(CLI::NonNegativeNumber);
  c->add_option("--memory", o.memory,
                "memory limit, for example 500M or 2G; the search then ends with its best circuit. "
                "Default: a quarter of your machine's memory")
      ->transform(CLI::AsSizeValue(false));
  c->add_option("--checkpoint", o.checkpoint,
                "file for the state of the search, from which you can continue later");
  c->add_option("-o,--out", q->out, "output file; an existing circuit that is as good is kept");
  c->add_flag("--dump-steps", o.dump_steps, "print each step of each run on standard error");
  c->callback([q, c, &action] {
    SearchOptions& options = q->options;
    if (options.seconds > 0 && c->count("--runs") == 0) options.runs = 0;
    if (options.runs == 0 && options.seconds <= 0)
      throw CLI::ValidationError("--runs 0 needs --seconds");
    if (options.pareto && !options.checkpoint.empty())
      throw CLI::ValidationError("--pareto cannot be combined with --checkpoint");
    options.progress = isatty(STDERR_FILENO) && !options.dump_steps;
    action = [q] { return run(*q); };
  });
}

}  // namespace hedgerow::circuit
