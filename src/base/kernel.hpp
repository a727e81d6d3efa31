// The contracts of kernels and fields: the interface that src/cipher and src/field implement and src/mode uses. A
// kernel encrypts blocks (KernelOps). A field is GF(2^n); GCM, MGM and similar modes authenticate in it (FieldOps).
//
// A kernel turns a user key into a prepared key in two steps, or in one if it has `set_up`:
//
//   user key --schedule--> canonical round keys --prepare--> prepared key --> encrypt, decrypt, ctr
//   user key --------------------set_up--------------------> prepared key
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

constexpr std::size_t kMaxBlockBytes = 64;

// Which 32 bits of a counter block `ctr` increments, and their byte order.
enum class CounterOrder : std::uint8_t {
  kLittleEndian,  // bytes 0..3, least significant first (DSTU 7624 CTR and GCM)
  kBigEndian,     // the last 4 bytes, most significant first (GOST R 34.13, SP 800-38A, MGM's Y)
  kBigEndianLeft  // the last 4 bytes of the left half, big-endian (MGM's Z), in blocks of >= 8 bytes
};

// Returns whether blocks of this length have these 32 bits.
constexpr bool has_order(std::size_t block_bytes, CounterOrder order) {
  return order != CounterOrder::kBigEndianLeft || block_bytes >= 8;
}

// How a kernel lays out a prepared key. All kernels of a variant that name the same layout prepare the same bytes, so
// they can share a prepared key. A key with the layout kOwn only fits the kernel that prepared it. kArxWords is the
// layout of cipher/common/arx.hpp, and kAesRoundKeys that of AES by the instructions of the CPU.
enum class KeyLayout : std::uint8_t { kOwn, kArxWords, kAesRoundKeys };

enum class Timing : std::uint8_t { kConstantTime, kVartime };

// A range of call lengths in blocks. Both ends are included.
struct BlockRange {
  std::uint32_t from, up_to;
  constexpr bool has(std::size_t blocks) const { return from <= blocks && blocks <= up_to; }
};
constexpr std::uint32_t kNoLimit = 0xffffffff;
constexpr BlockRange kAllCalls{0, kNoLimit};
consteval BlockRange calls_from(std::uint32_t blocks) { return {blocks, kNoLimit}; }
consteval BlockRange calls_up_to(std::uint32_t blocks) { return {0, blocks}; }

// One kernel for one cipher variant. If the kernel does not support a variant, key_bytes is 0 and the pointers are
// null. Every function is noexcept, allocates no memory, and wipes every copy of a secret that it makes. It takes
// constant time if `timing` is kConstantTime. Many threads may use one prepared key at the same time. Only `key` must
// be aligned, to 64 bytes. `in` and `out` are equal or disjoint.
struct KernelOps {
  // Size of the prepared key in bytes, a multiple of 64. The layout belongs to the kernel (see KeyLayout).
  std::uint32_t key_bytes;
  // Size of the canonical round keys in bytes, which is the same in every kernel of a variant.
  std::uint32_t round_key_bytes;
  // Number of blocks in a full batch: the blocks that the kernel processes at one time, or the largest group that it
  // interleaves. The remaining blocks of a call cost more each. For example, if the batch has 16 blocks, the last block
  // of a call of 17 blocks is expensive.
  std::uint32_t batch_blocks;
  // The calls, in blocks, for which this kernel may be selected. Other calls take less time with another kernel, but
  // this one can compute them.
  BlockRange good_for;
  // Expands the user key (the variant's key bytes) into canonical round keys, which are the round keys of the standard
  // in order, byte by byte.
  void (*schedule)(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
  // Turns canonical round keys into a prepared key, which serves both directions and ctr.
  void (*prepare)(const std::uint8_t* round_keys, void* key) noexcept;
  // ECB over any number of blocks, including zero.
  void (*encrypt)(const void* key, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t blocks) noexcept;
  void (*decrypt)(const void* key, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t blocks) noexcept;
  // out[i] = in[i] xor E(counter + i). Only the 32 bits that `order` names change, modulo 2^32, because the mode splits
  // its calls at carries. `counter` has one block and is only read. A kernel supports every order that the block length
  // allows, but only the order of the cipher's standard must be fast.
  void (*ctr)(const void* key, const std::uint8_t* counter, CounterOrder order,
              const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;
  KeyLayout layout = KeyLayout::kOwn;
  // Turns the user key into a prepared key without storing canonical round keys. The result is the same as that of
  // `schedule` and `prepare`. Null if it would not be faster.
  void (*set_up)(const std::uint8_t* user_key, void* key) noexcept = nullptr;
  Timing timing = Timing::kConstantTime;
};

// The product that a field multiplication computes.
enum class FieldProduct : std::uint8_t {
  kPlain,    // a * b in plain basis (see FieldOps): DSTU 7624, MGM
  kPolyval,  // a * b * x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1 [RFC 8452 section 3]
  kGhash     // a * b with the bits of every byte reversed, x^0 first [SP 800-38D section 6.3]
};

// Multiplication in one field GF(2^n). An element has n/8 bytes. In plain basis, x^0 is bit 0 of byte 0 if `big_endian`
// is false (DSTU 7624), and bit 0 of the last byte if it is true (MGM, RFC 9058).
struct FieldOps {
  std::uint32_t key_bytes;    // bytes of a prepared hash key, a multiple of 64
  std::uint32_t block_bytes;  // n/8
  // Computes the powers of the hash key h that `hash` needs, in the layout of the multiplication. Null if `hash` is
  // null.
  void (*prepare)(const std::uint8_t* h, void* key) noexcept;
  // Horner's method: for each block, acc = (acc xor block) * h. Elements are little-endian (DSTU 7624 GCM, POLYVAL) or
  // in the order of GHASH. Null if the multiplication has only `dot`.
  void (*hash)(const void* key, std::uint8_t* acc, const std::uint8_t* in,
               std::size_t blocks) noexcept;
  // Inner product: acc ^= sum over i of h[i] * in[i]. Both arrays have `blocks` elements. Null if the multiplication
  // has only `hash`.
  void (*dot)(bool big_endian, std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
              std::size_t blocks) noexcept;
  FieldProduct product = FieldProduct::kPlain;
};

}  // namespace hedgerow
