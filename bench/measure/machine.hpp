// The machine and the build of a figure. The JSON has them for every figure.
#pragma once

#include <string>

namespace hedgerow::bench {

std::string machine_name();  // the CPU as the system names it
// the features that decide the selection of kernels, separated by commas
std::string machine_features();
std::string built_by();    // compiler and version
std::string built_with();  // the compiler's flags

}  // namespace hedgerow::bench
