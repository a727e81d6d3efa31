// Bit planes in plain 64-bit words (planes.hpp): any CPU, of either byte order.
//
// A batch is 32 columns, the chunks. The byte in column q of row t + 4 h has its bits at position
//   32 h + q    of the word of row t
// so that "4 rows down" is a rotation by 32, and the columns of a block are neighbouring bits.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/bit_transpose.hpp"
#include "cipher/common/counter.hpp"
#include "cipher/kalyna/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
constexpr int kPlanes = 32;
constexpr int kBatchBytes = 8 * kPlanes;
template <int kColumns>
constexpr int kMixedColumns = kColumns;

struct PlaneKey {
  std::uint64_t plane[kPlanes];
};
HR_INLINE Vec key_plane(const PlaneKey& key, int i) { return {key.plane[i]}; }
HR_INLINE void store_key_plane(PlaneKey& key, int i, Vec v) { key.plane[i] = v.v; }

// The positions whose column within the block is at least, or below, `column`.
consteval std::uint64_t column_mask(int columns, int column, bool at_least) {
  std::uint64_t m = 0;
  for (int i = 0; i < 64; i++)
    if ((i % columns >= column) == at_least) m |= (std::uint64_t)1 << i;
  return m;
}
template <int kColumns, int kRight>
HR_INLINE Vec turn_right(Vec v) {
  return {((v.v << kRight) & column_mask(kColumns, kRight, true)) |
          ((v.v >> (kColumns - kRight)) & column_mask(kColumns, kRight, false))};
}
template <int kColumns, int kPhase>
HR_INLINE Vec opposite(Vec v) {
  const Vec r = rotl64<32>(v);
  if constexpr (kPhase == 0) return r;
  return turn_right<kColumns, kColumns / 2>(r);
}

template <int kColumns>
HR_INLINE Vec load_chunk(const std::uint8_t* p, int i) {
  return load_splat64(p + 8 * i);
}
template <int kColumns>
HR_INLINE void store_chunk(std::uint8_t* p, int i, Vec v) {
  store_le64(p + 8 * i, v.v);
}
template <int kColumns>
HR_INLINE Vec block_chunk(const std::uint8_t* block, int i) {
  return load_splat64(block + 8 * (i % kColumns));
}

// Exchanges the bits of b under the mask with those of a, `shift` higher.
HR_INLINE void swap_bits(Vec& a, Vec& b, int shift, std::uint64_t mask) {
  const std::uint64_t t = ((a.v >> shift) ^ b.v) & mask;
  b.v ^= t;
  a.v ^= t << shift;
}
// Four columns <-> rows t (low half) and t + 4 (high half) of these columns, in word t.
HR_INLINE void transpose_bytes(Vec* x) {
  swap_bits(x[0], x[1], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[2], x[3], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[0], x[2], 16, 0x0000ffff0000ffff);
  swap_bits(x[1], x[3], 16, 0x0000ffff0000ffff);
}

// chunk(i) gives column i.
template <int kColumns, class Chunk>
HR_INLINE void to_planes(Vec (*row)[8], Chunk chunk) {
  for (int w = 0; w < 8; w++) {
    Vec x[4];
    for (int k = 0; k < 4; k++) x[k] = chunk(8 * k + w);
    transpose_bytes(x);
    for (int t = 0; t < 4; t++) row[t][w] = x[t];
  }
  for (int t = 0; t < 4; t++) transpose_bits(row[t]);
}
// take(i, v) takes column i.
template <int kColumns, class Take>
HR_INLINE void from_planes(Vec (*row)[8], Take take) {
  for (int t = 0; t < 4; t++) transpose_bits(row[t]);
  for (int w = 0; w < 8; w++) {
    Vec x[4];
    for (int t = 0; t < 4; t++) x[t] = row[t][w];
    transpose_bytes(x);
    for (int k = 0; k < 4; k++) take(8 * k + w, x[k]);
  }
}

// Column i of the counter blocks that start at `first`; fixed: a block without its counting bytes.
template <int kColumns>
HR_INLINE Vec counter_chunk(const std::uint8_t* fixed, int order, Vec first, int i) {
  const std::uint64_t number = add32(first, splat32((std::uint32_t)(i / kColumns))).v;
  const int at = counter_place<8 * kColumns>((CounterOrder)order) / 8;
  const std::uint64_t placed =
      order ? (std::uint64_t)byte_swap32((std::uint32_t)number) << 32 : number;
  return {load_le64(fixed + 8 * (i % kColumns)) | (i % kColumns == at ? placed : 0)};
}
template <int kColumns>
HR_INLINE Vec first_counters(std::uint32_t value) {
  return {value};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
