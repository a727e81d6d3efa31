// The columns of the ledger for field multiplications, which resemble those for kernels.
#pragma once

#include "options.hpp"
#include "outcome.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

Outcome check_field_values(const Field& field, const Options& options);
Outcome check_field_chain(const Field& field, const Options& options);
Outcome check_field_random(const Field& field, const Options& options);
Outcome check_field_tweaks(const Field& field, const Options& options);
Outcome check_field_counts(const Field& field, const Options& options);
Outcome check_field_offsets(const Field& field, const Options& options);
Outcome check_field_guard(const Field& field, const Options& options);
Outcome check_field_residue(const Field& field, const Options& options);

}  // namespace hedgerow::ledger
