#include "measure/machine.hpp"

#ifndef _WIN32
#include <sys/utsname.h>
#endif

#include <fstream>

#include "isa/cpu.hpp"

namespace hedgerow::bench {

std::string machine_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
#ifdef _WIN32
  return "unknown";
#else
  utsname system{};
  uname(&system);
  return system.machine;
#endif
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

std::string built_by() { return HR_COMPILER; }

std::string built_with() { return HR_COMPILER_FLAGS; }

}  // namespace hedgerow::bench
