// The round of word slicing with byte shuffles: a table of 16 bytes for the upper and for the lower nibble of each byte
// of a word.
//
// A table is looked up with the nibble of its own byte and zeros elsewhere, and has zero at zero: what the S-boxes make
// of zero stands beside the tables and is added to all four bytes at once.
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
  std::uint32_t of_zero[kWidth / 4];     // a word of zeros through the S-boxes
  std::uint8_t gather[16], scatter[16];  // the byte shuffles of two blocks, in and out
};

// A lane of the packed S-boxes (spec.hpp) has the two rows of a byte position, two values a byte.
template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  for (int i = 0; i < kRounds; i++) k.round[i] = load_word<kOrder>(round_keys + 4 * i);
  std::uint32_t of_zero = 0;
  for (int p = 0; p < 4; p++) {
    const Vec both = load_splat128(boxes + 16 * p), even = low_nibble(both),
              odd = high_nibble(both);
    const Vec low = unpack_lo8(even, odd), high = shl16<4>(unpack_hi8(even, odd));
    store(k.low_box[p], xor2(low, shuffle(low, zero())));
    store(k.high_box[p], xor2(high, shuffle(high, zero())));
    of_zero |= (packed_box(boxes, 2 * p, 0) | packed_box(boxes, 2 * p + 1, 0) << 4) << (8 * p);
  }
  store(k.of_zero, splat32(of_zero));
  __builtin_memcpy(k.gather, kShuffles<kOrder>.gather, 16);
  __builtin_memcpy(k.scatter, kShuffles<kOrder>.scatter, 16);
}

// The low nibble of byte i of each dword.
struct alignas(64) NibbleMasks {
  std::uint8_t of[4][kWidth];
};
consteval NibbleMasks make_nibble_masks() {
  NibbleMasks r{};
  for (int i = 0; i < kWidth; i++) r.of[i % 4][i] = 15;
  return r;
}
constexpr NibbleMasks kNibbleMasks = make_nibble_masks();

struct Constants {
  const Key* key;
  const NibbleMasks* nibble;
};
HR_INLINE Constants load_constants(const Key& key) { return {&key, &kNibbleMasks}; }

// to ^= t((from <<< 11) + k), both rotated right by 11.
template <int kN>
HR_INLINE void crypt_round(Constants c, const std::uint32_t* round, const Vec* from, Vec* to) {
  // The compiler does not see where the tables are, or gcc would copy them to the stack ahead of the rounds.
  __asm__ volatile("" : "+r"(c.key), "+r"(c.nibble));
  const Vec k = load_splat32(round), of_zero = load(c.key->of_zero);
  unroll<kN>([&](auto j) HR_LAMBDA {
    // The key goes between the two shifts of the rotation, which have no bit in common.
    const Vec t = add32(add32(shl32<kRotation>(from[j]), k), shr32<32 - kRotation>(from[j]));
    const Vec upper = shr32<4>(t);
    const auto look_up = [&](const std::uint8_t(*boxes)[kWidth], int byte, Vec nibbles) HR_LAMBDA {
      return shuffle(load(boxes[byte]), and2(nibbles, load(c.nibble->of[byte])));
    };
    const auto low = [&](int byte) HR_LAMBDA { return look_up(c.key->low_box, byte, t); };
    const auto high = [&](int byte) HR_LAMBDA { return look_up(c.key->high_box, byte, upper); };
    const Vec before = xor2(to[j], of_zero), first = xor2(low(0), low(1)),
              second = xor2(low(2), low(3)), third = xor2(high(0), high(1)),
              last = xor2(high(2), high(3));
    to[j] = xor2(xor2(xor2(before, xor2(first, second)), third), last);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
