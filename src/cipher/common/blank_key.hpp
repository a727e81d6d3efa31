// Makes a prepared key in the memory that KernelOps' prepare gets. All of it is zero, except the
// number of rounds.
#pragma once

#include "base/inline.hpp"

namespace hedgerow {

template <class Key>
HR_INLINE Key& blank_key(void* memory, int rounds) {
  Key& k = *(Key*)memory;
  __builtin_memset(memory, 0, sizeof k);
  k.rounds = rounds;
  return k;
}

}  // namespace hedgerow
