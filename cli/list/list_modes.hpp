// hedgerow list --modes: every cipher in every mode it has.
#pragma once

namespace hedgerow::cli {

// As a JSON array with --json, as lines "CIPHER MODE" with --quiet, else as a table.
void print_modes();

}  // namespace hedgerow::cli
