// The portable key schedule, which is constant in time on any CPU, and the start of a prepared key.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::aes {

// Expands a user key to the round keys of kVariant[kIndex] in order [FIPS 197 section 5.2].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

// Makes a prepared key in the memory that KernelOps' prepare gets. All of it is zero, except the
// number of rounds.
template <class Key>
HR_INLINE Key& blank_key(void* memory, int rounds) {
  Key& k = *(Key*)memory;
  __builtin_memset(memory, 0, sizeof k);
  k.rounds = rounds;
  return k;
}

}  // namespace hedgerow::aes
