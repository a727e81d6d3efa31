// Declarations that the reader and the writer of gate files (src/circuit/README.md) share.
#pragma once

#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// Returns the figures of the circuit that follow the basis in a header.
std::string figures(const NetlistFile& file);

// Returns the function of a gate as a table in hexadecimal without 0x, in which the first net has the highest weight:
// bit 4a + 2b + c for three nets, like the immediate of vpternlog. The second function converts it back to Gate::table,
// which has bit a + 2b + 4c.
std::string table_digits(const Gate& gate);
std::uint8_t table_of_digits(unsigned digits, int fan_in);
constexpr std::size_t digits_of(int fan_in) { return fan_in == 3 ? 2 : 1; }

// Returns the text of a gate without the blanks around operators and commas, as files have it: "x0 & ~x1" is "x0&~x1".
std::string without_blanks(const std::string& gate);

}  // namespace hedgerow::circuit
