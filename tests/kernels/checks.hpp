// The columns of the ledger.
#pragma once

#include "outcome.hpp"
#include "subject.hpp"

namespace hedgerow::ledger {

Outcome check_vectors(Subject& subject);
Outcome check_chain(Subject& subject);
Outcome check_differential(Subject& subject);
Outcome check_counts(Subject& subject);
Outcome check_offsets(Subject& subject);
Outcome check_in_place(Subject& subject);
Outcome check_guard(Subject& subject);
Outcome check_ctr(Subject& subject);
Outcome check_schedule(Subject& subject);
Outcome check_residue(Subject& subject);
Outcome check_forced(Subject& subject);
Outcome check_fused(Subject& subject);

// A column with its check for kernels and its check for fields. A check is null if it does not
// apply.
struct Column {
  const char* name;
  Outcome (*kernel)(Subject&);
  Outcome (*field)(const Field&, const Options&);
};
constexpr int kColumnCount = 12;
extern const Column kColumns[kColumnCount];

}  // namespace hedgerow::ledger
