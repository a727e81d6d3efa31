// A box is the function that a circuit has to compute: an S-box, several S-boxes with the same inputs, or a linear map
// (matrix.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "circuit/core/truth.hpp"

namespace hedgerow::circuit {

struct Box {
  std::string name;
  int inputs = 0;
  std::vector<Truth> outputs;       // bit 0 of the first table first
  std::vector<std::uint8_t> bytes;  // the input of the digest: all tables, one after the other
  int width = 0;                    // bits per entry
  // Only for a linear map, which has no tables: rows[i][j] says whether input j is a term of output i.
  std::vector<std::vector<bool>> rows = {};
  // Only for a box without a name in this program: its tables as text (definition_of). A netlist stores the text, so
  // that it can be verified without the original file.
  std::string definition = {};
  bool linear() const { return !rows.empty(); }
  int entries() const { return 1 << inputs; }
  std::size_t output_count() const { return linear() ? rows.size() : outputs.size(); }
  std::string extent() const;  // says in words on which inputs a circuit of the box is verified
};

// The tables must have the same length, a power of two in 8..256, and entries of `width` bits. With `permutation`, no
// value may occur twice in a table. Throws Error otherwise.
Box make_box(const std::string& name, const std::vector<std::vector<unsigned>>& tables, int width,
             bool permutation);

// The text has the form `inputs width hex...`, with two hex digits per entry and one group of digits per table. The
// second function reads it.
std::string definition_of(const Box& box);
Box box_of_definition(const std::string& name, const std::string& definition);

// Accepts a name, for example `kalyna:0` or `kalyna:inv0+inv1` (box_names() lists all), or the path of a file.
Box find_box(const std::string& name_or_path);
// `path` may end with `:NxM`, which gives the numbers of input and output bits, and with `:des`, which says that 64
// entries are in the order of the DES standard: one row per value of the two outer input bits. Throws Error if the text
// is ambiguous and neither suffix decides it. The box gets the name of the file, without folder and extension, and
// with _ instead of characters that a gate file cannot have in a name.
Box read_box_file(const std::string& path);
bool is_box_file(const std::string& path);
std::string name_of_file(const std::string& path);
std::vector<std::string> box_names();

// Returns the SHA-256 of `bytes` in hex.
std::string digest(const Box& box);

}  // namespace hedgerow::circuit
