// Checks the environment variables.
#pragma once

namespace hedgerow::cli {

// Throws Error (ARGUMENT) if HEDGEROW_CPU_DISABLE names an unknown CPU feature. The library would ignore the name and
// use the feature that the user wanted to disable.
void check_environment();

}  // namespace hedgerow::cli
