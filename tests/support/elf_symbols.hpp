// The functions of an ELF file of 64 bits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::elf {

struct Function {
  std::uint64_t address, size;
  std::string name;  // mangled
  bool local;        // to its object
  int object;        // local functions of one object have the same number
};

// The functions of a file whose first byte is mapped at `base`. A function that is in both symbol tables, that of the
// linker and that of the loader, is returned twice. The result is empty if the file is not ELF.
std::vector<Function> functions_of(const std::string& path, std::uint64_t base);

// The functions of this program. Throws std::runtime_error if it lacks the symbol table of the linker.
std::vector<Function> functions_of_this_program();

std::string demangled(const std::string& name);

}  // namespace hedgerow::elf
