// The key schedule [RFC 6114 section 6], for any implementation of a pair of F functions, and its
// output as bytes: WK_0..WK_3, RK_0, RK_1, ...
#pragma once

#include "base/secret.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::clefia {

// Sigma on the two big-endian halves: bits 7..63 | 121..127 | 0..6 | 64..120.
HR_INLINE void double_swap(std::uint64_t* x) {
  const std::uint64_t high = x[0] << 7 | (x[1] & 0x7f);
  x[1] = (x[0] & ~(~0ull >> 7)) | x[1] >> 7;
  x[0] = high;
}

// GFN of kWords words. pair_f(a, b) turns a, b into F0(a), F1(b) without a key.
template <int kWords, class PairF>
HR_INLINE void permute_key(int rounds, const std::uint32_t* constants, std::uint32_t* t,
                           PairF pair_f) {
  for (int i = 0; i < rounds; i++) {
    for (int j = 0; j < kWords; j += 4) {
      std::uint32_t a = t[j] ^ *constants++, b = t[j + 2] ^ *constants++;
      pair_f(a, b);
      t[j + 1] ^= a;
      t[j + 3] ^= b;
    }
    if (i + 1 == rounds) break;
    const std::uint32_t first = t[0];
    for (int j = 0; j + 1 < kWords; j++) t[j] = t[j + 1];
    t[kWords - 1] = first;
  }
}

// The number of words in a key schedule's permutation, and its rounds.
constexpr int permutation_words(int index) { return kVariant[index].key_bytes > 16 ? 8 : 4; }
constexpr int permutation_rounds(int index) { return kVariant[index].key_bytes > 16 ? 10 : 12; }

// permute(k, l) sets l to the permutation of k, with the first constants as its round keys.
template <int kIndex, class Permute>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys, Permute permute) {
  constexpr Variant v = kVariant[kIndex];
  constexpr bool wide = v.key_bytes > 16;
  const std::uint32_t* constants = kConstants[kIndex].of;
  std::uint64_t k[4] = {}, l[4] = {};  // KL, KR and their later values
  for (int i = 0; i < v.key_bytes / 8; i++) k[i] = load_be64(user_key + 8 * i);
  if (v.key_bytes == 24) k[3] = ~k[0];
  permute(k, l);

  for (int i = 0; i < 2; i++) store_be64(round_keys + 8 * i, k[i] ^ k[i + 2]);
  for (int i = 0; i < v.rounds / 2; i++) {
    const int right = wide ? i % 4 / 2 * 2 : 0, other = wide ? 2 - right : 0;
    const std::uint32_t* c = constants + v.schedule_words + 4 * i;
    for (int j = 0; j < 2; j++) {
      const std::uint64_t constant = (std::uint64_t)c[2 * j] << 32 | c[2 * j + 1];
      store_be64(round_keys + 16 + 16 * i + 8 * j,
                 l[right + j] ^ constant ^ (i % 2 ? k[other + j] : 0));
    }
    double_swap(l + right);
  }
  wipe(k, sizeof k);
  wipe(l, sizeof l);
}

}  // namespace hedgerow::clefia
