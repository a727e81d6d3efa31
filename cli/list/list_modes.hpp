// hedgerow list --modes: shows every cipher in every mode that it has.
#pragma once

namespace hedgerow::cli {

// Prints a JSON array with --json, lines "CIPHER MODE" with --quiet, and otherwise a table.
void print_modes();

}  // namespace hedgerow::cli
