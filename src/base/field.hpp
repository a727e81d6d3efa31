// The exports of an object of a FIELD line: multiplication (FieldOps, base/kernel.hpp) and work on rows of elements.
#pragma once

#include "base/kernel.hpp"

namespace hedgerow {

// All functions take constant time, and they are null if the product is not kPlain, and for elements of 64 bits.
struct RowOps {
  // For XTS, with little-endian elements: for i < blocks, masks[i] = t x^i and out[i] = in[i] xor masks[i]. Then t
  // becomes t x^blocks. `out` equals `in` or is disjoint from it, and `masks` is disjoint from both.
  void (*tweaks)(std::uint8_t* t, const std::uint8_t* in, std::uint8_t* out, std::uint8_t* masks,
                 std::size_t blocks) noexcept;
  // out = a xor b for any number of bytes, with the widest vectors. `out` equals a or b, or is disjoint from both.
  void (*add)(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
              std::size_t bytes) noexcept;
  // Sorts blocks of 8, 16, 32 or 64 bytes into rows and back: for i < chains and r < n, gather copies block r of in[i]
  // to place r * chains + i of `rows`, and scatter does the reverse.
  void (*gather)(std::size_t block, const std::uint8_t* const* in, std::uint8_t* rows,
                 std::size_t chains, std::size_t n) noexcept;
  void (*scatter)(std::size_t block, std::uint8_t* const* out, std::uint8_t* rows,
                  std::size_t chains, std::size_t n) noexcept;
};

struct FieldTable {
  FieldOps ops;
  RowOps rows;
};

}  // namespace hedgerow
