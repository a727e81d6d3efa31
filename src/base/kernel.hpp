// The kernel contract and the field contract: what src/cipher and src/field give, and all that
// src/mode sees.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

constexpr std::size_t kMaxBlockBytes = 64;

// Which 32 bits of a counter block `ctr` increments, and how they stand in the block.
enum class CounterOrder : std::uint8_t {
  kLittleEndian,  // bytes 0..3, least significant first              (DSTU 7624 CTR and GCM)
  kBigEndian,     // the last 4 bytes, most significant first         (GOST R 34.13 CTR, MGM's Y, SP
                  // 800-38A)
  kBigEndianLeft  // the last 4 bytes of the left half, big-endian    (MGM's Z); blocks of 8 bytes
                  // or more
};

constexpr bool has_order(std::size_t block_bytes, CounterOrder order) {
  return order != CounterOrder::kBigEndianLeft || block_bytes >= 8;
}

// How a kernel lays out a prepared key. Kernels of one variant that name the same layout, but kOwn,
// prepare the same bytes: a key that one prepared serves the other.
enum class KeyLayout : std::uint8_t { kOwn, kArxWords };

// One kernel for one cipher variant. A variant that the kernel does not serve has key_bytes == 0
// and null pointers. Every function is noexcept, constant in time for a `ct` kernel, allocates
// nothing, wipes every copy of secrets that it puts into memory of its own, and may run in many
// threads on one prepared key. Pointers need no alignment but `key`, which is 64-byte aligned. `in`
// and `out` are equal or disjoint.
struct KernelOps {
  // Bytes of the prepared key (the kernel's own layout), a multiple of 64.
  std::uint32_t key_bytes;
  // Bytes of the canonical round keys: the same in every kernel of a variant.
  std::uint32_t round_key_bytes;
  // Blocks of a full batch: of as many as the kernel holds at once, or of the largest group that runs interleaved. The
  // blocks that a call leaves beyond full batches cost more each.
  std::uint32_t batch_blocks;
  // In the narrow role: the largest call, in blocks, that this kernel should take from the bulk
  // kernel. Else 0.
  std::uint32_t narrow_up_to;
  // User key (the variant's key bytes) -> canonical round keys: the standard's round keys in order,
  // byte by byte.
  void (*schedule)(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
  // Canonical round keys -> prepared key, for both directions and ctr.
  void (*prepare)(const std::uint8_t* round_keys, void* key) noexcept;
  // ECB over any number of blocks, zero included.
  void (*encrypt)(const void* key, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t blocks) noexcept;
  void (*decrypt)(const void* key, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t blocks) noexcept;
  // out[i] = in[i] xor E(counter + i). Only the 32 bits that `order` names change, modulo 2^32: the
  // mode splits its calls at carries. `counter` (one block) is read only. Every order that the
  // block has is served by every kernel; the order of the cipher's own standard is the fast one.
  void (*ctr)(const void* key, const std::uint8_t* counter, CounterOrder order,
              const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;
  KeyLayout layout = KeyLayout::kOwn;
  // User key -> prepared key at once: what `prepare` makes of the round keys of `schedule`, with no copy of them.
  // Null: there is nothing to gain.
  void (*set_up)(const std::uint8_t* user_key, void* key) noexcept = nullptr;
};

// What a field multiplication computes.
enum class FieldProduct : std::uint8_t {
  kPlain,    // a * b in plain basis: DSTU 7624, MGM
  kPolyval,  // a * b * x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1 [RFC 8452 section 3]
  kGhash     // a * b with the bits of every byte in reverse, x^0 first [SP 800-38D section 6.3]
};

// Multiplication in one field GF(2^n), elements as n/8 bytes. In plain basis:
// `big_endian` false: byte 0 bit 0 is x^0 (DSTU 7624). True: the last byte's bit 0 is x^0 (MGM, RFC
// 9058).
struct FieldOps {
  std::uint32_t key_bytes;    // bytes of a prepared hash key, a multiple of 64
  std::uint32_t block_bytes;  // n/8
  // Hash key h -> its powers in the multiplication's own layout, for `hash`. Null with `hash`.
  void (*prepare)(const std::uint8_t* h, void* key) noexcept;
  // Horner: for each block, acc = (acc xor block) * h, elements little-endian (DSTU 7624 GCM,
  // POLYVAL, GHASH in its own order). Null: this multiplication serves inner products alone.
  void (*hash)(const void* key, std::uint8_t* acc, const std::uint8_t* in,
               std::size_t blocks) noexcept;
  // Inner product: acc ^= sum over i of h[i] * in[i], both arrays of `blocks` elements. Null: this
  // multiplication serves `hash` alone.
  void (*dot)(bool big_endian, std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
              std::size_t blocks) noexcept;
  FieldProduct product = FieldProduct::kPlain;
};

}  // namespace hedgerow
