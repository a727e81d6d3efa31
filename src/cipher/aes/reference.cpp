// AES as the standard writes it, one byte at a time [FIPS 197 section 5]. The editions of 2001 and
// 2023 have the same sections, but number the formulas differently. Every other kernel is compared
// with it, so it has its own literal key expansion and is slow. It is NOT constant in time, because
// it reads tables at secret indices, so it is used only if it is forced.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/common/byte_field.hpp"
#include "cipher/common/one_block.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;

constexpr Products<4> kMix = make_products(kMixRow, kPolynomial);
constexpr Products<4> kInverseMix = make_products(kInverseMixRow, kPolynomial);
constexpr Products<1> kTwice = make_products({2}, kPolynomial);

// Byte 4 c + r of a state is in row r and column c [section 3.4].

// AddRoundKey [section 5.1.4]
void add_round_key(std::uint8_t* s, const std::uint8_t* k) {
  for (int i = 0; i < 16; i++) s[i] ^= k[i];
}
// SubBytes [section 5.1.1] and InvSubBytes [section 5.3.2]; SubWord [section 5.2] with n = 4
void sub_bytes(std::uint8_t* s, const std::uint8_t (&box)[256], int n) {
  for (int i = 0; i < n; i++) s[i] = box[s[i]];
}
// ShiftRows [section 5.1.2] rotates row r by r columns to the left (shift 1), and InvShiftRows
// [section 5.3.1] to the right (shift 3).
void shift_rows(std::uint8_t* s, int shift) {
  std::uint8_t t[16];
  for (int i = 0; i < 16; i++) t[i] = s[4 * ((i / 4 + shift * (i % 4)) % 4) + i % 4];
  __builtin_memcpy(s, t, 16);
}
// MixColumns [section 5.1.3] and InvMixColumns [section 5.3.3]. Row r of the matrix is the first row
// rotated by r.
void mix_columns(std::uint8_t* s, const Products<4>& row) {
  std::uint8_t t[16] = {};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 4; j++) t[i] ^= row.by[j].of[s[i / 4 * 4 + (i + j) % 4]];
  __builtin_memcpy(s, t, 16);
}

template <int kIndex>
struct Literal {
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int rounds() { return kVariant[kIndex].rounds; }
  static consteval int round_key_bytes() { return kVariant[kIndex].round_key_bytes(); }

  // KeyExpansion [section 5.2]. The first byte of Rcon is `constant`, and the others are 0. RotWord
  // selects the bytes in the order 1, 2, 3, 0.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* w) noexcept {
    constexpr int nk = kVariant[kIndex].key_words;
    std::uint8_t constant = 1;
    __builtin_memcpy(w, user_key, 4 * nk);
    for (int i = nk; i < 4 * (rounds() + 1); i++) {
      std::uint8_t t[4];
      for (int j = 0; j < 4; j++) t[j] = w[4 * (i - 1) + (i % nk == 0 ? (j + 1) % 4 : j)];
      if (i % nk == 0 || (nk > 6 && i % nk == 4)) sub_bytes(t, kBox.of, 4);
      if (i % nk == 0) {
        t[0] ^= constant;
        constant = kTwice.by[0].of[constant];
      }
      for (int j = 0; j < 4; j++) w[4 * i + j] = w[4 * (i - nk) + j] ^ t[j];
    }
  }

  // Cipher [section 5.1]. The last round has no MixColumns.
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* s) {
    add_round_key(s, round_keys);
    for (int r = 1; r <= rounds(); r++) {
      sub_bytes(s, kBox.of, 16);
      shift_rows(s, 1);
      if (r < rounds()) mix_columns(s, kMix);
      add_round_key(s, round_keys + 16 * r);
    }
  }
  // InvCipher [section 5.3] with the same order of transformations. The loop here begins with
  // AddRoundKey, and that of the standard with InvShiftRows.
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* s) {
    for (int r = rounds(); r > 0; r--) {
      add_round_key(s, round_keys + 16 * r);
      if (r < rounds()) mix_columns(s, kInverseMix);
      shift_rows(s, 3);
      sub_bytes(s, kBoxInverse.of, 16);
    }
    add_round_key(s, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
