// Chooses the format of a file, and replaces a file only by a better circuit.
#include "circuit/read/netlist_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/read/blif.hpp"
#include "circuit/read/foreign.hpp"

namespace hedgerow::circuit {
namespace {

bool is_blif(const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos && line[first] != '#') return line[first] == '.';
  }
  return false;
}

std::string boxes_of(const std::vector<NetlistFile>& circuits) {
  if (circuits.size() > 8)
    return std::to_string(circuits.size()) + " circuits, from " + circuits.front().box + " to " +
           circuits.back().box;
  std::string r;
  for (const auto& c : circuits)
    r += (r.empty() ? "" : " ") + (c.box.empty() ? "(no name)" : c.box);
  return r;
}

std::vector<double> gates_and_nots(const NetlistFile& f) {
  const Cost c = cost(f.netlist, find_basis(f.basis));
  return {(double)c.gates, (double)c.output_nots};
}

bool same_box(const NetlistFile& a, const NetlistFile& b) {
  if (a.netlist.inputs != b.netlist.inputs || a.netlist.outputs.size() != b.netlist.outputs.size())
    return false;  // because tables of another shape can have the same bytes, and thus the same digest
  if (a.box_sha256.empty() || b.box_sha256.empty()) return !a.box.empty() && a.box == b.box;
  return a.box_sha256 == b.box_sha256;
}

// Throws Error if the circuit `kept` of the file `path` computes another function than `right`.
void check_kept(const NetlistFile& kept, const NetlistFile& right, const std::string& path) try {
  verify(kept.netlist, box_computed_by(right.netlist, right.box));
} catch (const Error& e) {
  throw Error(path + ": " + e.what());
}

// Terminals, pipes and devices are written to, but never replaced.
bool is_special(const std::string& path) {
  return std::filesystem::is_other(path) || std::filesystem::is_fifo(path) ||
         std::filesystem::is_character_file(path);
}

// The circuits of a file, and the place of the circuit with the wanted box, or their number if there is none.
struct Held {
  std::vector<NetlistFile> all;
  std::size_t same;
};
// Throws Error if the file at `path` cannot take the circuit `file`.
Held circuits_beside(const std::string& path, const NetlistFile& file) {
  std::vector<NetlistFile> all;
  if (std::filesystem::exists(path) && !is_special(path)) all = read_netlists(path);
  std::size_t same = 0;
  while (same < all.size() && !same_box(all[same], file)) same++;
  if (!all.empty() && (all[0].basis != file.basis || (all.size() == 1 && same == 1)))
    throw Error(path + " holds " + boxes_of(all) + " over " + all[0].basis + ", not " +
                (all[0].basis == file.basis && all[0].box == file.box
                     ? "another box of this name"
                     : file.box + " over " + file.basis));
  return {std::move(all), same};
}

struct OpenFile {
  std::string name;
  std::FILE* file;
};

// Returns a file that did not exist before, with the permissions of any new file.
OpenFile new_file_next_to(const std::string& path) {
  for (int i = 0;; i++) {
    const std::string name = path + ".new" + std::to_string(i);
    if (std::FILE* f = std::fopen(name.c_str(), "wx")) return {name, f};
    if (errno != EEXIST) throw FileError("write", path, errno);
  }
}

}  // namespace

std::vector<std::string> netlist_files(const std::vector<std::string>& paths) {
  std::vector<std::string> r;
  for (const auto& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      r.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.path().extension() == kNetlistEnding || entry.path().extension() == kBlifEnding)
        inside.push_back(entry.path());
    std::sort(inside.begin(), inside.end());
    r.insert(r.end(), inside.begin(), inside.end());
  }
  if (r.empty()) throw Error("no netlists");
  return r;
}

std::vector<NetlistFile> read_netlists(const std::string& path) {
  const std::string text = read_text(path);
  std::istringstream in(text);
  if (is_aiger(text)) return {from_aiger(text, path)};
  if (is_bristol(text)) return {from_bristol(text, path)};
  if (is_verilog(text)) return {from_verilog(text, path)};
  if (is_blif(text)) return {from_blif(in, path)};
  return from_gates(in, path);
}

NetlistFile read_netlist(const std::string& path, const std::string& box) {
  const std::vector<NetlistFile> all = read_netlists(path);
  if (box.empty() && all.size() == 1) return all[0];
  if (box.empty()) throw Error(path + " holds " + boxes_of(all) + "; choose one by --box");
  for (const NetlistFile& f : all)
    if (f.box == box || (is_box_file(box) && f.box == name_of_file(box))) return f;
  throw Error(path + " holds no circuit of " + box + " but " + boxes_of(all));
}

NetlistFile file_of(const Box& box, const std::string& basis, const Netlist& netlist) {
  return {box.name, digest(box), basis, netlist, box.definition};
}

Box box_of(const NetlistFile& f, const std::string& path, const std::string& name) {
  if (!name.empty()) return find_box(name);
  if (f.box.empty() && f.table.empty())
    throw Error(path + ": the header names no box; give it by --box");
  Box box;
  try {
    box = f.table.empty() ? find_box(f.box) : box_of_definition(f.box, f.table);
  } catch (const Error& e) {
    throw Error(path + ": " + e.what());
  }
  if (!f.box_sha256.empty() && digest(box) != f.box_sha256)
    throw Error(path + ": sha256 is not that of " + f.box);
  return box;
}

void write_file(const std::string& path, const std::string& text) {
  const bool renamed = !is_special(path);
  const OpenFile out =
      renamed ? new_file_next_to(path) : OpenFile{path, std::fopen(path.c_str(), "w")};
  if (!out.file) throw FileError("write", path, errno);
  bool written = std::fwrite(text.data(), 1, text.size(), out.file) == text.size() &&
                 std::fflush(out.file) == 0 && (!renamed || fsync(fileno(out.file)) == 0);
  int error = errno;
  if (std::fclose(out.file) != 0 && written) written = false, error = errno;
  if (written && renamed && std::rename(out.name.c_str(), path.c_str()) != 0)
    written = false, error = errno;
  if (written) return;
  if (renamed) std::remove(out.name.c_str());
  throw FileError("write", path, error);
}

void check_writable(const std::string& path) {
  if (path.empty() || is_special(path)) return;
  if (std::filesystem::is_directory(path)) throw FileError("write", path, EISDIR);
  const OpenFile out = new_file_next_to(path);
  std::fclose(out.file);
  std::filesystem::remove(out.name);
}

void check_single(const std::string& what, const std::vector<NetlistFile>& circuits) {
  if (circuits.size() != 1)
    throw Error(what + ": this format takes one circuit, and here are " + boxes_of(circuits) +
                "; choose one by --box");
}

void write_netlists(const std::string& path, const std::vector<NetlistFile>& circuits) {
  const bool aiger = path.ends_with(kAigerEnding), bristol = path.ends_with(kBristolEnding);
  if (!path.ends_with(kBlifEnding) && !aiger && !bristol)
    return write_file(path, to_gates(circuits));
  check_single(path, circuits);
  write_file(path, aiger     ? to_aiger(circuits[0].netlist)
                   : bristol ? to_bristol(circuits[0].netlist)
                             : to_blif(circuits[0]));
}

bool write_if_better(const std::string& path, const NetlistFile& file, const Merit& wanted) {
  const Merit merit = wanted ? wanted : gates_and_nots;
  auto [all, same] = circuits_beside(path, file);
  if (same == all.size()) {
    all.push_back(file);
  } else {
    check_kept(all[same], file, path);
    if (merit(all[same]) <= merit(file)) return false;
    all[same] = file;
  }
  write_netlists(path, all);
  return true;
}

void check_takes(const std::string& path, const Box& box, const std::string& basis) {
  check_writable(path);
  NetlistFile file = file_of(box, basis, {});
  file.netlist.inputs = box.inputs;
  file.netlist.outputs.resize(box.output_count());
  if (!path.empty()) circuits_beside(path, file);
}

}  // namespace hedgerow::circuit
