// The commands verify, show and list.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "circuit/anneal/anneal.hpp"
#include "circuit/cli/commands.hpp"
#include "circuit/core/cells.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

std::filesystem::path program_folder() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
}

// The source tree of a program in a build folder; "" if the program is installed.
std::filesystem::path source_folder() {
  std::string line;
  std::getline(std::ifstream(program_folder() / "hedgerow-circuit.source") >> std::ws, line);
  return line;
}

// Checks all files even if one is wrong. Returns 1 for a wrong circuit, and 2 for a file that cannot be checked.
int verify_files(const std::vector<std::string>& paths, const std::string& box_name) {
  int status = 0;
  for (const auto& path : netlist_files(paths)) try {
      for (const NetlistFile& f : read_netlists(path)) {
        const Box box = box_of(f, path, box_name);
        const Cost c = cost(f.netlist, find_basis(f.basis));
        try {
          verify(f.netlist, box);
          std::cout << path << ": " << box.name << " " << box.extent() << ", " << c.gates
                    << " gates of " << f.basis << "\n";
        } catch (const Error& e) {
          std::cout << path << ": WRONG: " << e.what() << "\n";
          status = std::max(status, 1);
        }
      }
    } catch (const Error& e) {
      const std::string what = e.what();
      std::cerr << "hedgerow circuit: " << (what.starts_with(path) ? what : path + ": " + what)
                << "\n";
      status = 2;
    }
  return status;
}

// Returns the rows of a table about the circuits of a folder. For this project's circuits it is the project's table;
// otherwise the file in that folder, if there is one.
std::vector<TabRow> rows_beside(const std::string& folder, const std::string& name,
                                std::size_t columns) {
  std::error_code none;
  const bool tree = std::filesystem::equivalent(folder, source_folder() / "src/circuit", none);
  const std::string file = tree ? table_path(name) : folder + "/" + name;
  if (!std::filesystem::exists(file)) return {};
  return read_tab_rows(file, columns);
}

// Reads best_known.tsv of a folder that is shown: box, basis (or `two` for any gates of two inputs), gates, source. A
// figure of a basis is printed only with circuits of this basis.
std::map<std::pair<std::string, std::string>, std::string> known_elsewhere(
    const std::vector<std::string>& paths) {
  std::map<std::pair<std::string, std::string>, std::string> r;
  for (const auto& path : paths)
    for (const auto& [line, f] : rows_beside(path, "best_known.tsv", 4))
      r[{f[0], f[1]}] = f[2] + " [" + f[3] + "]";
  return r;
}

// Prints results of other published methods from baselines.tsv of a folder that is shown: box, method, prime
// implicants, gates, source. `ours` has our numbers of two-input gates by box.
void print_baselines(const std::vector<std::string>& paths,
                     const std::map<std::string, std::string>& ours) {
  bool head = false;
  for (const auto& path : paths)
    for (const auto& [line, f] : rows_beside(path, "baselines.tsv", 5)) {
      if (!head)
        std::cout << "\n| box | published way | prime implicants | gates | ours | source |\n"
                     "|---|---|---|---|---|---|\n";
      head = true;
      const auto own = ours.find(f[0]);
      std::cout << "| " << f[0] << " | " << f[1] << " | " << f[2] << " | " << f[3] << " | "
                << (own == ours.end() ? "-" : own->second) << " | " << f[4] << " |\n";
    }
}

void print_json(const NetlistFile& f, const Cost& c, const CellLibrary& cells) {
  const Provenance& p = f.netlist.provenance;
  const Basis basis = with_cells(find_basis(f.basis), cells);
  const nlohmann::json area =
      basis.kinds.empty() ? nlohmann::json() : nlohmann::json(cost(f.netlist, basis).area);
  std::cout << nlohmann::ordered_json{{"box", f.box},
                                      {"basis", f.basis},
                                      {"inputs", f.netlist.inputs},
                                      {"outputs", f.netlist.outputs.size()},
                                      {"gates", c.gates},
                                      {"nonlinear", nonlinear_gates(f.netlist)},
                                      {"output_nots", c.output_nots},
                                      {"area", area},
                                      {"depth", depth(f.netlist)},
                                      {"and_depth", product_depth(f.netlist)},
                                      {"live", live_values(f.netlist)},
                                      {"method", p.method},
                                      {"seed", p.seed},
                                      {"seconds", p.seconds},
                                      {"tool", p.tool}}
            << "\n";
}

// Formats the smallest and the largest value of `number` over the circuits.
template <class Number>
std::string range_of(const std::vector<NetlistFile>& circuits, Number&& number) {
  auto least = number(circuits[0]), most = least;
  for (const NetlistFile& f : circuits) {
    least = std::min(least, number(f));
    most = std::max(most, number(f));
  }
  std::ostringstream r;
  r << least;
  if (most != least) r << " to " << most;
  return r.str();
}

// Prints a row of the table for one circuit, or the ranges of several circuits over one basis.
void print_row(const std::string& name, const std::vector<NetlistFile>& circuits,
               const std::string& elsewhere, const CellLibrary& cells) {
  const auto cost_of = [&](const NetlistFile& f) {
    return cost(f.netlist, with_cells(find_basis(f.basis), cells));
  };
  const auto column = [&](auto&& number) { std::cout << " | " << range_of(circuits, number); };
  std::cout << "| " << name << " | " << circuits[0].basis;
  column([&](const NetlistFile& f) { return cost_of(f).gates; });
  column([&](const NetlistFile& f) { return nonlinear_gates(f.netlist); });
  column([&](const NetlistFile& f) { return cost_of(f).output_nots; });
  if (find_basis(circuits[0].basis).kinds.empty())
    std::cout << " | -";
  else
    column([&](const NetlistFile& f) { return cost_of(f).area; });
  column([](const NetlistFile& f) { return depth(f.netlist); });
  column([](const NetlistFile& f) { return live_values(f.netlist); });
  column([](const NetlistFile& f) { return f.netlist.provenance.method; });
  column([](const NetlistFile& f) { return f.netlist.provenance.seed; });
  column([](const NetlistFile& f) { return f.netlist.provenance.seconds; });
  std::cout << " | " << (elsewhere.empty() ? "-" : elsewhere) << " |\n";
}

struct ShowRequest {
  std::vector<std::string> paths;
  std::string box, cells;
  bool json = false;
};

constexpr std::size_t kMostRows = 16;  // a file with more circuits than this becomes one row

int show_files(const ShowRequest& q) {
  const CellLibrary cells = q.cells.empty() ? default_cells() : read_cells(q.cells);
  if (!q.cells.empty())  // fails before any output if an area is missing
    for (const auto& path : netlist_files(q.paths))
      for (const NetlistFile& f : read_netlists(path)) with_cells(find_basis(f.basis), cells);
  auto known = known_elsewhere(q.paths);
  std::map<std::string, std::string> ours;  // over the basis that counts NOTs, if there is one
  if (!q.json)
    std::cout
        << "| box | basis | gates | nonlinear | output NOTs | area | depth | live | method | seed "
           "| "
           "seconds | best known elsewhere |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& path : netlist_files(q.paths)) {
    std::vector<NetlistFile> circuits = read_netlists(path);
    std::erase_if(circuits, [&](const NetlistFile& f) { return !f.box.starts_with(q.box); });
    if (circuits.size() > kMostRows && !q.json) {
      print_row(circuits.front().box + " to " + circuits.back().box + " (" +
                    std::to_string(circuits.size()) + ")",
                circuits, "", cells);
      continue;
    }
    for (const NetlistFile& f : circuits) {
      const Cost c = cost(f.netlist, find_basis(f.basis));
      if (q.json) {
        print_json(f, c, cells);
        continue;
      }
      if (f.basis == "and-or-xor-not" || f.basis == "andn")
        ours.emplace(f.box,
                     std::to_string(c.gates) + " " + f.basis +
                         (c.output_nots ? ", " + std::to_string(c.output_nots) + " NOTs" : ""));
      const std::string own = known[{f.box, f.basis}];
      print_row(f.box, {f},
                own.empty() && find_basis(f.basis).fan_in == 2 ? known[{f.box, "two"}] : own,
                cells);
    }
  }
  if (!q.json) print_baselines(q.paths, ours);
  return 0;
}

}  // namespace

std::string circuits_folder() {
  const auto installed = program_folder() / HR_CIRCUITS_FROM_PROGRAM;
  for (const auto& folder : {installed.lexically_normal(), source_folder() / "src/circuit"})
    if (std::filesystem::is_directory(folder)) return folder.string();
  throw Error("no circuits are installed; give a file or folder");
}

std::string table_path(const std::string& name) {
  const std::string folder = circuits_folder();
  const auto source = source_folder();
  if (folder != source / "src/circuit") return folder + "/" + name;
  const auto exact = source / "circuit/exact" / name;
  return std::filesystem::exists(exact) ? exact : source / "circuit/search" / name;
}

void add_verify(CLI::App& app, Action& action) {
  auto q = std::make_shared<ShowRequest>();
  auto* c = app.add_subcommand("verify", "Check that circuits compute their boxes on all inputs");
  c->add_option("netlist", q->paths, "gate files, or folders with such files")->required();
  c->add_option("--box", q->box, "the box, if you do not trust the header of the file");
  c->callback([q, &action] { action = [q] { return verify_files(q->paths, q->box); }; });
}

void add_show(CLI::App& app, Action& action) {
  auto q = std::make_shared<ShowRequest>();
  auto* c = app.add_subcommand("show", "Show the costs and the origin of circuits");
  c->add_option("netlist", q->paths,
                "files of netlists, or folders; default: the circuits of this installation");
  c->add_option("--box", q->box, "only boxes with names that begin with this text");
  c->add_option("--cells", q->cells,
                "areas of cells: a file like circuit/core/cells.tsv, or Liberty");
  c->add_flag("--json", q->json, "print one JSON object per line");
  c->callback([q, &action] {
    action = [q] {
      if (q->paths.empty()) q->paths = {circuits_folder()};
      return show_files(*q);
    };
  });
}

void add_list(CLI::App& app, Action& action) {
  auto q = std::make_shared<ShowRequest>();
  auto* c =
      app.add_subcommand("list", "List circuits by box and basis, with their gates and files");
  c->add_option("netlist", q->paths,
                "files of netlists, or folders; default: the circuits of this installation");
  c->add_option("--box", q->box, "only boxes with names that begin with this text");
  c->callback([q, &action] {
    action = [q] {
      if (q->paths.empty()) q->paths = {circuits_folder()};
      for (const auto& path : netlist_files(q->paths))
        for (const NetlistFile& f : read_netlists(path))
          if (f.box.starts_with(q->box))
            std::cout << f.box << " " << f.basis << " "
                      << cost(f.netlist, find_basis(f.basis)).gates << " " << path << "\n";
      return 0;
    };
  });
}

}  // namespace hedgerow::circuit
