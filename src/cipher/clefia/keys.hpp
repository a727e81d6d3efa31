// The prepared key of the byteslice kernels.
//
// A word that will enter F0 or F1 is kept with that function's round key and S1's input constant
// already added. When the word is next changed, the same addition removes this mask, adds the next
// mask and corrects the output of S1. Therefore keys need their own operations only at the
// beginning and at the end. For example, the word that is T0 in round r:
//
//     round r       T0, with mask r, enters F0
//     round r + 1   it is T3 now: T3 += F1(T2) + (mask r + mask r + 2 + correction)
//     round r + 2   it is T2 now and, with mask r + 2, enters F1
//
// The bytes of a direction are:
//
//     masks of T0, T2 before the first round
//     for each round: the values that are added with F0 to T1 and with F1 to T3 (of kMaxRounds; the
//     rest is zero)
//     masks of T0, T2 after the last round
//
// Each kernel has its own layout of these bytes: repeat_keys(flat, Direction&) converts them.
#pragma once

#include "base/secret.hpp"
#include "cipher/clefia/sbox.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
template <class Direction>
struct alignas(64) PreparedKey {
  Direction forward, backward;
  std::uint32_t rounds;
};

// The correction for S1's output constants, after the matrix.
struct MixOffset {
  std::uint8_t of[2][4];
};
consteval MixOffset make_mix_offset() {
  MixOffset r{};
  for (int f = 0; f < 2; f++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        if (uses_s1(f, j)) r.of[f][i] ^= times(kMatrixRow[f][i ^ j], kS1Out);
  return r;
}
constexpr MixOffset kMixOffset = make_mix_offset();

// Joins eight bytes of F0 and of F1 in a word: the constants that S1 expects, and the corrections
// of both functions.
consteval std::uint64_t word_of(const std::uint8_t (&bytes)[2][4]) {
  std::uint64_t r = 0;
  for (int i = 0; i < 8; i++) r |= (std::uint64_t)bytes[i / 4][i % 4] << (8 * i);
  return r;
}
consteval std::uint64_t make_entry_word() {
  std::uint8_t r[2][4]{};
  for (int i = 0; i < 8; i++) r[i / 4][i % 4] = uses_s1(i / 4, i % 4) ? kS1In : (std::uint8_t)0;
  return word_of(r);
}
constexpr std::uint64_t kEntryWord = make_entry_word(), kMixWord = word_of(kMixOffset.of);

// keys: the keys of the first round, in the basis. step: 8 or -8, the distance to the next round's
// keys. first, last: the whitening of T1, T3 at the two ends.
//
// In encryption, a word that one function changes was the input of the other function a round
// before. In decryption it will be the input of the other function a round later, so the halves
// change places there.
HR_INLINE void flatten_keys(const std::uint8_t* keys, int rounds, int step,
                            const std::uint8_t* first, const std::uint8_t* last,
                            std::uint8_t* flat) {
  const auto mask = [&](int r) HR_LAMBDA { return load_le64(keys + r * step) ^ kEntryWord; };
  const auto swapped = [&](std::uint64_t a) HR_LAMBDA { return rotate_left64(a, 32); };
  for (int r = 0; r < rounds; r++) {
    std::uint64_t off = load_le64(first), on = load_le64(last);
    if (r > 0) off = step > 0 ? swapped(mask(r - 1)) : mask(r - 1);
    if (r + 1 < rounds) on = step > 0 ? mask(r + 1) : swapped(mask(r + 1));
    store_le64(flat + 8 * (r + 1), off ^ on ^ kMixWord);
  }
  store_le64(flat, mask(0));
  store_le64(flat + 8 * (kMaxRounds + 1), mask(rounds - 1));
}

template <int kIndex, class Key>
HR_NOINLINE void prepare_key(const std::uint8_t* round_keys, Key& k) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  alignas(64) std::uint8_t mapped[256] = {}, forward[kFlatBytes] = {}, backward[kFlatBytes] = {};
  __builtin_memset((std::uint8_t*)&k + 2 * sizeof k.forward, 0, sizeof k - 2 * sizeof k.forward);
  k.rounds = rounds;
  constexpr int bytes = kVariant[kIndex].round_key_bytes();
  if constexpr (kWidth < 64 && bytes % kWidth == 0) {
    // Works without a copy, because a load of memory that two stores have just written would wait
    // for both.
    for (int i = 0; i < bytes; i += kWidth) store(mapped + i, to_basis(load(round_keys + i)));
  } else {
    __builtin_memcpy(mapped, round_keys, bytes);
    for (int i = 0; i < 256; i += kWidth) store(mapped + i, to_basis(load(mapped + i)));
  }
  const std::uint8_t* rk = mapped + 16;
  flatten_keys(rk, rounds, 8, mapped, mapped + 8, forward);
  flatten_keys(rk + 8 * (rounds - 1), rounds, -8, mapped + 8, mapped, backward);
  repeat_keys(forward, k.forward);
  repeat_keys(backward, k.backward);
  wipe(mapped, sizeof mapped);
  wipe(forward, sizeof forward);
  wipe(backward, sizeof backward);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
