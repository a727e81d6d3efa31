// The layout of the words of a block in memory and in vectors.
//
// A word of n bits takes a lane of 16, 32 or 64 bits. Words of 24 and 48 bits are in the top bits
// of their lane with zeros below, because an addition modulo 2^n is then an addition of lanes:
//
//     24 bits    | b2 | b1 | b0 | 00 |        48 bits    | b5 | b4 | b3 | b2 | b1 | b0 | 00 | 00 |
//     byte          3    2    1    0              byte      7    6    5    4    3    2    1    0
//
// A group has one vector for each word of the block, and one block in each lane. On the way from
// memory, every 16 bytes (12 for words of 24 and 48 bits) go to a 16-byte lane. A byte shuffle sets
// the byte order and the padding and puts like words together. A square transposition of vectors
// then completes the group:
//
//     block of  4, 8 bytes   | w0 w0 .. | w1 w1 .. | ...   then squares of 2 or 4 such pieces
//     block of 16 bytes      | w0 | w1 | ...               squares of 2, 4 or 8 words
//     block of 32, 64 bytes  each 16 bytes of it in a square of its own
#pragma once

#include "base/bytes.hpp"

namespace hedgerow::arx {

struct Shape {
  int words;  // words in a block
  int word_bits;
  bool big_endian;  // the byte order of a word

  constexpr int word_bytes() const { return word_bits / 8; }
  constexpr int block_bytes() const { return words * word_bytes(); }
  constexpr int lane_bytes() const { return word_bits <= 16 ? 2 : word_bits <= 32 ? 4 : 8; }
  constexpr int padding() const { return lane_bytes() - word_bytes(); }
  // The size of a block with its padding, which fills 16-byte lanes evenly.
  constexpr int padded_bytes() const { return words * lane_bytes(); }
  constexpr int blocks_per_lane() const { return padded_bytes() < 16 ? 16 / padded_bytes() : 1; }
  // The number of vectors in one transposition.
  constexpr int square() const { return padded_bytes() < 16 ? words : 16 / lane_bytes(); }
  // The bytes of memory that one 16-byte lane holds.
  constexpr int lane_memory() const { return padding() ? 12 : 16; }
  // The size of a prepared key word. 16-bit words are stored twice, because the broadcast has 32
  // bits.
  constexpr int key_word_bytes() const { return lane_bytes() == 8 ? 8 : 4; }
  // The position in its block of byte k of word w; byte 0 is the least significant.
  constexpr int byte_at(int w, int k) const {
    return w * word_bytes() + (big_endian ? word_bytes() - 1 - k : k);
  }
  // True if a counter in the last four bytes of the block overlaps word w.
  constexpr bool counts(int w) const { return (w + 1) * word_bytes() > block_bytes() - 4; }
};

// The indices of a byte shuffle. They are the same in every 16-byte lane, except for counts.
struct alignas(64) Pattern {
  std::uint8_t of[64];
  constexpr bool is_identity() const {
    for (int i = 0; i < 64; i++)
      if (of[i] != i % 16) return false;
    return true;
  }
};

// The element of word w of block s in its 16-byte lane after the first shuffle. If the block is
// longer than a lane, the lane holds a piece of it.
consteval int element(const Shape& shape, int w, int s) {
  return w % (16 / shape.lane_bytes()) * shape.blocks_per_lane() + s;
}

// The shuffle from memory to elements, or back.
consteval Pattern make_pattern(const Shape& shape, bool back) {
  Pattern r{};
  for (int i = 0; i < 64; i++) r.of[i] = 0x80;
  const int words = shape.padded_bytes() < 16 ? shape.words : 16 / shape.lane_bytes();
  for (int lane = 0; lane < 64; lane += 16)
    for (int s = 0; s < shape.blocks_per_lane(); s++)
      for (int w = 0; w < words; w++)
        for (int k = 0; k < shape.word_bytes(); k++) {
          const int memory = s * shape.block_bytes() + shape.byte_at(w, k),
                    place = element(shape, w, s) * shape.lane_bytes() + shape.padding() + k;
          r.of[lane + (back ? memory : place)] = (std::uint8_t)(back ? place : memory);
        }
  return r;
}

// The same shuffle with each lane rotated by a number of 32-bit words: to the right on the way from
// memory, and back on the way to memory.
consteval Pattern turned(const Pattern& of, int words, bool back) {
  Pattern r{};
  for (int i = 0; i < 64; i++) {
    const std::uint8_t from = of.of[back ? i : i / 16 * 16 + (i + 16 - 4 * words) % 16];
    r.of[i] = back && from < 0x80 ? (std::uint8_t)((from + 4 * words) % 16) : from;
  }
  return r;
}

// The 32-bit count of a block has its own element. Words of 16 bits need two vectors of counts, for
// the lower and the upper four elements of each 16-byte lane.
constexpr int count_vectors(const Shape& shape) { return shape.lane_bytes() == 2 ? 2 : 1; }

struct alignas(64) Counts {
  std::uint8_t of[64];
};
// The block numbers of a group, in the elements of its words.
consteval Counts make_counts(const Shape& shape, int width, int part) {
  Counts r{};
  const int size = shape.lane_bytes() < 4 ? 4 : shape.lane_bytes(), elements = 16 / size,
            lanes = width / 16, s = shape.blocks_per_lane();
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < elements; i++) {
      const int e = part * elements + i, block = (e / s * lanes + lane) * s + e % s;
      r.of[16 * lane + size * i] = (std::uint8_t)block;
    }
  return r;
}
// The shuffle that moves the counts of a part to those bytes of word w that hold the counter.
consteval Pattern make_counter_place(const Shape& shape, int w, int part) {
  Pattern r{};
  const int size = shape.lane_bytes() < 4 ? 4 : shape.lane_bytes(), elements = 16 / size;
  for (int i = 0; i < 64; i++) {
    const int e = i % 16 / shape.lane_bytes() - part * elements,
              k = i % shape.lane_bytes() - shape.padding(),
              digit = k < 0 ? 4 : shape.block_bytes() - 1 - shape.byte_at(w, k);
    r.of[i] = (std::uint8_t)(e < 0 || e >= elements || digit > 3 ? 0x80 : size * e + digit);
  }
  return r;
}

// Converts a word between its byte order in memory and little-endian. Words with padding are always
// little-endian.
HR_INLINE std::uint64_t in_order(std::uint64_t word, const Shape& shape) {
  if (!shape.big_endian) return word;
  const int n = shape.word_bytes();
  return n == 2   ? __builtin_bswap16((std::uint16_t)word)
         : n == 4 ? byte_swap32((std::uint32_t)word)
                  : byte_swap64(word);
}
// Loads a word from memory into the low bits.
HR_INLINE std::uint64_t load_word(const std::uint8_t* p, const Shape& shape) {
  const int n = shape.word_bytes();
  if (n == 3) return load_le16(p) | (std::uint64_t)p[2] << 16;
  if (n == 6) return load_le32(p) | (std::uint64_t)load_le16(p + 4) << 32;
  return in_order(n == 2 ? load_le16(p) : n == 4 ? load_le32(p) : load_le64(p), shape);
}
// Stores in the same parts as load_word, because the next call may load this word.
HR_INLINE void store_word(std::uint8_t* p, std::uint64_t word, const Shape& shape) {
  const int n = shape.word_bytes();
  word = in_order(word, shape);
  if (n == 8) return store_le64(p, word);
  if (n == 2 || n == 3) store_le16(p, (std::uint16_t)word);
  if (n == 3) p[2] = (std::uint8_t)(word >> 16);
  if (n == 4 || n == 6) store_le32(p, (std::uint32_t)word);
  if (n == 6) store_le16(p + 4, (std::uint16_t)(word >> 32));
}
// Moves a word to its position in a lane.
HR_INLINE std::uint64_t to_lane(std::uint64_t word, const Shape& shape) {
  return word << (8 * shape.padding());
}

}  // namespace hedgerow::arx
