// ECB and CTR of a bitslice kernel in plain words. Included inside a kernel's anonymous namespace,
// after planes_scalar.hpp, Key, State, encrypt_state(key, s, in, out) and decrypt_state.
#pragma once

HR_INLINE void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  encrypt_state(key, s, in, out);
  wipe(&s, sizeof s);
}
HR_INLINE void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  decrypt_state(key, s, in, out);
  wipe(&s, sizeof s);
}

#include "cipher/shared/batch_ops.hpp"
