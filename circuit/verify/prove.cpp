// Writes a box, its circuit and a mutant as BLIF, and interprets the output of ABC.
#include "circuit/verify/prove.hpp"

#include <cstring>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/random.hpp"
#include "circuit/read/blif.hpp"
#include "circuit/verify/abc.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char *kBetween = "then_the_mutant", *kAfter = "then_the_next_circuit";

enum class Verdict { kEquivalent, kDifferent, kUnclear };

Verdict verdict_of(const std::string& said) {
  if (said.find("Networks are equivalent") != std::string::npos) return Verdict::kEquivalent;
  if (said.find("NOT EQUIVALENT") != std::string::npos) return Verdict::kDifferent;
  return Verdict::kUnclear;
}

ProofResult result_of(const std::string& tool, const std::string& of_circuit,
                      const std::string& of_mutant) {
  const Verdict right = verdict_of(of_circuit), wrong = verdict_of(of_mutant);
  if (right == Verdict::kUnclear) throw Error(tool + " said: " + of_circuit);
  if (right == Verdict::kDifferent) return {Proof::kWrong, tool + ": not equivalent"};
  if (wrong != Verdict::kDifferent)
    return {Proof::kWrong, tool + " did not refute a mutant: " + of_mutant};
  return {Proof::kProven, tool + ": equivalent to the table; a mutant refuted"};
}

// Returns the commands for ABC that check a claim. The names of the files begin with `path`.
std::string comparisons(const Claim& c, const std::string& path, std::uint64_t seed) {
  NetlistFile other = c.file;
  other.netlist = mutant(c.file.netlist, c.box, seed);
  other.basis = "lut3";  // because a mutated gate is rarely in the basis
  const std::string table = path + ".table.blif";
  write_file(table, table_blif(c.box));
  const auto compare = [&](const NetlistFile& f, const std::string& name) {
    write_file(name, to_blif(f));
    return "cec -n " + name + " " + table + "; ";
  };
  return compare(c.file, path + ".circuit.blif") + "echo " + kBetween + "; " +
         compare(other, path + ".mutant.blif") + "echo " + kAfter + "; ";
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
    if (g.table == 0) continue;  // ABC rejects a gate that has inputs and no rows
    try {
      verify(r, box);
    } catch (const Error&) {
      return r;
    }
  }
  throw Error("no mutant found");
}

std::vector<ProofResult> prove(const std::vector<Claim>& claims, const std::string& wanted,
                               std::uint64_t seed) {
  const std::string tool = find_abc(wanted);
  const TemporaryFolder folder;
  std::vector<ProofResult> r;
  std::vector<std::size_t> asked;
  std::string script;
  for (const Claim& c : claims) {
    if (c.box
            .linear()) {  // comparing sums of inputs is a proof, and parities are hard for SAT solvers
      verify(c.file.netlist, c.box);
      mutant(c.file.netlist, c.box, seed);
      r.push_back({Proof::kProven, "as sums of the inputs; a mutant refuted"});
    } else if (tool.empty()) {
      r.push_back({Proof::kNoTool, std::string(kNoAbc)});
    } else {
      script += comparisons(c, folder.path / std::to_string(r.size()), seed);
      asked.push_back(r.size());
      r.push_back({Proof::kWrong, ""});
    }
  }
  if (asked.empty()) return r;
  const std::string said = run_abc(tool, script);
  std::size_t at = 0;
  const auto up_to = [&](const char* mark) {
    const std::size_t end = said.find(mark, at);
    if (end == std::string::npos) throw Error(tool + " said: " + said.substr(at));
    const std::string part = said.substr(at, end - at);
    at = end + std::strlen(mark);
    return part;
  };
  for (const std::size_t i : asked) {
    const std::string circuit = up_to(kBetween);
    r[i] = result_of(tool, circuit, up_to(kAfter));
  }
  return r;
}

ProofResult prove(const NetlistFile& file, const Box& box, const std::string& wanted,
                  std::uint64_t seed) {
  return prove({{file, box}}, wanted, seed)[0];
}

}  // namespace hedgerow::circuit
