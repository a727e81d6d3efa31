// The function a circuit has to compute: a substitution box, or several over the same inputs, or a
// linear map (matrix.hpp).
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
  std::vector<std::uint8_t> bytes;  // what the digest is of: the tables, one after the other
  int width = 0;                    // bits of an entry
  // Of a linear map: the inputs each output is the sum of; it has no tables then.
  std::vector<std::vector<bool>> rows = {};
  // Of a box that has no name here: its table in words (definition_of), so that a netlist carries it along.
  std::string definition = {};
  bool linear() const { return !rows.empty(); }
  int entries() const { return 1 << inputs; }
  std::size_t output_count() const { return linear() ? rows.size() : outputs.size(); }
  std::string extent() const;  // what a circuit of it is checked on, in words
};

// From tables of one length (a power of two, 8..256), whose entries have `width` bits; Error
// otherwise. `permutation` also demands that no entry stands twice in a table.
Box make_box(const std::string& name, const std::vector<std::vector<unsigned>>& tables, int width,
             bool permutation);

// `inputs width hex...`, two digits an entry, a group for each table; and the box that it says.
std::string definition_of(const Box& box);
Box box_of_definition(const std::string& name, const std::string& definition);

// By name (`kalyna:0`, `kalyna:inv0+inv1`, ...; box_names() lists them), or from a file.
Box find_box(const std::string& name_or_path);
// A file by its path, behind which `:NxM` may say how many input and output bits its boxes have, and `:des` that 64
// entries stand as the DES prints them: a row for each value of the outer input bits. Error where the text can be read
// in two ways and neither is said. The box is called as the file, without its folder and ending.
Box read_box_file(const std::string& path);
bool is_box_file(const std::string& path);
std::string name_of_file(const std::string& path);
std::vector<std::string> box_names();

// SHA-256 of `bytes`, in hex.
std::string digest(const Box& box);

}  // namespace hedgerow::circuit
