// The key layouts of kernels with tables: the round keys of both directions, followed by the tables,
// which are computed from the standards' constants.
#pragma once

#include "cipher/aes/spec.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/gost28147/spec.hpp"
#include "cipher/kalyna/spec.hpp"
#include "device/kernels/keys.hpp"

namespace hedgerow::device::keys {

// Computes the sum over j of row[j] times byte i + j of a column of kBytes bytes, as in MixColumns.
template <int kBytes>
void multiply_column(const std::uint8_t* row, std::uint32_t polynomial, Bytes column,
                     std::uint8_t* to) {
  for (int i = 0; i < kBytes; i++) {
    std::uint32_t sum = 0;
    for (int j = 0; j < kBytes; j++) sum ^= product(column[(i + j) % kBytes], row[j], polynomial);
    to[i] = (std::uint8_t)sum;
  }
}

// Writes the round keys from the first to the last, and again from the last to the first. If
// kInverse is set, the second sequence goes through the inverse matrix, except its first and last
// key. Blocks have kBlock bytes, in columns of kColumn bytes.
template <int kBlock, int kColumn, int kRounds, bool kInverse>
void both_directions(const std::uint8_t* inverse_row, std::uint32_t polynomial, Bytes round_keys,
                     Words words) {
  constexpr int kKeys = kRounds + 1;
  for (int i = 0; i < kKeys * kBlock / 4; i++) words[i] = load_le32(round_keys + 4 * i);
  words += kKeys * kBlock / 4;
  for (int r = kRounds; r >= 0; r--)
    for (int c = 0; c < kBlock; c += kColumn) {
      std::uint8_t column[kColumn];
      __builtin_memcpy(column, round_keys + kBlock * r + c, kColumn);
      if (kInverse && r > 0 && r < kRounds)
        multiply_column<kColumn>(inverse_row, polynomial, round_keys + kBlock * r + c, column);
      for (int i = 0; i < kColumn; i += 4) *words++ = load_le32(column + i);
      wipe(column, sizeof column);
    }
}

// Writes the products of box[x] with column `at` of the circulant matrix over `row`, for x = 0..255
// one after the other. A product has kBytes bytes, as words. Returns the end of the table.
template <int kBytes>
Words circulant_table(const std::uint8_t* box, const std::uint8_t* row, std::uint32_t polynomial,
                      int at, Words to) {
  for (int x = 0; x < 256; x++)
    for (int i = 0; i < kBytes; i += 4) {
      std::uint32_t word = 0;
      for (int b = 0; b < 4; b++)
        word |= product(box[x], row[(at - i - b) & (kBytes - 1)], polynomial) << 8 * b;
      *to++ = word;
    }
  return to;
}

template <int kBlock, int kRounds>
struct AesTable {
  static constexpr std::uint32_t kRoundKeyBytes = 16 * (kRounds + 1), kKeyWords = 8 * (kRounds + 1);
  static constexpr std::uint32_t kWords = kKeyWords + 2 * 1024;
  static void prepare(Bytes round_keys, Words words) noexcept {
    both_directions<16, 4, kRounds, true>(aes::kInverseMixRow, aes::kPolynomial, round_keys, words);
    Words to = words + kKeyWords;
    for (int t = 0; t < 4; t++)
      to = circulant_table<4>(aes::kBox.of, aes::kMixRow, aes::kPolynomial, t, to);
    for (int t = 0; t < 4; t++)
      to = circulant_table<4>(aes::kBoxInverse.of, aes::kInverseMixRow, aes::kPolynomial, t, to);
  }
};

template <int kBlock, int kRounds>
struct KalynaTable {
  static constexpr std::uint32_t kRoundKeyBytes = kBlock * (kRounds + 1),
                                 kKeyWords = kRoundKeyBytes / 2;
  static constexpr std::uint32_t kWords = kKeyWords + 2 * 2048;
  static void prepare(Bytes round_keys, Words words) noexcept {
    using namespace kalyna;
    both_directions<kBlock, 8, kRounds, true>(kInverseRow.c, kFieldPolynomial, round_keys, words);
    Words to = words + kKeyWords;
    for (int t = 0; t < 4; t++)
      to = circulant_table<8>(kBoxes.box[t].t, kMixRow.c, kFieldPolynomial, t, to);
    for (int t = 0; t < 4; t++)
      to = circulant_table<8>(kInverseBoxes.box[t].t, kInverseRow.c, kFieldPolynomial, t, to);
  }
};

template <int kBlock, int kRounds>
struct KalynaLookup {
  static constexpr std::uint32_t kRoundKeyBytes = kBlock * (kRounds + 1),
                                 kKeyWords = kRoundKeyBytes / 2;
  static constexpr std::uint32_t kWords = kKeyWords + 2 * 256;
  static void prepare(Bytes round_keys, Words words) noexcept {
    using namespace kalyna;
    both_directions<kBlock, 8, kRounds, false>(nullptr, 0, round_keys, words);
    for (const Boxes* boxes : {&kBoxes, &kInverseBoxes})
      for (int x = 0; x < 256; x++) {
        std::uint32_t word = 0;
        for (int t = 0; t < 4; t++) word |= (std::uint32_t)boxes->box[t].t[x] << 8 * t;
        words[kKeyWords + (boxes == &kBoxes ? 0 : 256) + x] = word;
      }
  }
};

template <int kBlock, int kRounds>
struct ClefiaTable {
  static constexpr std::uint32_t kRoundKeyBytes = 4 * (4 + 2 * kRounds),
                                 kKeyWords = kRoundKeyBytes / 4;
  static constexpr std::uint32_t kWords = kKeyWords + 4 * 256;
  static void prepare(Bytes round_keys, Words words) noexcept {
    using namespace clefia;
    for (std::uint32_t i = 0; i < kKeyWords; i++) words[i] = load_le32(round_keys + 4 * i);
    Words to = words + kKeyWords;
    for (int f = 0; f < 2; f++)
      for (int j = 0; j < 2; j++)
        for (int x = 0; x < 256; x++) {
          const std::uint32_t s = uses_s1(f, j) ? kS1.of[x] : kS0.of[x];
          std::uint32_t word = 0;
          for (int i = 0; i < 4; i++)
            word |= product(s, kMatrixRow[f][i ^ j], kFieldPolynomial) << 8 * i;
          *to++ = word;
        }
  }
};

struct Gost28147Table {
  static constexpr std::uint32_t kRoundKeyBytes = gost28147::kRoundKeyBytes, kWords = 32 + 8 * 16;
  static void prepare(Bytes round_keys, Words words) noexcept {
    for (int i = 0; i < 32; i++) words[i] = load_le32(round_keys + 4 * i);
    for (int row = 0; row < 8; row++)
      for (int x = 0; x < 16; x++) {
        const std::uint32_t placed = gost28147::packed_box(round_keys + 128, row, x) << 4 * row;
        words[32 + 16 * row + x] =
            placed << gost28147::kRotation | placed >> (32 - gost28147::kRotation);
      }
  }
};

}  // namespace hedgerow::device::keys
