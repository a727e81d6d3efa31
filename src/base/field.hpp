// What an object of a FIELD line exports: multiplication (FieldOps, base/kernel.hpp), and work on rows of elements.
#pragma once

#include "base/kernel.hpp"

namespace hedgerow {

// Constant in time. All null where the product is not kPlain, and with elements of 64 bits.
struct RowOps {
  // XTS, elements little-endian: for i < blocks, masks[i] = t x^i and out[i] = in[i] xor masks[i];
  // t is then t x^blocks. `out` is `in` or apart, `masks` apart from both.
  void (*tweaks)(std::uint8_t* t, const std::uint8_t* in, std::uint8_t* out, std::uint8_t* masks,
                 std::size_t blocks) noexcept;
  // out = a xor b: rows of elements of any length, in the widest vectors. `out` is a, b, or apart.
  void (*add)(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
              std::size_t bytes) noexcept;
  // Blocks of 8, 16, 32 or 64 bytes sorted into rows, for i < chains and r < n: block r of in[i]
  // to place r * chains + i of `rows`; and back.
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
