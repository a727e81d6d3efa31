// Finds programs in packs of PTX.
#include "device/cuda/ptx_pack.hpp"

#include <stdlib.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

#include "device/cache.hpp"

// These symbols are defined in ptx_embedded.cpp, and are null if no PTX is embedded.
extern "C" {
extern const char hedgerow_ptx_begin[] __attribute__((weak, visibility("hidden")));
extern const char hedgerow_ptx_end[] __attribute__((weak, visibility("hidden")));
}

namespace hedgerow::device::cuda {
namespace {

constexpr std::size_t kDigits = 64;

std::string_view embedded() {
  const char* const begin = hedgerow_ptx_begin;
  return begin ? std::string_view(begin, (std::size_t)(hedgerow_ptx_end - begin)) : "";
}

// The search ends at an entry that is cut short or malformed.
std::optional<std::string> find(std::string_view pack, std::string_view digest) {
  const std::string_view head(kPackHead);
  if (!pack.starts_with(head)) return std::nullopt;
  pack.remove_prefix(head.size());
  while (pack.size() > kDigits) {
    const std::size_t line = pack.find('\n');
    std::size_t bytes = 0;
    if (line == pack.npos || line <= kDigits) return std::nullopt;
    std::from_chars(pack.data() + kDigits + 1, pack.data() + line, bytes);
    if (bytes == 0 || bytes > pack.size() - line - 1) return std::nullopt;
    if (pack.substr(0, kDigits) == digest) return std::string(pack.substr(line + 1, bytes - 1));
    pack.remove_prefix(line + 1 + bytes);
  }
  return std::nullopt;
}

}  // namespace

std::string pack_digest(const Source& source) {
  std::string all;
  for (const auto& option : source.options) all += option + "\n";
  return digest_text(all + "\n" + source.text);
}

std::string pack_entry(const Source& source, const std::string& ptx) {
  const std::string text = ptx.substr(0, ptx.find('\0')) + '\0';
  return pack_digest(source) + " " + std::to_string(text.size()) + "\n" + text;
}

std::optional<std::string> find_ptx(const Source& source) {
  const std::string digest = pack_digest(source);
  if (const char* path = secure_getenv("HEDGEROW_DEVICE_PTX")) {
    std::ifstream file(path, std::ios::binary);
    const std::string pack{std::istreambuf_iterator<char>(file), {}};
    if (auto found = find(pack, digest)) return found;
  }
  return find(embedded(), digest);
}

}  // namespace hedgerow::device::cuda
