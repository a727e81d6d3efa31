// What is said of a container in which segments are damaged, by verify --all and decrypt --salvage.
#pragma once

#include <string>

#include "hedgerow/container.hpp"

#include "support/result.hpp"

namespace hedgerow::cli {

// JSON: `object` with what was found, and with "error" where something is damaged. Else a line for
// each gap and one that sums up, on standard error; nothing where all is whole. Returns 0, or 1 where
// something is damaged.
int tell_damage(const std::string& name, Json object, const ContainerSalvage& salvage);

}  // namespace hedgerow::cli
