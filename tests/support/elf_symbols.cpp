// The linker writes a symbol with the name of the source file, and then the local symbols of its object.
#include "support/elf_symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <string.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

// The linker defines it at the first byte of the program.
extern "C" [[gnu::visibility("hidden")]] const char __ehdr_start;

namespace hedgerow::elf {
namespace {

// Record i of type T at a file offset; zero beyond the end.
template <class T>
T record(const std::string& file, std::uint64_t offset, std::uint64_t i = 0) {
  T r{};
  const std::uint64_t at = offset + i * sizeof(T);
  if (at + sizeof(T) <= file.size()) memcpy(&r, file.data() + at, sizeof r);
  return r;
}

}  // namespace

std::vector<Function> functions_of(const std::string& path, std::uint64_t base) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  const auto header = record<Elf64_Ehdr>(file, 0);
  std::vector<Function> found;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return found;
  if (header.e_type == ET_EXEC) base = 0;
  for (unsigned i = 0; i < header.e_shnum; i++) {
    const auto section = record<Elf64_Shdr>(file, header.e_shoff, i);
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    const auto names = record<Elf64_Shdr>(file, header.e_shoff, section.sh_link);
    int object = 0;
    for (std::uint64_t s = 0; s < section.sh_size / sizeof(Elf64_Sym); s++) {
      const auto symbol = record<Elf64_Sym>(file, section.sh_offset, s);
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FILE) object++;
      if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC)) continue;
      if (names.sh_offset + symbol.st_name >= file.size()) continue;
      found.push_back({base + symbol.st_value, symbol.st_size,
                       file.c_str() + names.sh_offset + symbol.st_name,
                       ELF64_ST_BIND(symbol.st_info) == STB_LOCAL, object});
    }
  }
  return found;
}

std::vector<Function> functions_of_this_program() {
  auto found = functions_of("/proc/self/exe", (std::uint64_t)&__ehdr_start);
  if (std::none_of(found.begin(), found.end(), [](const Function& f) { return f.local; }))
    throw std::runtime_error("this program has no symbol table");
  return found;
}

std::string demangled(const std::string& name) {
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), std::free);
  return text ? text.get() : name;
}

}  // namespace hedgerow::elf
