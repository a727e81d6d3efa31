// The classes of cases, as the target prints them and the tracer reads them.
#pragma once

#include <cstdint>

namespace hedgerow::tracing {

enum class Class : std::uint8_t {
  kConstantTime,  // must be clean
  kVartime,       // traced for information
  kControl        // must be flagged
};
constexpr const char* kClassNames[] = {"ct", "vartime", "control"};

}  // namespace hedgerow::tracing
