// The counter of a CTR-like mode: an unsigned integer in a part of the block, counted modulo its own size.
//
//   DSTU 7624 CTR, GCM   |<------------- little-endian ------------>|   order kLittleEndian
//   GOST R 34.13 CTR     |<--------------- big-endian ------------->|   order kBigEndian
//   MGM, Y               |                    |<--- big-endian ---->|   order kBigEndian
//   MGM, Z               |<--- big-endian --->|                     |   order kBigEndianLeft
//
// Some modes compute their first counter by encrypting a nonce. Such a counter is secret, so an addition takes the same
// time for every value. The one exception is a wrap of the low 32 bits, once in 2^32 blocks, because it splits a call.
#pragma once

#include <string.h>

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"

namespace hedgerow {

struct CounterField {
  std::size_t offset;
  std::size_t bytes;
  CounterOrder order;  // tells a kernel which 32 bits it must count: the lowest of the field
  // Takes the place of padding, because copies fill padding with what is on the stack, and states keep a field.
  std::uint8_t zeros[7] = {};
};

// field += n, modulo 2^(8 * field.bytes). Adds 64-bit words from the lowest one up, then the remaining bytes.
inline void counter_add(const CounterField& field, std::uint8_t* block, std::uint64_t n) noexcept {
  const bool little = field.order == CounterOrder::kLittleEndian;
  std::uint8_t* const first = block + field.offset;
  std::size_t done = 0;
  for (; field.bytes - done >= 8; done += 8) {
    std::uint8_t* const word = first + (little ? done : field.bytes - done - 8);
    std::uint64_t sum;
    const bool carry = __builtin_add_overflow(little ? load_le64(word) : load_be64(word), n, &sum);
    little ? store_le64(word, sum) : store_be64(word, sum);
    n = carry;
  }
  for (; done < field.bytes; done++) {
    std::uint8_t& digit = first[little ? done : field.bytes - 1 - done];
    const unsigned sum = digit + (unsigned)(n & 0xff);
    digit = (std::uint8_t)sum;
    n = (n >> 8) + (sum >> 8);
  }
}

// Number of blocks that one kernel call may take before the low 32 bits wrap: 1 .. 2^32.
inline std::uint64_t counter_room(const CounterField& field, const std::uint8_t* block) noexcept {
  const bool little = field.order == CounterOrder::kLittleEndian;
  const std::uint32_t low =
      little ? load_le32(block + field.offset) : load_be32(block + field.offset + field.bytes - 4);
  return (1ull << 32) - low;
}

// Writes `blocks` consecutive counter blocks, starting at `first`. The block length is a multiple of 8 bytes.
inline void write_counters(const CounterField& field, std::size_t block, const std::uint8_t* first,
                           std::uint8_t* out, std::size_t blocks) noexcept {
  std::uint8_t counter[kMaxBlockBytes] = {};
  memcpy(counter, first, block);
  const bool little = field.order == CounterOrder::kLittleEndian;
  const std::size_t place = field.offset + (little ? 0 : field.bytes - 4);
  while (blocks != 0) {
    const std::uint64_t room = counter_room(field, counter);
    const std::size_t n = blocks < room ? blocks : (std::size_t)room;
    const std::uint32_t low = little ? load_le32(counter + place) : load_be32(counter + place);
    for (std::size_t i = 0; i < n; i++, out += block) {
      for (std::size_t w = 0; w < block; w += 8) memcpy(out + w, counter + w, 8);
      little ? store_le32(out + place, low + (std::uint32_t)i)
             : store_be32(out + place, low + (std::uint32_t)i);
    }
    counter_add(field, counter, n);
    blocks -= n;
  }
  wipe(counter, sizeof counter);
}

}  // namespace hedgerow
