// The round of word slicing with byte shuffles: a table of 16 bytes for the upper and for the lower nibble of each byte
// of a word.
//
// Every table is looked up for all bytes of a word, and of four results each gives its own byte: two blends of words of
// 16 bits and one of bytes. Masks ahead of the look-ups would take six operations more, with as long a chain.
#pragma once

#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/wordslice_blocks.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kGroups = 2;

struct alignas(64) Key {
  std::uint32_t round[kRounds];
  // By byte position, in each lane; the high nibble's values in place.
  std::uint8_t low_box[4][kWidth], high_box[4][kWidth];
  std::uint8_t gather[16], scatter[16];  // the byte shuffles of two blocks, in and out
};

// A lane of the packed S-boxes (spec.hpp) has the two rows of a byte position, two values a byte.
template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  for (int i = 0; i < kRounds; i++) k.round[i] = load_word<kOrder>(round_keys + 4 * i);
  for (int p = 0; p < 4; p++) {
    const Vec both = load_splat128(boxes + 16 * p), even = low_nibble(both),
              odd = high_nibble(both);
    store(k.low_box[p], unpack_lo8(even, odd));
    store(k.high_box[p], shl16<4>(unpack_hi8(even, odd)));
  }
  __builtin_memcpy(k.gather, kShuffles<kOrder>.gather, 16);
  __builtin_memcpy(k.scatter, kShuffles<kOrder>.scatter, 16);
}

struct Constants {
  const Key* key;
};
HR_INLINE Constants load_constants(const Key& key) { return {&key}; }

// to ^= t((from <<< 11) + k), both rotated right by 11.
template <int kN>
HR_INLINE void crypt_round(Constants c, const std::uint32_t* round, const Vec* from, Vec* to) {
  // The compiler does not see where the tables are, or gcc would copy them to the stack ahead of the rounds.
  if constexpr (kN > 1) __asm__ volatile("" : "+r"(c.key));
  const Vec k = load_splat32(round);
  unroll<kN>([&](auto j) HR_LAMBDA {
    // The key goes between the two shifts of the rotation, which have no bit in common.
    const Vec t = add32(add32(shl32<kRotation>(from[j]), k), shr32<32 - kRotation>(from[j]));
    const auto look_up = [&](const std::uint8_t(*boxes)[kWidth], Vec nibbles) HR_LAMBDA {
      const auto at = [&](int byte) HR_LAMBDA { return shuffle(load(boxes[byte]), nibbles); };
      return blend_bytes(blend_words16(at(0), at(2)), blend_words16(at(1), at(3)));
    };
    const Vec lower = low_nibble(t), upper = high_nibble(t);
    const Vec before = xor2(to[j], look_up(c.key->low_box, lower));
    to[j] = xor2(before, look_up(c.key->high_box, upper));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
