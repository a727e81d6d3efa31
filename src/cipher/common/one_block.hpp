// KernelOps for a reference that encrypts one block in place. R has block_bytes(),
// round_key_bytes(), schedule(user_key, round_keys), encrypt_block(round_keys, block) and
// decrypt_block. The prepared key is the round keys.
#pragma once

#include "cipher/common/batches.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <class R>
struct Reference {
  struct alignas(64) Key {
    std::uint8_t round_keys[R::round_key_bytes()];
  };
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    __builtin_memset(key, 0, sizeof(Key));
    __builtin_memcpy(key, round_keys, R::round_key_bytes());
  }
  static void encrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if (in != out) __builtin_memcpy(out, in, R::block_bytes());
    R::encrypt_block(key.round_keys, out);
  }
  static void decrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if (in != out) __builtin_memcpy(out, in, R::block_bytes());
    R::decrypt_block(key.round_keys, out);
  }
  static consteval KernelOps ops() {
    using Loops = Batches<Key, R::block_bytes(), 1, encrypt_block, decrypt_block>;
    return {sizeof(Key), R::round_key_bytes(), Loops::batch_blocks(), kAllCalls, R::schedule,
            prepare,     Loops::encrypt,       Loops::decrypt,        Loops::ctr};
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
