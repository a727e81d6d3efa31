#pragma once

#include <string>

namespace hedgerow::bench {

// The commit that this was built from, with "-dirty" if files differed from it.
std::string built_from();

}  // namespace hedgerow::bench
