// emit and prove.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "emit.hpp"
#include "error.hpp"
#include "prove.hpp"

namespace hedgerow::circuit {
namespace {

struct EmitRequest {
  std::string path, out;
  EmitOptions options;
};
struct ProveRequest {
  std::vector<std::string> paths;
  std::string tool;
  std::uint64_t seed = 1;
};

int run_prove(const ProveRequest& q) {
  int status = 0;
  for (const auto& path : q.paths) {
    const NetlistFile file = read_blif(path);
    const ProofResult r = prove(file, find_box(file.box), q.tool, q.seed);
    if (r.proof == Proof::kNoTool) {
      std::cerr << "SKIPPED " << path << ": NOT proven: " << r.detail << "\n";
      status = std::max(status, 3);
      continue;
    }
    std::cout << path << ": " << (r.proof == Proof::kProven ? "proven" : "WRONG") << " ("
              << r.detail << ")\n";
    if (r.proof == Proof::kWrong) status = 1;
  }
  return status;
}

}  // namespace

void add_emit(CLI::App& app, Action& action) {
  auto q = std::make_shared<EmitRequest>();
  auto* c = app.add_subcommand("emit", "Source text of a netlist");
  c->add_option("netlist", q->path, "BLIF file")->required();
  c->add_option("--target", q->options.target, "language")->check(CLI::IsMember(emit_targets()));
  c->add_option("--function", q->options.function, "its name");
  c->add_option("--word", q->options.word, "bits of a word, for c")->capture_default_str();
  c->add_option("-o,--out", q->out, "file; default standard output");
  c->callback([q, &action] {
    action = [q] {
      const NetlistFile file = read_blif(q->path);
      const std::string text = emit(file, q->options);
      if (q->out.empty())
        std::cout << text;
      else
        write_file(q->out, text);
      return 0;
    };
  });
}

void add_prove(CLI::App& app, Action& action) {
  auto q = std::make_shared<ProveRequest>();
  auto* c = app.add_subcommand("prove", "Prove netlists with ABC, and refute a mutant of each");
  c->add_option("netlist", q->paths, "BLIF files")->required();
  c->add_option("--tool", q->tool, "path of ABC");
  c->add_option("--seed", q->seed, "of the mutant")->capture_default_str();
  c->callback([q, &action] { action = [q] { return run_prove(*q); }; });
}

}  // namespace hedgerow::circuit
