// What the readers of box files share (box_file.cpp, box_hex.cpp).
#pragma once

#include <string>
#include <vector>

#include "circuit/core/box.hpp"

namespace hedgerow::circuit {

using Table = std::vector<unsigned>;

struct BoxLine {
  int number;
  std::string text;
};

// A file, and what stands behind its name: how many bits go in and out (0: not said), and the DES's order.
struct BoxPath {
  std::string path;
  int inputs, outputs;
  bool des;
};

bool is_permutation(const Table& t);

// Hex digits: entries of one digit or two, one box or one a line. Of several readings the one that makes permutations
// is taken; else Error that lists them.
std::vector<Table> from_hex(const BoxPath& said, const std::vector<BoxLine>& lines);

// The entries of all tables, cut into tables of 2^inputs; Error where that does not fit.
std::vector<Table> cut(const BoxPath& said, const std::vector<Table>& tables);

}  // namespace hedgerow::circuit
