// Finds fragments of secrets on a stack. A call runs twice, with secrets a and with secrets b. A
// place contains a secret if it holds 8 bytes of a after the first run, and different 8 bytes of b
// after the second run. Bytes that are the same in both runs are constants.
#pragma once

#include "random.hpp"

namespace hedgerow::ledger {

struct Secret {
  const char* name;
  bool required;  // its residue is a failure; otherwise it is only reported
  Bytes a, b;
};

// Counts the places on the two stacks (compared from their tops) that hold a fragment of the
// secret.
std::size_t count_residue(const Bytes& stack_a, const Bytes& stack_b, const Secret& secret);

// Counts the differing bytes of the two stacks. If the calls differ only in a secret, these are all
// bytes that depend on it.
std::size_t count_differing(const Bytes& stack_a, const Bytes& stack_b);

// Returns true if the check finds a key that a function has left on the stack. This proves that the
// check works.
bool residue_check_sees();

}  // namespace hedgerow::ledger
