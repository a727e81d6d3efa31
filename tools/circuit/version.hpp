// The tool's version in provenance headers: the library's.
#pragma once

#include "hedgerow/hedgerow.h"

namespace hedgerow::circuit {

#define HR_CIRCUIT_TEXT(x) #x
#define HR_CIRCUIT_VERSION(a, b, c) HR_CIRCUIT_TEXT(a) "." HR_CIRCUIT_TEXT(b) "." HR_CIRCUIT_TEXT(c)
constexpr const char* kToolVersion =
    HR_CIRCUIT_VERSION(HEDGEROW_VERSION_MAJOR, HEDGEROW_VERSION_MINOR, HEDGEROW_VERSION_PATCH);

}  // namespace hedgerow::circuit
