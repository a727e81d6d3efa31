// The tool's name and version in provenance headers. The version is the library's.
#pragma once

#include "hedgerow/hedgerow.h"

namespace hedgerow::circuit {

#define HR_CIRCUIT_TEXT(x) #x
#define HR_CIRCUIT_VERSION(a, b, c) HR_CIRCUIT_TEXT(a) "." HR_CIRCUIT_TEXT(b) "." HR_CIRCUIT_TEXT(c)
constexpr const char* kTool = "hedgerow-circuit " HR_CIRCUIT_VERSION(
    HEDGEROW_VERSION_MAJOR, HEDGEROW_VERSION_MINOR, HEDGEROW_VERSION_PATCH);

}  // namespace hedgerow::circuit
