// Names for code addresses, from the ELF symbol tables of the files that a process has mapped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::tracing {

class Symbols {
 public:
  // From the text of /proc/PID/maps.
  explicit Symbols(const std::string& maps);
  // Returns "function+0x12 (file)", or the bare address if it is unknown.
  std::string describe(std::uint64_t address) const;

 private:
  struct Symbol {
    std::uint64_t address, size;
    std::string name;
    const std::string* file;
  };
  void load(const std::string& path, std::uint64_t base);

  std::vector<std::string> files_;  // reserved in advance, because symbols point into it
  std::vector<Symbol> symbols_;     // sorted by address
};

}  // namespace hedgerow::tracing
