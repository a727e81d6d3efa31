// Checks the environment variables that the library would otherwise silently ignore.
#pragma once

namespace hedgerow::cli {

// Throws Error (ARGUMENT) if HEDGEROW_CPU_DISABLE names an unknown CPU feature. The library would ignore the name and
// use the feature that the user wanted to disable.
void check_environment();

// Prints a note if HEDGEROW_KERNEL names no kernel, because the library then uses the kernels that it would use anyway.
void warn_of_environment();

}  // namespace hedgerow::cli
