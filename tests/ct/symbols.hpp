// Names for code addresses, from the ELF symbol tables of the files that a process has mapped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/elf_symbols.hpp"

namespace hedgerow::tracing {

class Symbols {
 public:
  // From the text of /proc/PID/maps.
  explicit Symbols(const std::string& maps);
  // Returns "function+0x12 (file)", or the bare address if it is unknown.
  std::string describe(std::uint64_t address) const;

 private:
  struct Symbol {
    elf::Function function;
    std::size_t file;  // index into files_
  };

  std::vector<std::string> files_;
  std::vector<Symbol> symbols_;  // sorted by address
};

}  // namespace hedgerow::tracing
