#pragma once

#include <string>

namespace hedgerow::bench {

// The commit from which this was built, with "-dirty" if files differed from it.
std::string built_from();

}  // namespace hedgerow::bench
