// Work around a cipher that a kernel does itself. The object of a KERNEL line with fused=yes exports this table in
// addition to KernelOps.
#pragma once

#include "base/kernel.hpp"

namespace hedgerow {

// How a serial chain continues. P is plaintext, C is ciphertext, X is the value of the chain.
enum class ChainKind : std::uint8_t {
  kCipher,    // X = C = E(X xor P): CBC, and MACs, which do not write C
  kFeedback,  // X = C = E(X) xor P: CFB
  kKeystream  // X = E(X), C = X xor P: OFB
};

// Functions that do the work of a mode in the same pass as the cipher, because a separate pass over the L1 cache would
// take about as long as the cipher. The rules of KernelOps apply, and a function that the kernel does not have is null.
struct FusedOps {
  // out_i = E(in_i xor T_i) xor T_i, or the same with D. T_0 is `tweak` and T_(i+1) = T_i x, with little-endian
  // elements of GF(2^128) in plain basis. Stores the next T in `tweak`.
  void (*encrypt_tweaked)(const void* key, std::uint8_t* tweak, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  void (*decrypt_tweaked)(const void* key, std::uint8_t* tweak, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  // CBC decryption, out_i = D(in_i) xor in_(i-1), and CFB decryption, out_i = E(in_(i-1)) xor in_i. `before` is in_(-1)
  // and receives the last block of `in`.
  void (*decrypt_chained)(const void* key, std::uint8_t* before, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  void (*decrypt_feedback)(const void* key, std::uint8_t* before, const std::uint8_t* in,
                           std::uint8_t* out, std::size_t blocks) noexcept;
  // Processes `blocks` blocks of each of `chains` chains. The values of the chains are side by side in `x`, and only x
  // is written if `out` is null.
  void (*run_chains)(const void* key, ChainKind kind, const std::uint8_t* const* in,
                     std::uint8_t* const* out, std::uint8_t* x, std::size_t chains,
                     std::size_t blocks) noexcept;
};

}  // namespace hedgerow
