#include "prove.hpp"

#include <sstream>

#include "abc.hpp"
#include "blif.hpp"
#include "error.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kBetween = "then_the_mutant";

enum class Verdict { kEquivalent, kDifferent, kUnclear };

Verdict verdict_of(const std::string& said) {
  if (said.find("Networks are equivalent") != std::string::npos) return Verdict::kEquivalent;
  if (said.find("NOT EQUIVALENT") != std::string::npos) return Verdict::kDifferent;
  return Verdict::kUnclear;
}

}  // namespace

std::string table_blif(const Box& box) {
  std::ostringstream out;
  out << ".model table\n.inputs";
  for (int i = 0; i < box.inputs; i++) out << " x" << i;
  out << "\n.outputs";
  for (std::size_t o = 0; o < box.outputs.size(); o++) out << " y" << o;
  for (std::size_t o = 0; o < box.outputs.size(); o++) {
    out << "\n.names";
    for (int i = 0; i < box.inputs; i++) out << " x" << i;
    out << " y" << o;
    for (unsigned x = 0; x < (unsigned)box.entries(); x++) {
      if (!box.outputs[o].at(x)) continue;
      out << "\n";
      for (int i = 0; i < box.inputs; i++) out << (x >> i & 1);
      out << " 1";
    }
  }
  out << "\n.end\n";
  return out.str();
}

Netlist mutant(const Netlist& n, const Box& box, std::uint64_t seed) {
  Random random(seed);
  for (int tries = 0; tries < 1000 && !n.gates.empty(); tries++) {
    Netlist r = n;
    Gate& g = r.gates[random.below(r.gates.size())];
    const unsigned cell = (unsigned)random.below(std::size_t{1} << g.fan_in);
    for (unsigned x = cell; x < 8; x += 1u << g.fan_in) g.table ^= (std::uint8_t)(1u << x);
    if (g.table == 0) continue;  // ABC reads no gate that has inputs and no rows
    try {
      verify(r, box);
    } catch (const Error&) {
      return r;
    }
  }
  throw Error("no mutant found");
}

ProofResult prove(const NetlistFile& file, const Box& box, const std::string& wanted,
                  std::uint64_t seed) {
  if (box.linear()) {  // comparing sums of inputs is a proof; SAT solvers find parities hard
    verify(file.netlist, box);
    mutant(file.netlist, box, seed);
    return {Proof::kProven, "as sums of the inputs; a mutant refuted"};
  }
  const std::string tool = find_abc(wanted);
  if (tool.empty()) return {Proof::kNoTool, std::string(kNoAbc)};
  const TemporaryFolder folder;
  NetlistFile other = file;
  other.netlist = mutant(file.netlist, box, seed);
  write_file(folder.path / "table.blif", table_blif(box));
  write_file(folder.path / "circuit.blif", to_blif(file));
  other.basis = "lut3";  // a mutated gate is hardly one of the basis
  write_file(folder.path / "mutant.blif", to_blif(other));
  // Both in one run of ABC, which takes longer to start than to compare a small box.
  const auto compare = [&](const char* name) {
    return "cec -n " + (folder.path / name).string() + " " + (folder.path / "table.blif").string();
  };
  const std::string said =
      run_abc(tool, compare("circuit.blif") + "; echo " + kBetween + "; " + compare("mutant.blif"));
  const auto between = said.find(kBetween);
  if (between == std::string::npos) throw Error(tool + " said: " + said);
  const Verdict right = verdict_of(said.substr(0, between)),
                wrong = verdict_of(said.substr(between));
  if (right == Verdict::kUnclear) throw Error(tool + " said: " + said);
  if (right == Verdict::kDifferent) return {Proof::kWrong, tool + ": not equivalent"};
  if (wrong != Verdict::kDifferent)
    return {Proof::kWrong, tool + " did not refute a mutant: " + said.substr(between)};
  return {Proof::kProven, tool + ": equivalent to the table; a mutant refuted"};
}

}  // namespace hedgerow::circuit
