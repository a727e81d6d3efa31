// What the reader and the writer of the tree's netlist format (src/circuit/README.md) share.
#pragma once

#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// The figures that follow the basis in a header, which are what the circuit has.
std::string figures(const NetlistFile& file);

// A gate's function as a table in hexadecimal without 0x, its first net counting most: of three
// nets bit 4a + 2b + c, as the immediate of vpternlog; and back to Gate::table, where bit a + 2b +
// 4c stands.
std::string table_digits(const Gate& gate);
std::uint8_t table_of_digits(unsigned digits, int fan_in);
constexpr std::size_t digits_of(int fan_in) { return fan_in == 3 ? 2 : 1; }

}  // namespace hedgerow::circuit
