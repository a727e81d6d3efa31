#include <unistd.h>

#include <iostream>
#include <memory>

#include "commands.hpp"
#include "netlist_file.hpp"
#include "search.hpp"

namespace hedgerow::circuit {
namespace {

struct SearchRequest {
  std::string box, out;
  SearchOptions options;
};

int run(const SearchRequest& q) {
  const Box box = find_box(q.box);
  const Basis& basis = find_basis(q.options.basis);
  const NetlistFile file{box.name, digest(box), basis.name, search(box, q.options)};
  const Cost c = cost(file.netlist, basis);
  std::cout << box.name << " " << basis.name << ": " << c.gates << " gates, " << c.output_nots
            << " output NOTs, depth " << depth(file.netlist) << ", seed "
            << file.netlist.provenance.seed << ", " << file.netlist.provenance.seconds << " s\n";
  if (!q.out.empty() && !write_if_better(q.out, file))
    std::cout << q.out << " keeps its circuit, which is as good or better\n";
  return 0;
}

}  // namespace

void add_search(CLI::App& app, Action& action) {
  auto q = std::make_shared<SearchRequest>();
  SearchOptions& o = q->options;
  auto* c = app.add_subcommand("search", "Search for a circuit of an S-box");
  c->add_option("box", q->box, "name (kalyna:0+1, kuznyechik:inv, ...) or file")->required();
  c->add_option("--basis", o.basis, "gate set")->capture_default_str();
  c->add_option("--method", o.method, "how to search")->capture_default_str();
  c->add_option("--seed", o.seed, "of the first run")->capture_default_str();
  c->add_option("--runs", o.runs, "restarts; 0: until the time is over")->capture_default_str();
  c->add_option("--seconds", o.seconds, "time budget; 0: none");
  c->add_option("--threads", o.threads, "runs at a time")->check(CLI::Range(1, 1024));
  c->add_option("--effort", o.effort, "1 (quick) to 4")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  c->add_option("--checkpoint", o.checkpoint, "file to keep the state in, and go on from");
  c->add_option("-o,--out", q->out, "file; a circuit there that is as good stays");
  c->add_flag("--dump-steps", o.dump_steps, "each step of each run on standard error");
  c->callback([q, c, &action] {
    SearchOptions& options = q->options;
    if (options.seconds > 0 && c->count("--runs") == 0) options.runs = 0;
    if (options.runs == 0 && options.seconds <= 0)
      throw CLI::ValidationError("--runs 0 needs --seconds");
    options.progress = isatty(STDERR_FILENO) && !options.dump_steps;
    action = [q] { return run(*q); };
  });
}

}  // namespace hedgerow::circuit
