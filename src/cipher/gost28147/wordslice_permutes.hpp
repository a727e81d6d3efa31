// The round of word slicing with byte permutes of 64 bytes. Each byte position has two S-boxes. The
// index into a 64-byte table is a nibble with the byte's position in its word above it:
//
//     bits 5 4    byte position        bits 3 .. 0    nibble
//
// With vectors of 32 bytes a table is two vectors.
#pragma once

#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/wordslice_blocks.hpp"
#ifdef HR_VEC_VBMI
#include "isa/avx2_vbmi.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kTableVectors = 64 / kWidth;
constexpr int kGroups = kTableVectors == 1
                            ? 8   // sixteen registers of state hide a round's latencies
                            : 1;  // for few blocks

struct alignas(64) Key {
  std::uint32_t round[kRounds];
  // by byte position; the high nibble's values are in their place
  std::uint8_t low_box[64], high_box[64];
  std::uint8_t gather[16], scatter[16];  // the byte shuffles of two blocks, in and out
};

// A lane of the packed S-boxes (spec.hpp) has the two rows of a byte position, with two values in a
// byte.
template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  static_assert(kTableVectors * kWidth == kBoxBytes);
  Key& k = *(Key*)key;
  for (int i = 0; i < kRounds; i++) k.round[i] = load_word<kOrder>(round_keys + 4 * i);
  for (int at = 0; at < kBoxBytes; at += kWidth) {
    const Vec boxes = load(round_keys + 4 * kRounds + at);
    const Vec even = low_nibble(boxes), odd = high_nibble(boxes);
    store(k.low_box + at, unpack_lo8(even, odd));
    store(k.high_box + at, shl16<4>(unpack_hi8(even, odd)));
  }
  __builtin_memcpy(k.gather, kShuffles<kOrder>.gather, 16);
  __builtin_memcpy(k.scatter, kShuffles<kOrder>.scatter, 16);
}

struct Table {
  Vec part[kTableVectors];
};
HR_INLINE Table load_table(const std::uint8_t* p) {
  Table r;
  unroll<kTableVectors>([&](auto i) HR_LAMBDA { r.part[i] = load(p + i * kWidth); });
  return r;
}
HR_INLINE Vec look_up(const Table& table, Vec index) {
#ifdef HR_VEC_VBMI
  return permute8_of_two(index, table.part[0], table.part[1]);
#else
  return permute8(index, table.part[0]);
#endif
}

struct Constants {
  Vec nibble, position;
  Table low_box, high_box;
};
HR_INLINE Constants load_constants(const Key& key) {
  return {splat8(15), splat32(0x30201000), load_table(key.low_box), load_table(key.high_box)};
}

// Computes to ^= t((from <<< 11) + k), where both are rotated to the right by 11.
template <int kN>
HR_INLINE void crypt_round(const Constants& c, const std::uint32_t* round, const Vec* from,
                           Vec* to) {
  const Vec k = load_splat32(round);
  unroll<kN>([&](auto j) HR_LAMBDA {
    const Vec t = add32(rotl32<kRotation>(from[j]), k);
    const Vec low = look_up(c.low_box, and_or(t, c.nibble, c.position));
    const Vec high = look_up(c.high_box, and_or(shr32<4>(t), c.nibble, c.position));
    to[j] = ternary<0x96>(to[j], low, high);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
