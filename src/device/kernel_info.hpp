// The contract between the host code and the kernel sources of src/device/source: the kernels that can be
// compiled, the layout of a key, and the launch of an entry point.
//
// A kernel is one source that is compiled for one cipher variant or one field. Its program has these
// entries:
//
//   hr_encrypt(keys, in, in_at, out, out_at, blocks)            out[i] = E(in[i]), 0 <= i < blocks
//   hr_decrypt(keys, in, in_at, out, out_at, blocks)            out[i] = D(in[i])
//   hr_ctr(keys, in, in_at, out, out_at, blocks, counter)       out[i] = in[i] xor E(counter + i)
//
// Kernels of fields (see HashKernelInfo) have these instead:
//
//   hr_hash(keys, in, in_at, out, out_at, blocks, partials)
//   hr_dot(factors, in, in_at, out, out_at, blocks, partials)   factors: elements from the
//                                                               beginning of their memory
//   hr_put(-, -, -, out, out_at, -, element)                    out[0] = element
//
//   keys, in       pointers to constant 32-bit words in global memory; keys are aligned to 16 bytes
//   out            pointer to 32-bit words in global memory
//   in_at, out_at  64-bit offsets in bytes
//   blocks, partials  unsigned 64-bit
//   counter        a CounterArgument by value
//   element        an ElementArgument by value
//
// `in` and `out` are equal or disjoint, and both are aligned to alignment() bytes. A launch has one
// dimension, groups of exactly `group_threads` threads, and any number of groups, because each
// group processes its share of the blocks in a loop. covering() returns the number of groups that
// have work. A kernel writes only out[0..blocks).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/kernel.hpp"
#include "base/secret.hpp"

namespace hedgerow::device {

enum class Language : std::uint8_t { kOpenCl, kCuda };

// The last argument of hr_ctr, with the same bytes on host and device. The counter follows
// KernelOps::ctr. Within a launch only 32 bits of it change, modulo 2^32, and counter_run() says
// where a launch must end.
struct CounterArgument {
  std::uint32_t block[kMaxBlockBytes /
                      4];   // the first counter block, its bytes in order, little-endian words
  std::uint32_t order;      // CounterOrder
  std::uint32_t keystream;  // 1: the output is the keystream, and `in` is not read (it may be null)
};
static_assert(sizeof(CounterArgument) == 72);

// The launch parameters that kernels of ciphers and kernels of fields share.
struct Launch {
  const char* source;               // names of the source files
  const char* options;              // -DNAME=VALUE ..., the same in both languages
  std::uint32_t key_words;          // 32-bit words of a prepared key
  std::uint32_t group_threads;      // threads in a group, a power of two
  std::uint32_t blocks_per_thread;  // in one pass of a thread's loop
  std::uint32_t
      local_bytes;  // local (shared) memory of a group. OpenCL declares it inside; CUDA takes it as
                    // dynamic shared memory, which the host has to allow above 48 KiB
};

struct KernelInfo {
  const char* variant;    // kalyna-128-128
  const char* technique;  // bitslice, words, table
  std::uint32_t block_bytes;
  std::uint32_t round_key_bytes;  // bytes of the canonical round keys (KernelOps::schedule)
  Launch launch;
  // Converts canonical round keys to key_words words for the device, in constant time. The words
  // are secret, so the caller must wipe them.
  void (*prepare)(const std::uint8_t* round_keys, std::uint32_t* words) noexcept;
  std::string id(Language language) const;  // for example kalyna-128-128.bitslice.cuda
};

// The last argument of hr_put, with the same bytes on host and device.
struct ElementArgument {
  std::uint32_t word[kMaxBlockBytes / 4];  // the bytes in order, as little-endian words
};
static_assert(sizeof(ElementArgument) == 64);

// Multiplication in GF(2^(8 block_bytes)). Elements are in the plain basis and little-endian
// (FieldProduct::kPlain), or in GHASH's own order for the field `ghash`. hr_hash condenses a
// sequence of `blocks` elements into `partials` elements, such that FieldOps::hash gives the same
// result for the partials as for the sequence. With power = h^partials
//
//   out[j] = sum over k of in[j + k partials - pad] power^(m - 1 - k)
//   m = ceil(blocks / partials), pad = m partials - blocks
//
// where elements before the first one are zero. `partials` may be any number, and `out` has room
// for that many elements.
//
// Kernels with has_dot also have hr_dot, where elements are big-endian numbers as in MGM:
//
//   out[j] ^= sum over k of in[j + k partials] factors[j + k partials]
struct HashKernelInfo {
  const char* field;      // gf64, gf128, gf256, gf512, ghash
  const char* technique;  // words, table
  std::uint32_t block_bytes;
  Launch launch;  // blocks_per_thread is 1, so partials / group_threads groups run
  // Converts h^partials to words for the device, which are secret and must be wiped.
  void (*prepare)(const std::uint8_t* power, std::uint32_t* words) noexcept;
  // Computes a := a b on the CPU, in the field's own order and in constant time.
  void (*multiply)(std::uint8_t* a, const std::uint8_t* b) noexcept;
  bool has_dot;
  std::string id(Language language) const;  // for example gf128.table.cuda
};

template <class T>
struct Span {
  const T* items;
  std::size_t count;
  const T* begin() const noexcept { return items; }
  const T* end() const noexcept { return items + count; }
};

// All kernels in the order of devices.def. For each variant, the kernel that is fastest according to
// the computed bounds comes first.
Span<KernelInfo> kernel_infos() noexcept;
Span<HashKernelInfo> hash_kernel_infos() noexcept;
// Returns the complete text of a program, which includes no other file.
std::string program(const Launch& launch, Language language);

// Returns the alignment in bytes that pointers to blocks of this size need.
constexpr std::uint32_t alignment(std::uint32_t block_bytes) {
  const std::uint32_t lowest = block_bytes & (0 - block_bytes);
  return lowest < 16 ? lowest : 16;
}
// Returns the number of groups of a launch that have work to do.
constexpr std::uint64_t covering(const Launch& launch, std::uint64_t blocks) {
  const std::uint64_t each = (std::uint64_t)launch.group_threads * launch.blocks_per_thread;
  return blocks / each + (blocks % each != 0);
}

// For counters with a field of more than 32 bits. counter_run() returns the largest number of
// blocks that a launch from `counter` may process. The second function advances the counter by a
// number of blocks; the carry goes through `field_bytes` bytes, from the least significant byte of
// `order`.
std::uint64_t counter_run(const std::uint8_t* counter, std::size_t block_bytes,
                          CounterOrder order) noexcept;
void counter_advance(std::uint8_t* counter, std::size_t block_bytes, CounterOrder order,
                     std::size_t field_bytes, std::uint64_t blocks) noexcept;

// A counter block and its counting order, which are wiped at destruction.
struct Counter {
  std::uint8_t block[kMaxBlockBytes] = {};
  CounterOrder order = CounterOrder::kBigEndian;
  std::size_t field_bytes = 0;
  void advance(std::size_t block_bytes, std::uint64_t blocks) noexcept {
    counter_advance(block, block_bytes, order, field_bytes, blocks);
  }
  Counter() = default;
  Counter(const Counter&) = default;
  Counter& operator=(const Counter&) = default;
  ~Counter() { wipe(block, sizeof block); }
};

}  // namespace hedgerow::device
