// The commands emit and prove.
#include <algorithm>
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/emit/emit.hpp"
#include "circuit/verify/prove.hpp"

namespace hedgerow::circuit {
namespace {

struct EmitRequest {
  std::string path, box, out;
  EmitOptions options;
};
struct ProveRequest {
  std::vector<std::string> paths;
  std::string tool;
  std::uint64_t seed = 1;
};

bool is_known(const std::string& box) {
  try {
    return find_box(box).inputs > 0;
  } catch (const Error&) {
    return false;
  }
}

int tell(const ProofResult& r, const std::string& name) {
  if (r.proof == Proof::kNoTool) {
    std::cerr << "SKIPPED " << name << ": NOT proven: " << r.detail << "\n";
    return kToolMissing;
  }
  std::cout << name << ": " << (r.proof == Proof::kProven ? "proven" : "WRONG") << " (" << r.detail
            << ")" << std::endl;
  return r.proof == Proof::kProven ? 0 : kWrongCircuit;
}

int run_prove(const ProveRequest& q) {
  constexpr std::size_t kAtOnce = 32;
  int status = 0;
  bool wrong = false;
  for (const auto& path : netlist_files(q.paths)) {
    const auto files = read_netlists(path);
    for (std::size_t first = 0; first < files.size(); first += kAtOnce) {
      std::vector<Claim> claims;
      for (std::size_t i = first; i < std::min(files.size(), first + kAtOnce); i++)
        claims.push_back({files[i], box_of(files[i], path)});
      const auto results = prove(claims, q.tool, q.seed);
      for (std::size_t i = 0; i < claims.size(); i++) {
        const int of_claim = tell(results[i], path + ": " + claims[i].file.box);
        wrong = wrong || of_claim == kWrongCircuit;
        status = std::max(status, of_claim);
      }
    }
  }
  return wrong ? kWrongCircuit : status;
}

}  // namespace

void check_circuit(const NetlistFile& f, const std::string& path) {
  Box box;
  try {
    box = box_of(f, path);
  } catch (const Error&) {
    if (!f.table.empty() || is_known(f.box)) throw;
    std::cerr << "hedgerow circuit: NOT verified: there is no box or file "
              << (f.box.empty() ? "in the netlist" : f.box) << "\n";
    return;
  }
  verify(f.netlist, box);
}

void add_emit(CLI::App& app, Action& action) {
  auto q = std::make_shared<EmitRequest>();
  auto* c =
      app.add_subcommand("emit", "Write a circuit as source text in the language of your choice");
  c->add_option("netlist", q->path, "gate file")->required();
  c->add_option("--box", q->box, "only the circuit of this box");
  c->add_option("--target", q->options.target, "language")->check(CLI::IsMember(emit_targets()));
  c->add_option("--function", q->options.function,
                "name of the function; default: the name of the box");
  c->add_option("--word", q->options.word, "word size in bits, for c and isw-c")
      ->capture_default_str();
  c->add_option("-o,--out", q->out, "output file; default: standard output");
  c->callback([q, &action] {
    action = [q] {
      const std::vector<NetlistFile> circuits =
          q->box.empty() ? read_netlists(q->path)
                         : std::vector<NetlistFile>{read_netlist(q->path, q->box)};
      for (const NetlistFile& f : circuits) check_circuit(f, q->path);
      const std::string text = emit(circuits, q->options);
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
  auto* c = app.add_subcommand(
      "prove", "Prove circuits with ABC, and check that it refutes a mutant of each");
  c->add_option("netlist", q->paths, "gate files, or folders with such files")->required();
  c->add_option("--tool", q->tool, "path of ABC, if it is not on your PATH");
  c->add_option("--seed", q->seed, "seed that selects the mutant")->capture_default_str();
  c->callback([q, &action] { action = [q] { return run_prove(*q); }; });
}

}  // namespace hedgerow::circuit
