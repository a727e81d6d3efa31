// The key schedule, which is similar to Kalyna's. An intermediate key K_sigma is combined with a
// mask that is shifted for every round key. The result keys the round function, which is applied to
// one half of the user key.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow::cypress {
namespace {

// Operations on words of either size, where `modulo` reduces a value to the size of a word.
template <int kIndex>
struct Words {
  static constexpr int bits() { return kVariant[kIndex].word_bits; }
  static std::uint64_t modulo(std::uint64_t a) { return a & ~0ull >> (64 - bits()); }
  static std::uint64_t left(std::uint64_t a, int by) {
    return modulo(a << by | a >> (bits() - by));
  }
  // H: the quarter round, twice.
  static void apply(std::uint64_t* p) {
    constexpr Variant kV = kVariant[kIndex];
    for (int i = 0; i < 4; i++) {
      const int r0 = kV.rotations[i % 2 * 2], r1 = kV.rotations[i % 2 * 2 + 1];
      p[0] = modulo(p[0] + p[1]);
      p[3] = left(p[3] ^ p[0], r0);
      p[2] = modulo(p[2] + p[3]);
      p[1] = left(p[1] ^ p[2], r1);
    }
  }
  static std::uint64_t load(const std::uint8_t* p) {
    if (bits() == 32) return kBigEndian ? load_be32(p) : load_le32(p);
    return kBigEndian ? load_be64(p) : load_le64(p);
  }
  static void store(std::uint8_t* p, std::uint64_t a) {
    if (bits() == 32)
      kBigEndian ? store_be32(p, (std::uint32_t)a) : store_le32(p, (std::uint32_t)a);
    else
      kBigEndian ? store_be64(p, a) : store_le64(p, a);
  }
};

// K_sigma = H(H(Kl ^ 1) + Kr) ^ Kl.
template <int kIndex>
void make_sigma(const std::uint64_t* key, std::uint64_t* sigma) {
  using W = Words<kIndex>;
  for (int j = 0; j < 4; j++) sigma[j] = key[j] ^ 1;
  W::apply(sigma);
  for (int j = 0; j < 4; j++) sigma[j] = W::modulo(sigma[j] + key[4 + j]);
  W::apply(sigma);
  for (int j = 0; j < 4; j++) sigma[j] ^= key[j];
}

// RK = H(H(D + KT) ^ KT) + KT with KT = K_sigma + mask.
template <int kIndex>
void make_round_key(const std::uint64_t* d, const std::uint64_t* sigma, std::uint64_t mask,
                    std::uint8_t* round_key) {
  using W = Words<kIndex>;
  std::uint64_t kt[4], rk[4];
  for (int j = 0; j < 4; j++) {
    kt[j] = W::modulo(sigma[j] + mask);
    rk[j] = W::modulo(d[j] + kt[j]);
  }
  W::apply(rk);
  for (int j = 0; j < 4; j++) rk[j] ^= kt[j];
  W::apply(rk);
  for (int j = 0; j < 4; j++)
    W::store(round_key + j * kVariant[kIndex].word_bytes(), W::modulo(rk[j] + kt[j]));
  wipe(kt, sizeof kt);
  wipe(rk, sizeof rk);
}

template <int kIndex>
void rotate_key(std::uint64_t* key) {
  if (!kRotateWords) {
    for (int j = 0; j < 8; j++) key[j] = Words<kIndex>::left(key[j], 1);
    return;
  }
  const std::uint64_t first = key[0];
  for (int j = 0; j < 7; j++) key[j] = key[j + 1];
  key[7] = first;
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  constexpr int kBytes = kVariant[kIndex].word_bytes();
  std::uint64_t key[8], sigma[4], mask = kMask[kIndex];
  for (int j = 0; j < 8; j++) key[j] = Words<kIndex>::load(user_key + j * kBytes);
  for (int i = 0; i < kVariant[kIndex].rounds; i++) {
    if (i == 0 || (i % 2 == 0 && !kSigmaOnce)) make_sigma<kIndex>(key, sigma);
    make_round_key<kIndex>(key + i % 2 * 4, sigma, mask, round_keys + 4 * kBytes * i);
    mask = Words<kIndex>::modulo(mask << 1);
    if (i % 2 == 1) rotate_key<kIndex>(key);
  }
  wipe(key, sizeof key);
  wipe(sigma, sizeof sigma);
}

}  // namespace
}  // namespace hedgerow::cypress

#define HR_SCHEDULE_FAMILY cypress
#define HR_SCHEDULE_LIST "lists/cypress.inc"
#define HR_SCHEDULE_EXPAND expand<kIndex>
#define HR_SCHEDULE_STACK 1024
#include "cipher/common/schedule.inc"
