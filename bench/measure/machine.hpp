// Where and from what a figure comes: every one of them stands beside it in the JSON.
#pragma once

#include <string>

namespace hedgerow::bench {

std::string machine_name();      // the CPU as the system names it
std::string machine_features();  // the features that kernels were chosen by, comma separated
std::string built_by();          // compiler and version
std::string built_with();        // the compiler's flags

}  // namespace hedgerow::bench
