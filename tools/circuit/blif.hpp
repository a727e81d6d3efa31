// Netlists as BLIF (the .names subset), under a header of comments with their provenance.
#pragma once

#include <iosfwd>
#include <string>

#include "basis.hpp"

namespace hedgerow::circuit {

// What a file of the tree holds beside the circuit.
struct NetlistFile {
  std::string box, box_sha256, basis;
  Netlist netlist;
};

std::string to_blif(const NetlistFile& file);
NetlistFile from_blif(std::istream& in, const std::string& file_name);
NetlistFile read_blif(const std::string& path);

// Writes next to `path` and renames. Keeps an existing file that is as good or better (fewer gates,
// then fewer output NOTs) and returns false; Error when the file there is of another box or basis.
bool write_if_better(const std::string& path, const NetlistFile& file);
// The same, whatever stands there.
void write_file(const std::string& path, const std::string& text);

}  // namespace hedgerow::circuit
