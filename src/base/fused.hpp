// Work around a cipher that a kernel does itself: what an object of a KERNEL line with
// fused=yes exports beside KernelOps.
#pragma once

#include "base/kernel.hpp"

namespace hedgerow {

// How a serial chain goes on: P is its text, C what becomes of it, X its value.
enum class ChainKind : std::uint8_t {
  kCipher,    // X = C = E(X xor P): CBC, and MACs, which write no C
  kFeedback,  // X = C = E(X) xor P: CFB
  kKeystream  // X = E(X), C = X xor P: OFB
};

// What a kernel may do in one pass with the cipher, where a pass of its own over the L1 cache would
// take about as long as the cipher. The rules are those of KernelOps; null what it has not.
struct FusedOps {
  // out_i = E(in_i xor T_i) xor T_i, or D in E's place. T_0 is `tweak`, T_(i+1) = T_i x, elements of
  // GF(2^128) in plain basis, little-endian; leaves the T behind the last in `tweak`.
  void (*encrypt_tweaked)(const void* key, std::uint8_t* tweak, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  void (*decrypt_tweaked)(const void* key, std::uint8_t* tweak, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  // out_i = D(in_i) xor in_(i-1), and out_i = E(in_(i-1)) xor in_i. `before` is in_(-1), and leaves
  // as the last of `in`.
  void (*decrypt_chained)(const void* key, std::uint8_t* before, const std::uint8_t* in,
                          std::uint8_t* out, std::size_t blocks) noexcept;
  void (*decrypt_feedback)(const void* key, std::uint8_t* before, const std::uint8_t* in,
                           std::uint8_t* out, std::size_t blocks) noexcept;
  // `blocks` blocks of each of `chains` chains, whose values stand side by side in `x`. `out` null:
  // nothing is written but x.
  void (*run_chains)(const void* key, ChainKind kind, const std::uint8_t* const* in,
                     std::uint8_t* const* out, std::uint8_t* x, std::size_t chains,
                     std::size_t blocks) noexcept;
};

}  // namespace hedgerow
