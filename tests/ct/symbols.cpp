// Symbols: the functions of all mapped files, in the order of their addresses.
#include "symbols.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace hedgerow::tracing {
namespace {

std::string hex(std::uint64_t v) {
  std::ostringstream text;
  text << "0x" << std::hex << v;
  return text.str();
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

Symbols::Symbols(const std::string& maps) {
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos) continue;
    const std::string path = line.substr(slash);
    // the first mapping of a file is its base
    if (!files_.empty() && files_.back() == path) continue;
    for (auto& f : elf::functions_of(path, std::stoull(line, nullptr, 16)))
      symbols_.push_back({std::move(f), files_.size()});
    files_.push_back(path);
  }
  std::sort(symbols_.begin(), symbols_.end(), [](const Symbol& a, const Symbol& b) {
    return a.function.address < b.function.address;
  });
}

std::string Symbols::describe(std::uint64_t address) const {
  auto after =
      std::upper_bound(symbols_.begin(), symbols_.end(), address,
                       [](std::uint64_t a, const Symbol& s) { return a < s.function.address; });
  if (after == symbols_.begin()) return hex(address);
  const auto& [function, file] = *std::prev(after);
  const std::uint64_t offset = address - function.address;
  if (offset >= std::max<std::uint64_t>(function.size, 1)) return hex(address);
  return elf::demangled(function.name) + "+" + hex(offset) + " (" + file_name(files_[file]) + ", " +
         hex(address) + ")";
}

}  // namespace hedgerow::tracing
