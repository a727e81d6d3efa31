// Moves blocks between messages and rows (RowOps::gather, scatter) with every Vec. Batches of chains need this in
// addition to the cipher.
//
//   messages                              rows, `chains` blocks each
//   in[0] | A0 | A1 | A2 | A3 | ..        row 0 | A0 | B0 | C0 | D0 | ..
//   in[1] | B0 | B1 | B2 | B3 | ..        row 1 | A1 | B1 | C1 | D1 | ..
//   ..                                    ..
//
// With 64-byte vectors, blocks of 8 and 16 bytes move in squares with sides of 64 bytes. Each square is transposed, and
// the transposition is its own inverse. All other blocks move one at a time.
#pragma once

#include "base/field.hpp"
#include "isa/transpose_lanes.hpp"

namespace hedgerow::HR_ISA::field {
namespace {

#ifdef HR_VEC_AVX512
// Transposes kWidth / kBlock vectors.
template <int kBlock>
HR_INLINE void transpose(Vec* v) {
  if constexpr (kBlock == 16) {
    transpose_lanes(v[0], v[1], v[2], v[3]);
  } else {
    unroll<4>([&](auto i) HR_LAMBDA {
      const Vec a = v[2 * i], b = v[2 * i + 1];
      v[2 * i] = unpack_lo64(a, b);
      v[2 * i + 1] = unpack_hi64(a, b);
    });
    transpose_lanes(v[0], v[2], v[4], v[6]);
    transpose_lanes(v[1], v[3], v[5], v[7]);
  }
}
#endif

template <int kBlock>
struct RowMoves {
#ifdef HR_VEC_AVX512
  static constexpr std::size_t kSide = kBlock <= 16 ? kWidth / kBlock : 0;  // 0: no squares
#else
  static constexpr std::size_t kSide = 0;
#endif

  // Moves one square at chain i and row r, to the rows or from them.
  template <bool kGather, class Messages>
  HR_INLINE void move_square([[maybe_unused]] Messages messages,
                             [[maybe_unused]] std::uint8_t* rows,
                             [[maybe_unused]] std::size_t chains, [[maybe_unused]] std::size_t i,
                             [[maybe_unused]] std::size_t r) {
#ifdef HR_VEC_AVX512
    if constexpr (kSide != 0) {
      Vec v[kSide];
      std::uint8_t* const row = rows + (r * chains + i) * kBlock;
      unroll<(int)kSide>([&](auto k) HR_LAMBDA {
        v[k] = load(kGather ? messages[i + k] + r * kBlock : row + k * chains * kBlock);
      });
      transpose<kBlock>(v);
      unroll<(int)kSide>([&](auto k) HR_LAMBDA {
        if constexpr (kGather)
          store(row + k * chains * kBlock, v[k]);
        else
          store(messages[i + k] + r * kBlock, v[k]);
      });
    }
#endif
  }

  template <bool kGather, class Messages>
  HR_INLINE void move_blocks(Messages messages, std::uint8_t* rows, std::size_t chains,
                             std::size_t i, std::size_t first, std::size_t n) {
    for (std::size_t r = first; r < n; r++) {
      std::uint8_t* const row = rows + (r * chains + i) * kBlock;
      if constexpr (kGather)
        __builtin_memcpy(row, messages[i] + r * kBlock, kBlock);
      else
        __builtin_memcpy(messages[i] + r * kBlock, row, kBlock);
    }
  }

  template <bool kGather, class Messages>
  HR_INLINE void move(Messages messages, std::uint8_t* rows, std::size_t chains, std::size_t n) {
    std::size_t i = 0;
    if constexpr (kSide != 0)
      for (; chains - i >= kSide; i += kSide) {
        std::size_t r = 0;
        for (; n - r >= kSide; r += kSide) move_square<kGather>(messages, rows, chains, i, r);
        for (std::size_t k = 0; k < kSide; k++)
          move_blocks<kGather>(messages, rows, chains, i + k, r, n);
      }
    for (; i < chains; i++) move_blocks<kGather>(messages, rows, chains, i, 0, n);
  }

  static void gather(const std::uint8_t* const* in, std::uint8_t* rows, std::size_t chains,
                     std::size_t n) noexcept {
    move<true>(in, rows, chains, n);
  }
  static void scatter(std::uint8_t* const* out, std::uint8_t* rows, std::size_t chains,
                      std::size_t n) noexcept {
    move<false>(out, rows, chains, n);
  }
};

// Selects the function by block length.
struct Rows {
  static void gather(std::size_t block, const std::uint8_t* const* in, std::uint8_t* rows,
                     std::size_t chains, std::size_t n) noexcept {
    const auto move = block == 8    ? RowMoves<8>::gather
                      : block == 16 ? RowMoves<16>::gather
                      : block == 32 ? RowMoves<32>::gather
                                    : RowMoves<64>::gather;
    move(in, rows, chains, n);
  }
  static void scatter(std::size_t block, std::uint8_t* const* out, std::uint8_t* rows,
                      std::size_t chains, std::size_t n) noexcept {
    const auto move = block == 8    ? RowMoves<8>::scatter
                      : block == 16 ? RowMoves<16>::scatter
                      : block == 32 ? RowMoves<32>::scatter
                                    : RowMoves<64>::scatter;
    move(out, rows, chains, n);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA::field
