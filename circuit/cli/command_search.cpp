// search: looks for a circuit of a box and writes the best one, also where it is interrupted.
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

// An allocation beyond the bound fails, and ends the search with what it has.
void bound_memory(std::uint64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit)) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
  setrlimit(RLIMIT_DATA, &limit);
}

// present.gates of the figures 4 and 9: present.nonlinear-4.depth-9.gates.
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

// The front as a table, and a file for each circuit of it.
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
  check_writable(q.out);
  check_writable(q.options.checkpoint);
  if (std::filesystem::is_regular_file(q.out)) read_netlists(q.out);
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
std::string names_of(const List& list, Name&& name) {
  std::string r;
  for (const auto& x : list) r += (r.empty() ? "" : ", ") + std::string(name(x));
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
    return 2;
  }
}

// What to search, and how.
static void add_subject(CLI::App* c, SearchRequest* q) {
  SearchOptions& o = q->options;
  c->add_option("box", q->box,
                "a file, or a name, several of one cipher joined by + (kalyna:0+1): " +
                    names_of(box_names(), [](auto& n) { return n; }) +
                    "; linear maps: " + names_of(matrix_names(), [](auto& n) { return n; }))
      ->required();
  c->add_option("--basis", o.basis,
                "gate set: " + names_of(bases(), [](auto& b) { return b.name; }))
      ->capture_default_str();
  c->add_option(
       "--method", o.method,
       "how to search. " +
           names_of(methods(), [](auto& m) { return std::string(m.name) + ": " + m.what; }))
      ->capture_default_str();
  c->add_option(
       "--objective", o.objective,
       "what is to be small; two with a comma: the second among equals of the first. " +
           names_of(objectives(), [](auto& x) { return std::string(x.name) + ": " + x.what; }))
      ->capture_default_str();
  c->add_flag(
      "--pareto", o.pareto,
      "with two objectives: all circuits that no other is as good as in both; --out names a "
      "file for each by its figures");
  c->add_option(
      "--cells", q->cells,
      "what area counts: a file of cells and areas (as circuit/core/cells.tsv), or Liberty");
}

void add_search(CLI::App& app, Action& action) {
  auto q = std::make_shared<SearchRequest>();
  SearchOptions& o = q->options;
  o.method = "auto";
  auto* c = app.add_subcommand("search", "Search for a circuit of an S-box");
  add_subject(c, q.get());
  c->add_option("--seed", o.seed, "of the first run")->capture_default_str();
  c->add_option("--runs", o.runs, "restarts; 0: until the time is over")->capture_default_str();
  c->add_option("--seconds", o.seconds, "time budget; 0: none")->check(CLI::Range(0.0, 1e9));
  c->add_option("--threads", o.threads, "runs at a time")->check(CLI::Range(1, 1024));
  c->add_option("--effort", o.effort, "1 (quick) to 4")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  c->add_option(
       "--most-gates", o.most_gates,
       "a limit: circuits of more gates count only where none has fewer. With --objective depth "
       "or nonlinear")
      ->check(CLI::PositiveNumber);
  c->add_option("--enough", o.enough, "end when the objective's figure is so small")
      ->check(CLI::NonNegativeNumber);
  c->add_option("--memory", o.memory,
                "bound, as 500M or 2G; the best circuit is kept when it is reached. Default: a "
                "quarter of the machine's")
      ->transform(CLI::AsSizeValue(false));
  c->add_option("--checkpoint", o.checkpoint, "file to keep the state in, and go on from");
  c->add_option("-o,--out", q->out, "file; a circuit there that is as good stays");
  c->add_flag("--dump-steps", o.dump_steps, "each step of each run on standard error");
  c->callback([q, c, &action] {
    SearchOptions& options = q->options;
    if (options.seconds > 0 && c->count("--runs") == 0) options.runs = 0;
    if (options.runs == 0 && options.seconds <= 0)
      throw CLI::ValidationError("--runs 0 needs --seconds");
    if (options.pareto && !options.checkpoint.empty())
      throw CLI::ValidationError("--pareto keeps no checkpoint");
    options.progress = isatty(STDERR_FILENO) && !options.dump_steps;
    action = [q] { return run(*q); };
  });
}

}  // namespace hedgerow::circuit
