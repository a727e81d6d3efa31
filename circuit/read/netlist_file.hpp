// Circuits in files. Committed circuits are gate files (src/circuit/README.md). Other programs read and write BLIF
// (blif.hpp).
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "circuit/core/basis.hpp"

namespace hedgerow::circuit {

// A circuit and the other contents of its file. Names are empty if the file does not give them.
struct NetlistFile {
  std::string box, box_sha256, basis;
  Netlist netlist;
  std::string table = {};  // Box::definition
};

// Returns a circuit of a box, with the names that its file will have.
NetlistFile file_of(const Box& box, const std::string& basis, const Netlist& netlist);
// Returns the box of a circuit. It is found by `name` (a name or a file) if that is given, otherwise by the circuit's
// own table, otherwise by its name. In the last case, the digests must agree. Throws Error otherwise; its text begins
// with `path`.
Box box_of(const NetlistFile& file, const std::string& path, const std::string& name = "");

constexpr const char* kNetlistEnding = ".gates";
constexpr const char* kBlifEnding = ".blif";
constexpr const char* kAigerEnding = ".aag";
constexpr const char* kBristolEnding = ".bristol";

// Writes circuits as text, and reads them again. A wrong text gives an Error with the line, the fault and the allowed
// forms. It is also an error if the header has other figures than the circuit.
std::string to_gates(const std::vector<NetlistFile>& circuits);
std::vector<NetlistFile> from_gates(std::istream& in, const std::string& file_name);

// Returns files unchanged, and replaces folders by all gate files below them, sorted. Throws Error if there are no
// files.
std::vector<std::string> netlist_files(const std::vector<std::string>& paths);
// Reads every circuit of a file in any format. The first line with text decides: a dot means BLIF, `aag` or `aig`
// AIGER, two numbers Bristol, and `module` Verilog (foreign.hpp).
std::vector<NetlistFile> read_netlists(const std::string& path);
// Returns the circuit of `box` in a file. If no box is given, the file must have a single circuit.
NetlistFile read_netlist(const std::string& path, const std::string& box = "");

// Writes to a new file next to `path`, flushes it to the disk, and renames it. Therefore a reader never sees an
// incomplete file.
void write_file(const std::string& path, const std::string& text);
// Throws Error early if write_file could not write there later. An empty path is allowed.
void check_writable(const std::string& path);
// Throws Error with a text that begins with `what`, a file or a format, if there is not a single circuit.
void check_single(const std::string& what, const std::vector<NetlistFile>& circuits);
// The ending of `path` selects BLIF, AIGER, Bristol or this project's format.
void write_netlists(const std::string& path, const std::vector<NetlistFile>& circuits);
// Writes the circuit only if it is better than the file's circuit of the same box, and returns false otherwise. `merit`
// compares circuits, and smaller is better; the default counts gates, then output NOTs. A file with several circuits
// keeps the others and may receive a further box. Two circuits are of the same box if they have the same numbers of
// inputs and outputs, and the same digest, or the same name if a digest is missing. Throws Error if a file has a single
// circuit of another box, or has another basis, or if its circuit of the same box is wrong, for example because someone
// changed a gate by hand: it then computes another function than `file`, which the caller has verified.
using Merit = std::function<std::vector<double>(const NetlistFile&)>;
bool write_if_better(const std::string& path, const NetlistFile& file, const Merit& merit = {});
// Throws Error early if write_if_better could not write a circuit of `box` there later. It does not notice that the
// file's circuit of the same box is wrong. An empty path is allowed.
void check_takes(const std::string& path, const Box& box, const std::string& basis);

}  // namespace hedgerow::circuit
