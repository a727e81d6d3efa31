// The functions of this program that are local to an object, from the symbol table of its ELF file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::proof {

struct LocalFunction {
  std::uint64_t address;
  std::string name;  // demangled
  int object;        // functions of one object have the same number
};

std::vector<LocalFunction> local_functions();

}  // namespace hedgerow::proof
