// Circuits in files: the format of the tree (src/circuit/README.md), which is what is committed,
// and BLIF (blif.hpp), which other tools read and write.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "circuit/core/basis.hpp"

namespace hedgerow::circuit {

// What a file holds beside a circuit. Names may be empty where a file gives none.
struct NetlistFile {
  std::string box, box_sha256, basis;
  Netlist netlist;
  std::string table = {};  // Box::definition
};

// A circuit of a box, with the names its file has.
NetlistFile file_of(const Box& box, const std::string& basis, const Netlist& netlist);
// The box of a circuit: by `name` (a name or a file) where there is one, else by the circuit's own table, else by its
// name, and then it is the box that the circuit has the digest of; else an Error that begins with `path`.
Box box_of(const NetlistFile& file, const std::string& path, const std::string& name = "");

constexpr const char* kNetlistEnding = ".gates";
constexpr const char* kBlifEnding = ".blif";
constexpr const char* kAigerEnding = ".aag";
constexpr const char* kBristolEnding = ".bristol";

// The text of circuits, and circuits from a text, whose faults are an Error with the line, what is
// wrong there and what may stand there. A header that says other figures than the circuit has is a
// fault too.
std::string to_gates(const std::vector<NetlistFile>& circuits);
std::vector<NetlistFile> from_gates(std::istream& in, const std::string& file_name);

// Files as they are, folders by all the netlists under them, sorted. Error when there are none.
std::vector<std::string> netlist_files(const std::vector<std::string>& paths);
// Every circuit of a file of any format: one whose first line with text begins with a dot is BLIF, `aag` or `aig`
// AIGER, two numbers Bristol, `module` Verilog (foreign.hpp).
std::vector<NetlistFile> read_netlists(const std::string& path);
// The circuit of `box` in a file; of a file with one circuit only, that one where no box is named.
NetlistFile read_netlist(const std::string& path, const std::string& box = "");

// Writes next to `path`, flushes to the disk, and renames: a file is there as a whole or not at
// all.
void write_file(const std::string& path, const std::string& text);
// Error now when write_file could not write there later; an empty path is fine.
void check_writable(const std::string& path);
// By the ending of `path`, BLIF, AIGER, Bristol or the format of the tree.
void write_netlists(const std::string& path, const std::vector<NetlistFile>& circuits);
// Keeps a circuit of this box that is as good or better (fewer gates, then fewer output NOTs) and
// returns false. A file with several circuits keeps the others, and takes one more box; Error when
// a file holds but one, of another box, or has another basis.
// `merit`: of circuits, the smaller the better; left out, gates and output NOTs.
using Merit = std::function<std::vector<double>(const NetlistFile&)>;
bool write_if_better(const std::string& path, const NetlistFile& file, const Merit& merit = {});

}  // namespace hedgerow::circuit
