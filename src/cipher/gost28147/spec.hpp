// The constants of GOST 28147-89 [RFC 5830] and of Magma [RFC 8891]: one Feistel network with 32
// rounds over 64 bits, and eight 4-bit S-boxes.
//
// A block is two 32-bit words: N1, which enters the round function first, and N2. Magma is the same
// network with the S-boxes tc26_z and with all bytes in reverse order:
//
//     GOST 28147-89   N1 | N2, least significant byte first; words of the key likewise
//     Magma           a_1 = N2 | a_0 = N1, most significant byte first; words of the key likewise
//
// S-boxes are part of a key here. Each variant of cipher.def has one set, except `user`, which
// takes the caller's set.
//
// Packed S-boxes follow the user's key and the canonical round keys. They have 8 rows of 8 bytes,
// and row 1 (the least significant nibble) comes first. Byte j of a row is S(2j) + 16 S(2j + 1).
#pragma once

#include "base/bytes.hpp"

namespace hedgerow::gost28147 {

constexpr int kBlockBytes = 8;
constexpr int kKeyBytes = 32;
constexpr int kRounds = 32;
constexpr int kBoxes = 8;
constexpr int kBoxBytes = 64;
constexpr int kRoundKeyBytes = 4 * kRounds + kBoxBytes;
constexpr int kRotation = 11;

enum class Order : bool { kGost28147, kMagma };

// The word of the key for round i (0..31): three times forwards, then backwards.
constexpr int key_word(int i) { return i < 24 ? i % 8 : 7 - i % 8; }

struct Boxes {
  std::uint8_t row[kBoxes][16];
};
struct PackedBoxes {
  std::uint8_t bytes[kBoxBytes];
};

consteval Boxes parse_boxes(const char* digits) {
  Boxes r{};
  for (int i = 0; i < 16 * kBoxes; i++) {
    const char c = digits[i];
    r.row[i / 16][i % 16] = (std::uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return r;
}
consteval PackedBoxes pack_boxes(const Boxes& boxes) {
  PackedBoxes r{};
  for (int i = 0; i < kBoxBytes; i++)
    r.bytes[i] =
        (std::uint8_t)(boxes.row[i / 8][2 * (i % 8)] | boxes.row[i / 8][2 * (i % 8) + 1] << 4);
  return r;
}

#define SBOXES(set, rows) constexpr Boxes kBoxes_##set = parse_boxes(rows);
#include "cipher/gost28147/sboxes.def"
#undef SBOXES

// Returns S-box `row` at x, from packed S-boxes. x is public, because a key's tables are built from
// all values of x.
HR_INLINE std::uint32_t packed_box(const std::uint8_t* packed, int row, int x) {
  return (std::uint32_t)(packed[8 * row + x / 2] >> (x % 2 * 4)) & 15;
}

// Loads a canonical round key as a number.
template <Order kOrder>
HR_INLINE std::uint32_t load_word(const std::uint8_t* p) {
  return kOrder == Order::kMagma ? load_be32(p) : load_le32(p);
}
// The position in a block of byte i of the number N1 + 2^32 N2. Byte 0 is the least significant.
template <Order kOrder>
constexpr int block_position(int i) {
  return kOrder == Order::kMagma ? kBlockBytes - 1 - i : i;
}
// Loads a block as that number.
template <Order kOrder>
HR_INLINE std::uint64_t load_block(const std::uint8_t* p) {
  return kOrder == Order::kMagma ? load_be64(p) : load_le64(p);
}
template <Order kOrder>
HR_INLINE void store_block(std::uint8_t* p, std::uint64_t block) {
  kOrder == Order::kMagma ? store_be64(p, block) : store_le64(p, block);
}

}  // namespace hedgerow::gost28147
