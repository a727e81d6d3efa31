#include "prove.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "error.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

namespace fs = std::filesystem;

std::string find_tool(const std::string& wanted) {
  if (!wanted.empty()) return access(wanted.c_str(), X_OK) == 0 ? wanted : "";
  const char* path = std::getenv("PATH");
  for (const char* name : {"berkeley-abc", "yosys-abc", "abc"}) {
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  }
  return "";
}

struct Folder {  // a fresh one, removed at the end
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "hedgerow-prove-XXXXXX").string();
    if (!mkdtemp(name.data())) throw Error("cannot make a folder for the proof");
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

enum class Verdict { kEquivalent, kDifferent, kUnclear };

// The file names have no quotes or blanks: they are in our own folder.
Verdict compare(const std::string& tool, const fs::path& a, const fs::path& b, std::string* said) {
  const std::string command =
      "'" + tool + "' -q 'cec -n " + a.string() + " " + b.string() + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw Error("cannot run " + tool);
  said->clear();
  std::array<char, 512> text;
  while (std::fgets(text.data(), (int)text.size(), pipe)) *said += text.data();
  pclose(pipe);
  if (said->find("Networks are equivalent") != std::string::npos) return Verdict::kEquivalent;
  if (said->find("NOT EQUIVALENT") != std::string::npos) return Verdict::kDifferent;
  return Verdict::kUnclear;
}

std::string rows_blif(const Box& box) {  // each output by itself, one input more a net
  std::ostringstream out;
  for (std::size_t o = 0; o < box.rows.size(); o++) {
    std::string sum, y = "y" + std::to_string(o);
    for (std::size_t i = 0; i < box.rows[o].size(); i++) {
      if (!box.rows[o][i]) continue;
      const std::string x = "x" + std::to_string(i), next = y + "_" + std::to_string(i);
      out << "\n.names " << (sum.empty() ? "" : sum + " ") << x << " " << next
          << (sum.empty() ? "\n1 1" : "\n10 1\n01 1");
      sum = next;
    }
    out << "\n.names " << sum << " " << y << "\n1 1";
  }
  return out.str();
}

}  // namespace

std::string table_blif(const Box& box) {
  std::ostringstream out;
  out << ".model table\n.inputs";
  for (int i = 0; i < box.inputs; i++) out << " x" << i;
  out << "\n.outputs";
  for (std::size_t o = 0; o < box.output_count(); o++) out << " y" << o;
  if (box.linear()) out << rows_blif(box);
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
  const std::string tool = find_tool(wanted);
  if (tool.empty()) return {Proof::kNoTool, "no ABC (Debian: berkeley-abc)"};
  const Folder folder;
  NetlistFile other = file;
  other.netlist = mutant(file.netlist, box, seed);
  write_file(folder.path / "table.blif", table_blif(box));
  write_file(folder.path / "circuit.blif", to_blif(file));
  other.basis = "lut3";  // a mutated gate is hardly one of the basis
  write_file(folder.path / "mutant.blif", to_blif(other));
  std::string said;
  const Verdict right =
      compare(tool, folder.path / "circuit.blif", folder.path / "table.blif", &said);
  if (right == Verdict::kUnclear) throw Error(tool + " said: " + said);
  if (right == Verdict::kDifferent) return {Proof::kWrong, tool + ": not equivalent"};
  const Verdict wrong =
      compare(tool, folder.path / "mutant.blif", folder.path / "table.blif", &said);
  if (wrong != Verdict::kDifferent)
    return {Proof::kWrong, tool + " did not refute a mutant: " + said};
  return {Proof::kProven, tool + ": equivalent to the table; a mutant refuted"};
}

}  // namespace hedgerow::circuit
