// The report of verify --all and decrypt --salvage about a container with damaged segments.
#pragma once

#include <string>

#include "hedgerow/container.hpp"

#include "support/result.hpp"

namespace hedgerow::cli {

// Prints the report. With --json it is `object` with the gaps, and with the fields of add_failure if there is damage.
// Otherwise it is one line on standard error for each gap and one line for the sum, and no line if there is no damage.
// Returns 0, or 1 if there is damage.
int tell_damage(const std::string& name, Json object, const ContainerSalvage& salvage);

}  // namespace hedgerow::cli
