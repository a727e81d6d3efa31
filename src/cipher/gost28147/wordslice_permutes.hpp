// The round of word slicing with byte permutes of 64 bytes: two S-boxes serve a byte position; an index for a 64-byte
// table is a nibble and, above it, the byte's position in its word.
#pragma once

#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/wordslice_blocks.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kGroups = 8;  // sixteen registers of state hide the latencies of a round

struct alignas(64) Key {
  std::uint32_t round[kRounds];
  std::uint8_t low_box[64], high_box[64];  // by byte position; the high nibble's values in place
  std::uint8_t gather[16], scatter[16];    // the byte shuffles of two blocks, in and out
};

// A lane of the packed S-boxes (spec.hpp) has the two rows of a byte position, two values a byte.
template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  static_assert(kWidth == kBoxBytes);
  Key& k = *(Key*)key;
  const Vec boxes = load(round_keys + 4 * kRounds);
  const Vec even = low_nibble(boxes), odd = high_nibble(boxes);
  for (int i = 0; i < kRounds; i++) k.round[i] = load_word<kOrder>(round_keys + 4 * i);
  store(k.low_box, unpack_lo8(even, odd));
  store(k.high_box, shl16<4>(unpack_hi8(even, odd)));
  __builtin_memcpy(k.gather, kShuffles<kOrder>.gather, 16);
  __builtin_memcpy(k.scatter, kShuffles<kOrder>.scatter, 16);
}

struct Constants {
  Vec nibble, position, low_box, high_box;
};
HR_INLINE Constants load_constants(const Key& key) {
  return {splat8(15), splat32(0x30201000), load(key.low_box), load(key.high_box)};
}

// to ^= t((from <<< 11) + k), both rotated right by 11.
template <int kN>
HR_INLINE void crypt_round(const Constants& c, const std::uint32_t* round, const Vec* from,
                           Vec* to) {
  const Vec k = load_splat32(round);
  unroll<kN>([&](auto j) HR_LAMBDA {
    const Vec t = add32(rotl32<kRotation>(from[j]), k);
    const Vec low = permute8(and_or(t, c.nibble, c.position), c.low_box);
    const Vec high = permute8(and_or(shr32<4>(t), c.nibble, c.position), c.high_box);
    to[j] = xor3(to[j], low, high);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
