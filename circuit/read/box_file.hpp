// Declarations that the readers of box files share (box_file.cpp, box_hex.cpp).
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

// A file name and its suffix: the numbers of input and output bits (0 if they are missing), and whether the order is
// that of the DES.
struct BoxPath {
  std::string path;
  int inputs, outputs;
  bool des;
};

bool is_permutation(const Table& t);

// Reads hex digits, with one or two digits per entry, and one box in the file or one per line. If there are several
// readings, takes the reading that gives permutations. Throws Error with a list of the readings otherwise.
std::vector<Table> from_hex(const BoxPath& said, const std::vector<BoxLine>& lines);

// Splits the entries of all tables into tables of 2^inputs entries. Throws Error if that is impossible.
std::vector<Table> cut(const BoxPath& said, const std::vector<Table>& tables);

}  // namespace hedgerow::circuit
