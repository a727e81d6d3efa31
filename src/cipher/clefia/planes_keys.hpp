// Preparation of the bitslice kernels' key.
//
// The planes of a word have an added constant d, because the circuits leave output NOTs. F's result
// lacks o = M times the NOTs, so adding it to a word increases the d of this word by o. A round key
// removes the d of the word that it is added to, and the last keys remove those of all words.
#pragma once

#include "base/secret.hpp"
#include "cipher/clefia/planes.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
struct Offsets {
  std::uint8_t of[2][4];
};
consteval Offsets make_offsets() {
  Offsets r{};
  for (int f = 0; f < 2; f++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        r.of[f][i] ^= times(kMatrixRow[f][i ^ j],
                            (unsigned)(uses_s1(f, j) ? kNots_clefia_s1 : kNots_clefia_s0));
  return r;
}
constexpr Offsets kOffsets = make_offsets();

HR_INLINE void spread_word(const std::uint8_t* bytes, const std::uint8_t* d, WordPlanes& planes) {
  for (int i = 0; i < 4; i++) spread(bytes[i] ^ d[i], planes.bit[i]);
}
// keys: the keys of the first round. step: 8 or -8, the distance to the next round's keys. first,
// last: the whitening of T1, T3 at the two ends.
template <int kTurn>
HR_INLINE void prepare_direction(const std::uint8_t* keys, int step, int rounds,
                                 const std::uint8_t* first, const std::uint8_t* last,
                                 Direction& to) {
  constexpr std::uint8_t kZeros[4] = {};
  std::uint8_t d[4][4] = {};
  for (int f = 0; f < 2; f++) spread_word(first + 4 * f, kZeros, to.first[f]);
  for (int r = 0; r < rounds; r++, keys += step)
    for (int f = 0; f < 2; f++) {
      spread_word(keys + 4 * f, d[(kTurn * r + 2 * f) & 3], to.round[2 * r + f]);
      for (int i = 0; i < 4; i++) d[(kTurn * r + 2 * f + 1) & 3][i] ^= kOffsets.of[f][i];
    }
  for (int j = 0; j < 4; j++)
    spread_word(j % 2 ? last + 4 * (j / 2) : kZeros, d[(j + turned<kTurn>(rounds)) & 3],
                to.last[j]);
}

template <int kIndex>
HR_NOINLINE void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = *(Key*)key;
  const std::uint8_t* const first_round = round_keys + 16;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = rounds;
  prepare_direction<1>(first_round, 8, rounds, round_keys, round_keys + 8, k.forward);
  prepare_direction<-1>(first_round + 8 * (rounds - 1), -8, rounds, round_keys + 8, round_keys,
                        k.backward);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
