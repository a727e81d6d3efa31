// The prepared key of the byteslice kernels.
//
// A word that is about to enter F0 or F1 stands in its registers with that function's round key
// added, and with the constant that S1 wants; when it is next changed, the same addition takes this
// mask off, puts the next one on and adds what S1 left out. So keys cost no operation but at the
// two ends. The bytes of a direction:
//     masks of T0, T2 before the first round;
//     a round each: what is added with F0 to T1 and with F1 to T3 (of kMaxRounds; the rest is zero);
//     masks of T0, T2 after the last round
// How they are laid out is up to the kernel: repeat_keys(flat, Direction&) does it.
#pragma once

#include "base/secret.hpp"
#include "cipher/clefia/sbox.hpp"
#include "cipher/clefia/schedule.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
template <class Direction>
struct alignas(64) PreparedKey {
  Direction forward, backward;
  std::uint32_t rounds;
};

// The sum of what S1 left out, behind the matrix.
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

HR_INLINE std::uint8_t entry_mask(const std::uint8_t* round_key, int f, int i) {
  return round_key[4 * f + i] ^ (uses_s1(f, i) ? kS1In : (std::uint8_t)0);
}
// keys: those of the first round, in the basis; step: 8 or -8, to the next round's. first, last:
// whitening of T1, T3 at the two ends.
HR_INLINE void flatten_keys(const std::uint8_t* keys, int rounds, int step,
                            const std::uint8_t* first, const std::uint8_t* last,
                            std::uint8_t* flat) {
  for (int i = 0; i < 8; i++) {
    // The word that round r changes with function f was the input of `was` in round r - 1 and will
    // be that of `next`: the words turn to the left, or to the right when decrypting.
    const int f = i / 4, j = i % 4, was = step > 0 ? 1 - f : f, next = 1 - was;
    for (int r = 0; r < rounds; r++) {
      const std::uint8_t* k = keys + r * step;
      const std::uint8_t off = r > 0 ? entry_mask(k - step, was, j) : first[i];
      const std::uint8_t on = r + 1 < rounds ? entry_mask(k + step, next, j) : last[i];
      flat[8 * (r + 1) + i] = off ^ on ^ kMixOffset.of[f][j];
    }
    flat[i] = entry_mask(keys, f, j);
    flat[8 * (kMaxRounds + 1) + i] = entry_mask(keys + (rounds - 1) * step, f, j);
  }
}

template <int kIndex, class Key>
HR_NOINLINE void prepare_key(const std::uint8_t* round_keys, Key& k) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  alignas(64) std::uint8_t mapped[256] = {}, flat[kFlatBytes] = {};
  __builtin_memset(&k, 0, sizeof k);
  k.rounds = rounds;
  __builtin_memcpy(mapped, round_keys, kVariant[kIndex].round_key_bytes());
  for (int i = 0; i < 256; i += kWidth) store(mapped + i, to_basis(load(mapped + i)));
  const std::uint8_t* rk = mapped + 16;
  flatten_keys(rk, rounds, 8, mapped, mapped + 8, flat);
  repeat_keys(flat, k.forward);
  flatten_keys(rk + 8 * (rounds - 1), rounds, -8, mapped + 8, mapped, flat);
  repeat_keys(flat, k.backward);
  wipe(mapped, sizeof mapped);
  wipe(flat, sizeof flat);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
