// LEA as the standard writes it [KS X 3246]. Every other kernel is compared with it, and the three
// key schedules are separate, as in the standard.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace lea;

using Word = std::uint32_t;
Word left(Word a, int by) { return by % 32 ? a << by % 32 | a >> (32 - by % 32) : a; }
Word right(Word a, int by) { return left(a, 32 - by); }

// Writes RK_i, six words [KS X 3246, key schedule].
void write(std::uint8_t* round_keys, int i, Word a, Word b, Word c, Word d, Word e, Word f) {
  const Word words[6] = {a, b, c, d, e, f};
  for (int j = 0; j < 6; j++) store_le32(round_keys + 24 * i + 4 * j, words[j]);
}

// T_j = (T_j + (delta_i mod 4 <<< (i + j))) <<< 1, 3, 6, 11 [KS X 3246, key schedule of LEA-128]
void schedule128(Word* t, std::uint8_t* round_keys) {
  for (int i = 0; i < 24; i++) {
    const Word d = kConstants.delta[i % 4];
    t[0] = left(t[0] + left(d, i), 1);
    t[1] = left(t[1] + left(d, i + 1), 3);
    t[2] = left(t[2] + left(d, i + 2), 6);
    t[3] = left(t[3] + left(d, i + 3), 11);
    write(round_keys, i, t[0], t[1], t[2], t[1], t[3], t[1]);
  }
}
// The same with six words and constants [KS X 3246, key schedule of LEA-192]
void schedule192(Word* t, std::uint8_t* round_keys) {
  for (int i = 0; i < 28; i++) {
    const Word d = kConstants.delta[i % 6];
    t[0] = left(t[0] + left(d, i), 1);
    t[1] = left(t[1] + left(d, i + 1), 3);
    t[2] = left(t[2] + left(d, i + 2), 6);
    t[3] = left(t[3] + left(d, i + 3), 11);
    t[4] = left(t[4] + left(d, i + 4), 13);
    t[5] = left(t[5] + left(d, i + 5), 17);
    write(round_keys, i, t[0], t[1], t[2], t[3], t[4], t[5]);
  }
}
// In round i, word T_6i+j mod 8 has the part of T_j [KS X 3246, key schedule of LEA-256]
void schedule256(Word* t, std::uint8_t* round_keys) {
  for (int i = 0; i < 32; i++) {
    const Word d = kConstants.delta[i % 8];
    Word* u[6];
    for (int j = 0; j < 6; j++) u[j] = &t[(6 * i + j) % 8];
    *u[0] = left(*u[0] + left(d, i), 1);
    *u[1] = left(*u[1] + left(d, i + 1), 3);
    *u[2] = left(*u[2] + left(d, i + 2), 6);
    *u[3] = left(*u[3] + left(d, i + 3), 11);
    *u[4] = left(*u[4] + left(d, i + 4), 13);
    *u[5] = left(*u[5] + left(d, i + 5), 17);
    write(round_keys, i, *u[0], *u[1], *u[2], *u[3], *u[4], *u[5]);
  }
}

template <int kIndex>
struct Literal {
  static consteval int block_bytes() { return 16; }
  static consteval int rounds() { return kVariant[kIndex].rounds; }
  static consteval int round_key_bytes() { return 24 * rounds(); }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Word t[8] = {};
    for (int i = 0; i < kVariant[kIndex].key_words; i++) t[i] = load_le32(user_key + 4 * i);
    if (kIndex == 0) schedule128(t, round_keys);
    if (kIndex == 1) schedule192(t, round_keys);
    if (kIndex == 2) schedule256(t, round_keys);
    wipe(t, sizeof t);
  }
  // X_0 = ((X_0 ^ RK_0) + (X_1 ^ RK_1)) <<< 9, and so on [KS X 3246, encryption]
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word x[4];
    for (int j = 0; j < 4; j++) x[j] = load_le32(block + 4 * j);
    for (int i = 0; i < rounds(); i++, round_keys += 24) {
      const auto k = [&](int j) { return load_le32(round_keys + 4 * j); };
      const Word next[4] = {left((x[0] ^ k(0)) + (x[1] ^ k(1)), 9),
                            right((x[1] ^ k(2)) + (x[2] ^ k(3)), 5),
                            right((x[2] ^ k(4)) + (x[3] ^ k(5)), 3), x[0]};
      for (int j = 0; j < 4; j++) x[j] = next[j];
    }
    for (int j = 0; j < 4; j++) store_le32(block + 4 * j, x[j]);
  }
  // The inverse rounds in reverse order [KS X 3246, decryption]
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word x[4];
    for (int j = 0; j < 4; j++) x[j] = load_le32(block + 4 * j);
    for (int i = rounds() - 1; i >= 0; i--) {
      const auto k = [&](int j) { return load_le32(round_keys + 24 * i + 4 * j); };
      Word old[4] = {x[3]};
      old[1] = (right(x[0], 9) - (old[0] ^ k(0))) ^ k(1);
      old[2] = (left(x[1], 5) - (old[1] ^ k(2))) ^ k(3);
      old[3] = (left(x[2], 3) - (old[2] ^ k(4))) ^ k(5);
      for (int j = 0; j < 4; j++) x[j] = old[j];
    }
    for (int j = 0; j < 4; j++) store_le32(block + 4 * j, x[j]);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
