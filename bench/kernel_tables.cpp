// Prints as JSON the data that tools/ranking.py compares with measurements. Without arguments it
// prints each kernel that libhedgerow may select with the calls that it is declared for. With CLASS
// FEATURE,FEATURE.. it prints the table of kernels of each variant on such a machine. You can run
// it on any machine.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "isa/cpu.hpp"
#include "registry/registry.hpp"

using namespace hedgerow;
using Json = nlohmann::json;

namespace {

Json limit(std::size_t up_to, std::size_t none) {
  return up_to == none ? Json(nullptr) : Json(up_to);
}

Json ranges() {
  Json r = Json::object();
  for (const Kernel& k : kernels())
    if (k.rank[0] != kNeverSelected && k.ops && k.ops->key_bytes)
      r[k.id] = {k.ops->good_for.from, limit(k.ops->good_for.up_to, kNoLimit)};
  return r;
}

// Returns the bits of "avx2,gfni", or 0 if a name is unknown.
std::uint64_t features_named(const std::string& names) {
  std::uint64_t r = 0;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    std::uint64_t bit = 1;
    while (bit && (!cpu_feature_name(bit) || names.substr(at, end - at) != cpu_feature_name(bit)))
      bit <<= 1;
    if (!bit) return 0;
    r |= bit;
    at = end + 1;
  }
  return r;
}

Json tables(const Machine& machine) {
  Json r = Json::object();
  for (const Variant& v : variants()) {
    Selection s;
    if (select_kernels(v, machine, nullptr, false, &s) != SelectStatus::kOk) continue;
    for (const Selection::Entry& e : s)
      r[v.name].push_back({limit(e.up_to_blocks, SIZE_MAX), e.kernel->id});
  }
  return r;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    puts(ranges().dump().c_str());
    return 0;
  }
  const std::uint64_t features = argc == 3 ? features_named(argv[2]) : 0;
  const MachineClass machine = machine_class_named(argv[1], MachineClass::k_other);
  if (!features || strcmp(machine_class_name(machine), argv[1])) {
    fputs("usage: kernel_tables [CLASS FEATURE,FEATURE..]: a class and features that exist\n",
          stderr);
    return 2;
  }
  puts(tables({features, machine}).dump().c_str());
  return 0;
}
