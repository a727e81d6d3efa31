// The functions of this program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::proof {

struct Function {
  std::uint64_t address, size;
  std::string name;  // demangled
  bool local;        // to its object
  int object;        // local functions of one object have the same number
};

// The functions of this program, from the symbol table of its ELF file.
std::vector<Function> functions();

}  // namespace hedgerow::proof
