// The machine from the system, compiler and commit from the build.
#include "machine.hpp"

#include <sys/utsname.h>

#include <fstream>

#include "hedgerow_bench_commit.h"
#include "isa/cpu.hpp"

namespace hedgerow::bench {

std::string machine_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  utsname system{};
  uname(&system);
  return system.machine;
}

std::string machine_features() {
  std::string names;
  for (std::uint64_t bit = 1; const char* name = cpu_feature_name(bit); bit <<= 1) {
    if (!(cpu_features() & bit)) continue;
    if (!names.empty()) names.push_back(',');
    names.append(name);
  }
  return names;
}

std::string built_by() { return HR_BENCH_COMPILER; }

std::string built_from() { return HR_BENCH_COMMIT; }

}  // namespace hedgerow::bench
