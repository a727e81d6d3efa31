// The round of word slicing with byte shuffles. There is a table of 16 bytes for the upper and for
// the lower nibble of each byte of a word.
//
// Each table is looked up for all bytes of a word, and only one byte of each of the four results is
// used. Two blends of 16-bit words and one blend of bytes join them. Masking the indices before the
// look-ups would take six more operations, with a chain of the same length.
#pragma once

#include <type_traits>

#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/wordslice_blocks.hpp"
#include "isa/pinned.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kGroups = 2;

struct alignas(64) Key {
  std::uint32_t round[kRounds];
  // By byte position, repeated in each lane, with the high nibble's values in their place.
  std::uint8_t low_box[4][kWidth], high_box[4][kWidth];
  std::uint8_t gather[16], scatter[16];  // the byte shuffles of two blocks, in and out
};

// A lane of the packed S-boxes (spec.hpp) has the two rows of a byte position, with two values in a
// byte.
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

// Computes to ^= t((from <<< 11) + k), where both are rotated to the right by 11. The order of the
// operations matters for a single vector (pinned.hpp). This order is the fastest on Zen 3 that a
// random search found.
template <int kN>
HR_INLINE void crypt_round(Constants c, const std::uint32_t* round, const Vec* from, Vec* to) {
  using Ops = std::conditional_t<kN == 1, Pinned, Plain>;
  // The asm hides the address of the tables from the compiler, because gcc would otherwise copy
  // them to the stack before the rounds.
  if constexpr (kN > 1) __asm__ volatile("" : "+r"(c.key));
  const Vec k = load_splat32(round), nibble = splat8(15), odd_bytes = splat32(0x80008000);
  unroll<kN>([&](auto j) HR_LAMBDA {
    const auto look_up = [](const std::uint8_t(&box)[kWidth], Vec nibbles)
                             HR_LAMBDA { return Ops::shuffle(Ops::load(box), nibbles); };
    const auto &l = c.key->low_box, &h = c.key->high_box;
    // The key is added between the two shifts of the rotation. This is correct because the shifted
    // values have no common bit.
    const Vec left = Ops::template shl32<kRotation>(from[j]), with_key = Ops::add32(left, k),
              right = Ops::template shr32<32 - kRotation>(from[j]), t = Ops::add32(with_key, right);
    const Vec low = Ops::and2(t, nibble), l2 = look_up(l[2], low);
    const Vec shifted = Ops::template shr16<4>(t), l3 = look_up(l[3], low);
    const Vec high = Ops::and2(shifted, nibble), h0 = look_up(h[0], high);
    const Vec l0 = look_up(l[0], low), l1 = look_up(l[1], low);
    const Vec h3 = look_up(h[3], high), low_odd = Ops::blend_words16(l1, l3);
    const Vec h2 = look_up(h[2], high), low_even = Ops::blend_words16(l0, l2);
    const Vec high_even = Ops::blend_words16(h0, h2), h1 = look_up(h[1], high);
    const Vec lower = Ops::blend_by_sign(low_even, low_odd, odd_bytes);
    const Vec high_odd = Ops::blend_words16(h1, h3), before = Ops::xor2(lower, to[j]);
    to[j] = Ops::xor2(before, Ops::blend_by_sign(high_even, high_odd, odd_bytes));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
