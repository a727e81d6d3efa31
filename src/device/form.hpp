// The contract between the host of a device and the kernel texts of src/device/text: what there is
// to compile, how a key is laid out for it, and how its entry points are launched.
//
// A form is one text compiled for one cipher variant or one field. Its program has the entries
//
//   hr_encrypt(keys, in, in_at, out, out_at, blocks)         out[i] = E(in[i]), 0 <= i < blocks
//   hr_decrypt(keys, in, in_at, out, out_at, blocks)         out[i] = D(in[i])
//   hr_ctr(keys, in, in_at, out, out_at, blocks, counter)    out[i] = in[i] xor E(counter + i)
//   hr_hash(keys, in, in_at, out, out_at, blocks, partials)  of a hash form alone, as the next two: see HashForm
//   hr_dot(factors, in, in_at, out, out_at, blocks, partials)  factors: elements from the beginning of their memory
//   hr_put(-, -, -, out, out_at, -, element)                 out[0] = element, an ElementArgument by value
//
// with keys, in: pointers to constant 32-bit words in global memory, out: to words in global memory,
// in_at, out_at: 64-bit offsets in bytes, blocks, partials: unsigned 64-bit, counter: a CounterArgument by value. `in`
// and `out` are equal or disjoint; both are aligned to alignment() bytes; keys to 16 bytes. A launch has one dimension,
// groups of exactly `group_threads` threads, and any number of groups: each takes its share of the blocks in a loop.
// covering() says how many find work. Nothing is written but out[0..blocks).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/kernel.hpp"
#include "base/secret.hpp"

namespace hedgerow::device {

enum class Language : std::uint8_t { kOpenCl, kCuda };

// The last argument of hr_ctr, the same bytes on host and device. The counter follows KernelOps::ctr:
// within a launch only 32 bits change, modulo 2^32; counter_run() says where a launch has to end.
struct CounterArgument {
  std::uint32_t block[kMaxBlockBytes /
                      4];   // the first counter block, its bytes in order, little-endian words
  std::uint32_t order;      // CounterOrder
  std::uint32_t keystream;  // 1: `in` is not read (it may be null), out is the keystream alone
};
static_assert(sizeof(CounterArgument) == 72);

// What the texts of both kinds of forms need of a launch.
struct Launch {
  const char* text;                 // name of its text
  const char* options;              // -DNAME=VALUE ..., the same for both languages
  std::uint32_t key_words;          // 32-bit words of a prepared key
  std::uint32_t group_threads;      // threads of a group, a power of two
  std::uint32_t blocks_per_thread;  // of one pass of a thread's loop
  std::uint32_t
      local_bytes;  // local (shared) memory of a group. OpenCL declares it inside; CUDA takes it as
                    // dynamic shared memory, which the host has to allow above 48 KiB
};

struct Form {
  const char* variant;    // kalyna-128-128
  const char* technique;  // bitslice, words, table
  std::uint32_t block_bytes;
  std::uint32_t round_key_bytes;  // of the canonical round keys (KernelOps::schedule)
  Launch launch;
  // Canonical round keys -> key_words words for the device, secret: wipe them. Constant in time.
  void (*prepare)(const std::uint8_t* round_keys, std::uint32_t* words) noexcept;
  std::string id(Language language) const;  // kalyna-128-128.bitslice.cuda
};

// The last argument of hr_put, the same bytes on host and device.
struct ElementArgument {
  std::uint32_t word[kMaxBlockBytes / 4];  // bytes in order, little-endian words
};
static_assert(sizeof(ElementArgument) == 64);

// Multiplication in GF(2^(8 block_bytes)), elements in plain basis, little-endian (FieldProduct::kPlain), or for
// `ghash` GHASH's own order. hr_hash condenses a sequence of `blocks` elements into `partials` of them: FieldOps::hash
// over the partials gives what FieldOps::hash gives over the sequence. With power = h^partials
//   out[j] = sum over k of in[j + k partials - pad] power^(m - 1 - k), m = ceil(blocks /
//   partials), pad = m partials - blocks
// where elements before the first are zero. partials: any number; `out` has it in elements.
// hr_dot, of forms with has_dot: out[j] ^= sum over k of in[j + k partials] factors[j + k partials], where elements are
// big-endian numbers, as MGM has them.
struct HashForm {
  const char* field;      // gf64, gf128, gf256, gf512, ghash
  const char* technique;  // words, table
  std::uint32_t block_bytes;
  Launch launch;  // blocks_per_thread is 1: partials / group_threads groups
  // h^partials -> words for the device, secret.
  void (*prepare)(const std::uint8_t* power, std::uint32_t* words) noexcept;
  // a := a b on the CPU, in the field's own order; constant in time.
  void (*multiply)(std::uint8_t* a, const std::uint8_t* b) noexcept;
  bool has_dot;
  std::string id(Language language) const;  // gf128.table.cuda
};

template <class T>
struct Span {
  const T* items;
  std::size_t count;
  const T* begin() const noexcept { return items; }
  const T* end() const noexcept { return items + count; }
};

// In the order of devices.def; of one variant the form that is fastest by the computed bounds stands first.
Span<Form> forms() noexcept;
Span<HashForm> hash_forms() noexcept;
// The whole text of a program, nothing left to include.
std::string program(const Launch& launch, Language language);

// What pointers to blocks of this size must be aligned to.
constexpr std::uint32_t alignment(std::uint32_t block_bytes) {
  const std::uint32_t lowest = block_bytes & (0 - block_bytes);
  return lowest < 16 ? lowest : 16;
}
// How many groups find work.
constexpr std::uint64_t covering(const Launch& launch, std::uint64_t blocks) {
  const std::uint64_t each = (std::uint64_t)launch.group_threads * launch.blocks_per_thread;
  return blocks / each + (blocks % each != 0);
}

// For counters whose field is longer than 32 bits: the most blocks that a launch from `counter` may take, and the
// counter that many blocks on, with its carry through `field_bytes` bytes from the least significant of `order`.
std::uint64_t counter_run(const std::uint8_t* counter, std::size_t block_bytes,
                          CounterOrder order) noexcept;
void counter_advance(std::uint8_t* counter, std::size_t block_bytes, CounterOrder order,
                     std::size_t field_bytes, std::uint64_t blocks) noexcept;

// A counter block and how it counts; overwritten when it goes.
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
