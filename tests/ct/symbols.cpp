// Symbols: a small reader of 64-bit ELF symbol tables.
#include "symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

namespace hedgerow::tracing {
namespace {

std::string demangle(const char* name) {
  const std::unique_ptr<char, decltype(&free)> plain(
      abi::__cxa_demangle(name, nullptr, nullptr, nullptr), free);
  return plain ? plain.get() : name;
}

std::string hex(std::uint64_t v) {
  std::ostringstream text;
  text << "0x" << std::hex << v;
  return text.str();
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Field i of type T at a file offset; zero beyond the end.
template <class T>
T record(const std::string& file, std::uint64_t offset, std::uint64_t i = 0) {
  T r{};
  const std::uint64_t at = offset + i * sizeof(T);
  if (at + sizeof(T) <= file.size()) memcpy(&r, file.data() + at, sizeof r);
  return r;
}

}  // namespace

Symbols::Symbols(const std::string& maps) {
  std::istringstream lines(maps);
  files_.reserve((std::size_t)std::count(maps.begin(), maps.end(), '\n'));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos) continue;
    const std::string path = line.substr(slash);
    // the first mapping of a file is its base
    if (!files_.empty() && files_.back() == path) continue;
    files_.push_back(path);
    load(path, std::stoull(line, nullptr, 16));
  }
  std::sort(symbols_.begin(), symbols_.end(),
            [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
}

void Symbols::load(const std::string& path, std::uint64_t base) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  const auto header = record<Elf64_Ehdr>(file, 0);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header.e_type == ET_EXEC) base = 0;
  for (unsigned i = 0; i < header.e_shnum; i++) {
    const auto section = record<Elf64_Shdr>(file, header.e_shoff, i);
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    const auto names = record<Elf64_Shdr>(file, header.e_shoff, section.sh_link);
    for (std::uint64_t s = 0; s < section.sh_size / sizeof(Elf64_Sym); s++) {
      const auto symbol = record<Elf64_Sym>(file, section.sh_offset, s);
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC)) continue;
      if (names.sh_offset + symbol.st_name >= file.size()) continue;
      symbols_.push_back({base + symbol.st_value, symbol.st_size,
                          file.c_str() + names.sh_offset + symbol.st_name, &files_.back()});
    }
  }
}

std::string Symbols::describe(std::uint64_t address) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](std::uint64_t a, const Symbol& s) { return a < s.address; });
  if (after == symbols_.begin()) return hex(address);
  const Symbol& s = *std::prev(after);
  if (address - s.address >= std::max<std::uint64_t>(s.size, 1)) return hex(address);
  return demangle(s.name.c_str()) + "+" + hex(address - s.address) + " (" + file_name(*s.file) +
         ", " + hex(address) + ")";
}

}  // namespace hedgerow::tracing
