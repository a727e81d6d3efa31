// What the environment says to this program.
#pragma once

namespace hedgerow::cli {

// Throws Error (ARGUMENT) when HEDGEROW_CPU_DISABLE names something that is no CPU
// feature: the library would go on with what was meant to be hidden.
void check_environment();

}  // namespace hedgerow::cli
