// Camellia's constants [RFC 3713 section 2]: the affine maps of the S-box s1, Sigma, and the order of the subkeys.
//
// A block is two halves D1 and D2 of eight bytes. A round adds F(D1) to D2, or F(D2) to D1. After every six rounds FL
// changes D1 and its inverse D2.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::camellia {

constexpr int kBlockBytes = 16;

struct Variant {
  int key_bytes, rounds;
  // In the order of their use: kw1, kw2, k1..k6, ke1, ke2, k7..k12, ke3, ke4, ..., kw3, kw4.
  constexpr int subkeys() const { return rounds + rounds / 3 + 2; }
  constexpr int round_key_bytes() const { return 8 * subkeys(); }
};
// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/camellia.inc"
  kVariants
};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) {key, rounds},
#include "lists/camellia.inc"
};
constexpr int kMaxSubkeys = 34;

// s1(x) = G(1 / F(x + 0xc5)) + 0x6e, where F is the map f to the tower field, written in GF(2)[x] modulo the
// polynomial, and G the map from there and h [Camellia, SAC 2000]. The RFC has only the table SBOX1 [section 2.4.1].
// The tables have the images of the bits 1, 2, 4, ..., 128.
constexpr unsigned kPolynomial = 0x169;
constexpr std::uint8_t kFImage[8] = {0xb6, 0x23, 0x0f, 0xca, 0x06, 0xda, 0x1c, 0x48};
constexpr std::uint8_t kGImage[8] = {0x14, 0x20, 0xb6, 0x90, 0xe1, 0x66, 0x68, 0x10};
constexpr std::uint8_t kIn = 0xc5, kOut = 0x6e;
constexpr ByteMap kF = make_map_of_images(kFImage), kG = make_map_of_images(kGImage);
constexpr ByteMap kReciprocal = make_reciprocals(kPolynomial, 2);
consteval ByteMap make_s1() {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kG.of[kReciprocal.of[kF.of[x ^ kIn]]] ^ kOut;
  return r;
}
constexpr ByteMap kS1 = make_s1();

consteval ByteMap make_rotation(int n) {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = (std::uint8_t)(x << n | x >> (8 - n));
  return r;
}
// s2 = kAfter[1] s1, s3 = kAfter[2] s1, s4 = s1 kBefore[3]: rotations of a byte to the left [section 2.4.1].
constexpr ByteMap kBefore[4] = {make_rotation(0), make_rotation(0), make_rotation(0),
                                make_rotation(1)};
constexpr ByteMap kAfter[4] = {make_rotation(0), make_rotation(1), make_rotation(7),
                               make_rotation(0)};
constexpr int kBoxOf[8] = {0, 1, 2, 3, 1, 2, 3, 0};  // of each byte of F's input [section 2.4.1]

constexpr std::uint64_t kSigma[6] = {0xa09e667f3bcc908b, 0xb67ae8584caa73b2, 0xc6ef372fe94f82be,
                                     0x54ff53a5f1d36f1c, 0x10e527fade682d1d, 0xb05688c2b3e6c1fd};

// A subkey is the first half of one of the four keys KL, KR, KA, KB, rotated to the left [section 2.2].
enum Source : std::uint8_t { kL, kR, kA, kB };
struct Subkey {
  Source source;
  int rotation;
};
#define HR_BOTH(source, rotation) {source, rotation}, {source, rotation + 64}
constexpr Subkey kSubkeys128[] = {
    HR_BOTH(kL, 0),  HR_BOTH(kA, 0),  HR_BOTH(kL, 15),  HR_BOTH(kA, 15), HR_BOTH(kA, 30),
    HR_BOTH(kL, 45), {kA, 45},        {kL, 124},        HR_BOTH(kA, 60), HR_BOTH(kL, 77),
    HR_BOTH(kL, 94), HR_BOTH(kA, 94), HR_BOTH(kL, 111), HR_BOTH(kA, 111)};
constexpr Subkey kSubkeys256[] = {
    HR_BOTH(kL, 0),   HR_BOTH(kB, 0),  HR_BOTH(kR, 15), HR_BOTH(kA, 15), HR_BOTH(kR, 30),
    HR_BOTH(kB, 30),  HR_BOTH(kL, 45), HR_BOTH(kA, 45), HR_BOTH(kL, 60), HR_BOTH(kR, 60),
    HR_BOTH(kB, 60),  HR_BOTH(kL, 77), HR_BOTH(kA, 77), HR_BOTH(kR, 94), HR_BOTH(kA, 94),
    HR_BOTH(kL, 111), HR_BOTH(kB, 111)};
#undef HR_BOTH

// Decryption uses n subkeys from the last to the first, but kw at the two ends stay in their order [section 2.3.3].
constexpr int backward_index(int i, int n) {
  return i < 2 ? n - 2 + i : i >= n - 2 ? i - (n - 2) : n - 1 - i;
}

// The key expansion [section 2.2] for any implementation of F without its key.
template <int kIndex, class Function>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys,
                          Function function) {
  constexpr Variant v = kVariant[kIndex];
  constexpr bool wide = v.key_bytes > 16;
  std::uint64_t k[4][2] = {};
  for (int i = 0; i < v.key_bytes / 8; i++) k[i / 2][i % 2] = load_be64(user_key + 8 * i);
  if (v.key_bytes == 24) k[kR][1] = ~k[kR][0];
  std::uint64_t d[2] = {k[kL][0] ^ k[kR][0], k[kL][1] ^ k[kR][1]};
  for (int i = 0; i < (wide ? 6 : 4); i++) {
    if (i == 2)
      for (int j = 0; j < 2; j++) d[j] ^= k[kL][j];
    if (i == 4)
      for (int j = 0; j < 2; j++) {
        k[kA][j] = d[j];
        d[j] ^= k[kR][j];
      }
    d[1 - i % 2] ^= function(d[i % 2] ^ kSigma[i]);
  }
  for (int j = 0; j < 2; j++) k[wide ? kB : kA][j] = d[j];
  for (int i = 0; i < v.subkeys(); i++) {
    const Subkey s = wide ? kSubkeys256[i] : kSubkeys128[i];
    const std::uint64_t* const from = k[s.source];
    const int n = s.rotation % 64, first = s.rotation / 64;
    const std::uint64_t high = from[first & 1], low = from[(first + 1) & 1];
    store_be64(round_keys + 8 * i, n ? high << n | low >> (64 - n) : high);
  }
}

// The portable key schedule, which is constant in time on any CPU, expands a user key to the subkeys of
// kVariant[kIndex] in the order of their use [RFC 3713 section 2.2].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::camellia
