// Finds fragments of secrets on a stack. A call runs twice, with secrets a and with secrets b; a
// place that holds 8 bytes of a after the first run, and different 8 bytes of b after the second,
// holds a secret. What does not differ between the runs is a constant and no secret.
#pragma once

#include "random.hpp"

namespace hedgerow::ledger {

struct Secret {
  const char* name;
  bool required;  // its residue is a failure, else information
  Bytes a, b;
};

// Places on the two stacks (compared from their tops) that hold a fragment of the secret.
std::size_t count_residue(const Bytes& stack_a, const Bytes& stack_b, const Secret& secret);

// Bytes of the two stacks that differ: after calls with the same arguments but for a secret, all that depends on it.
std::size_t count_differing(const Bytes& stack_a, const Bytes& stack_b);

// Whether a function that leaves a key on the stack is found: the proof that the check sees.
bool residue_check_sees();

}  // namespace hedgerow::ledger
