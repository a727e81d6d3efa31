// Functions from the symbol table of /proc/self/exe. The linker writes a symbol with the
// name of the source file, and then the local symbols of its object.
#include "symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string r = text ? text : name;
  std::free(text);
  return r;
}

std::uint64_t load_address() {
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        *(std::uint64_t*)to = info->dlpi_addr;
        return 1;  // the first is the program
      },
      &base);
  return base;
}

}  // namespace

std::vector<Function> functions() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const auto& header = *(const Elf64_Ehdr*)bytes.data();
  const auto* const sections = (const Elf64_Shdr*)(bytes.data() + header.e_shoff);
  const std::uint64_t base = load_address();
  std::vector<Function> found;
  for (int s = 0; s < header.e_shnum; s++) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const auto* const symbols = (const Elf64_Sym*)(bytes.data() + sections[s].sh_offset);
    const char* const names = bytes.data() + sections[sections[s].sh_link].sh_offset;
    int object = 0;
    for (std::size_t k = 0; k < sections[s].sh_size / sizeof(Elf64_Sym); k++) {
      const Elf64_Sym& symbol = symbols[k];
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) object++;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || !symbol.st_value) continue;
      found.push_back({base + symbol.st_value, symbol.st_size, demangled(names + symbol.st_name),
                       ELF64_ST_BIND(symbol.st_info) == STB_LOCAL, object});
    }
  }
  if (found.empty()) throw ProofError("this program has no symbol table");
  return found;
}

}  // namespace hedgerow::proof
