// The output of `ct_target --list`: the ISAs of the build and the cases.
#pragma once

#include <string>
#include <vector>

#include "trace.hpp"

namespace hedgerow::tracing {

struct IsaLine {
  std::string name;
  bool built;    // compiled into the target
  bool offered;  // supported by this CPU
  int lines;     // constant-time KERNEL and FIELD entries
};

struct TargetList {
  std::vector<IsaLine> isas;
  std::vector<CaseLine> cases;
};

// Throws TraceError if the target does not answer.
TargetList read_target_list(const std::string& program);

}  // namespace hedgerow::tracing
