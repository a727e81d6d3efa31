// What `ct_target --list` says: the ISAs of the build and the cases.
#pragma once

#include <string>
#include <vector>

#include "trace.hpp"

namespace hedgerow::tracing {

struct IsaLine {
  std::string name;
  bool built;    // into the target
  bool offered;  // by this CPU
  int lines;     // constant-time KERNEL and FIELD entries
};

struct TargetList {
  std::vector<IsaLine> isas;
  std::vector<CaseLine> cases;
};

// Throws TraceError when the target does not answer.
TargetList read_target_list(const std::string& program);

}  // namespace hedgerow::tracing
