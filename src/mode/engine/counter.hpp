// The counter of a CTR-like mode: an unsigned integer somewhere in a block, counted modulo its own
// size. A counter that a mode makes by encrypting a nonce is secret, so additions take the same
// time for every value; only where the low 32 bits wrap, once in 2^32 blocks, is a call split in
// two.
//
//   DSTU 7624 CTR, GCM   |<------------- little-endian ------------>|   order kLittleEndian
//   GOST R 34.13 CTR     |<--------------- big-endian ------------->|   order kBigEndian
//   MGM, Y               |                    |<--- big-endian ---->|   order kBigEndian
//   MGM, Z               |<--- big-endian --->|                     |   order kBigEndianLeft
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

struct CounterField {
  std::size_t offset;
  std::size_t bytes;
  CounterOrder order;  // which 32 bits of the field a kernel counts itself: the lowest
};

// field += n, modulo 2^(8 * field.bytes).
inline void counter_add(const CounterField& field, std::uint8_t* block, std::uint64_t n) noexcept {
  const bool little = field.order == CounterOrder::kLittleEndian;
  for (std::size_t i = 0; i < field.bytes; i++) {
    std::uint8_t& digit = block[field.offset + (little ? i : field.bytes - 1 - i)];
    const unsigned sum = digit + (unsigned)(n & 0xff);
    digit = (std::uint8_t)sum;
    n = (n >> 8) + (sum >> 8);
  }
}

// How many blocks one kernel call may take before the low 32 bits wrap: 1 .. 2^32.
inline std::uint64_t counter_room(const CounterField& field, const std::uint8_t* block) noexcept {
  const bool little = field.order == CounterOrder::kLittleEndian;
  const std::uint32_t low =
      little ? load_le32(block + field.offset) : load_be32(block + field.offset + field.bytes - 4);
  return (1ull << 32) - low;
}

}  // namespace hedgerow
