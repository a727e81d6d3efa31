// ECB and CTR of a kernel that processes one block as a value: it is loaded, encrypted and stored. For example, a
// block of AES is four columns.
#pragma once

#include <cstdint>

#include "cipher/common/batches.hpp"

namespace hedgerow::HR_ISA {
namespace {

// kLoad(in) returns a block, kEncrypt(key, block) and kDecrypt(key, block) transform it, and kStore(out, block) writes
// it.
template <class Key, auto kLoad, auto kStore, auto kEncrypt, auto kDecrypt>
struct OneBlock {
  static void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    kStore(out, kEncrypt(key, kLoad(in)));
  }
  static void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    kStore(out, kDecrypt(key, kLoad(in)));
  }
};

template <class Key, int kBlockBytes, auto kLoad, auto kStore, auto kEncrypt, auto kDecrypt>
using BlockLoops =
    Batches<Key, kBlockBytes, 1, OneBlock<Key, kLoad, kStore, kEncrypt, kDecrypt>::encrypt,
            OneBlock<Key, kLoad, kStore, kEncrypt, kDecrypt>::decrypt>;

// Returns the registry entry of a kernel with these loops.
template <class Key, class Loops>
constexpr KernelOps loop_ops(std::size_t round_key_bytes, auto schedule, auto prepare) {
  return KernelOps(sizeof(Key), (std::uint32_t)round_key_bytes, Loops::batch_blocks(), kAllCalls,
                   schedule, prepare, Loops::encrypt, Loops::decrypt, Loops::ctr);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
