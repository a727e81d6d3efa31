// Bit slicing of 16-byte blocks as four words of 32 bits, for ciphers whose rounds work on words.
//
//     word[j][b]    bit b of the bytes of word j: all four bytes of a word in one vector
//
// A batch is 2 kWidth blocks, a quarter of the batch of planes.hpp, because one vector has the same bit of four bytes.
// In vectors, each dword has the bytes in the order of memory, and each byte has a bit of eight blocks. In 64-bit
// words, each of the four bytes has 16 bits, for 16 blocks:
//
//     vector         byte 3   byte 2   byte 1   byte 0 of 8 blocks | the same of 8 other blocks | ...
//     64-bit word    byte 3            | byte 2            | byte 1            | byte 0
//
// A kernel provides crypt(key, state) for each direction; WordPlanes has the functions of KernelOps. With kColumns,
// word[j] holds the bytes j, 4 + j, 8 + j and 12 + j instead.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"
#ifndef HR_VEC_SCALAR
#include "cipher/common/block_lanes.hpp"
#include "isa/transpose_lanes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

struct State {
  Vec word[4][8];
};

// The bits of a key word as planes, which all blocks share.
#ifdef HR_VEC_SCALAR
struct WordKey {
  std::uint64_t plane[8];
};
HR_INLINE Vec key_plane(const WordKey& key, int b) { return {key.plane[b]}; }
HR_INLINE void spread_word(const std::uint8_t* bytes, WordKey& key) {
  std::uint64_t apart = 0;
  for (int i = 0; i < 4; i++) apart |= (std::uint64_t)bytes[i] << (16 * i);
  for (int b = 0; b < 8; b++) key.plane[b] = ((apart >> b) & 0x0001000100010001) * 0xffff;
}
// Byte i of each word of the result is byte i + n modulo 4.
template <int n>
HR_INLINE Vec turned(Vec a) {
  return rotl64<64 - 16 * n>(a);
}
#else
struct WordKey {
  std::uint32_t plane[8];
};
HR_INLINE Vec key_plane(const WordKey& key, int b) { return load_splat32(key.plane + b); }
HR_INLINE void spread_word(const std::uint8_t* bytes, WordKey& key) {
  const std::uint32_t word = load_le32(bytes);
  for (int b = 0; b < 8; b++) key.plane[b] = ((word >> b) & 0x01010101) * 0xff;
}
template <int n>
HR_INLINE Vec turned(Vec a) {
  return rotl32<32 - 8 * n>(a);
}
#endif

// Exchanges bytes 0 and 3 of each word.
#ifdef HR_VEC_SCALAR
HR_INLINE Vec ends_exchanged(Vec a) { return {a.v >> 48 | a.v << 48 | (a.v & 0x0000ffffffff0000)}; }
#else
// The shuffles that exchange bytes 0 and 3 of each dword, and byte i of dword j and byte j of dword i.
struct alignas(16) ByteOrders {
  std::uint8_t ends[16], columns[16];
};
consteval ByteOrders make_byte_orders() {
  ByteOrders r{};
  for (int i = 0; i < 16; i++) {
    r.ends[i] = (std::uint8_t)(i % 4 == 0 || i % 4 == 3 ? i ^ 3 : i);
    r.columns[i] = (std::uint8_t)(i % 4 * 4 + i / 4);
  }
  return r;
}
constexpr ByteOrders kByteOrders = make_byte_orders();
HR_INLINE Vec ends_exchanged(Vec a) { return shuffle(a, load_splat128(kByteOrders.ends)); }
template <bool kColumns>
HR_INLINE Vec ordered(Vec block) {
  return kColumns ? shuffle(block, load_splat128(kByteOrders.columns)) : block;
}
#endif

// All ones in byte n of each word.
template <int n>
HR_INLINE Vec byte_mask() {
#ifdef HR_VEC_SCALAR
  return {0xffffull << (16 * n)};
#else
  return splat32(0xffu << (8 * n));
#endif
}
// Selects a where the mask is set, else b.
HR_INLINE Vec choose_bytes(Vec where, Vec a, Vec b) { return xor_and(b, xor2(a, b), where); }

#ifdef HR_VEC_SCALAR
constexpr int kBatchBlocks = 16;
// The calls for which a kernel is selected. With vectors of 64 bytes, shorter calls are faster with narrower ones.
constexpr BlockRange kPlanesGoodFor = kAllCalls;

// The byte of a batch that is in byte i of word[j][k] before its bits are transposed.
template <bool kColumns>
constexpr int position(int j, int k, int i) {
  return 16 * (8 * (i % 2) + k) + (kColumns ? 4 * (i / 2) + j : 4 * j + i / 2);
}

HR_INLINE void transpose_word(Vec* word) {
  hedgerow::transpose_bits(word, [](std::uint64_t mask) HR_LAMBDA { return Vec{mask}; });
}
template <bool kColumns>
HR_INLINE void load_words(const std::uint8_t* in, State& s) {
  for (int j = 0; j < 4; j++) {
    for (int k = 0; k < 8; k++) {
      s.word[j][k].v = 0;
      for (int i = 0; i < 8; i++)
        s.word[j][k].v |= (std::uint64_t)in[position<kColumns>(j, k, i)] << (8 * i);
    }
    transpose_word(s.word[j]);
  }
}
template <bool kColumns>
HR_INLINE void store_words(State& s, std::uint8_t* out) {
  for (int j = 0; j < 4; j++) {
    transpose_word(s.word[j]);
    for (int k = 0; k < 8; k++)
      for (int i = 0; i < 8; i++)
        out[position<kColumns>(j, k, i)] = (std::uint8_t)(s.word[j][k].v >> (8 * i));
  }
}

template <class Key, auto kEncrypt, auto kDecrypt, bool kColumns = false>
struct WordPlanes {
  template <auto kCrypt>
  static void crypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    State s;
    load_words<kColumns>(in, s);
    kCrypt(key, s);
    store_words<kColumns>(s, out);
    wipe(&s, sizeof s);
  }
  using Loops = Batches<Key, 16, kBatchBlocks, crypt_batch<kEncrypt>, crypt_batch<kDecrypt>>;
  static constexpr auto encrypt = Loops::encrypt, decrypt = Loops::decrypt;
  static constexpr auto ctr = Loops::ctr;
};
#else
constexpr int kBatchBlocks = 2 * kWidth;
constexpr BlockRange kPlanesGoodFor = kWidth == 64 ? calls_from(65) : kAllCalls;
constexpr int kBatchBytes = 16 * kBatchBlocks;

// load_vector(i) returns vector i of the 32 vectors of a batch.
template <class Load>
HR_INLINE void load_words(State& s, Load load_vector) {
  for (int g = 0; g < 8; g++) {
    Vec r[4];
    unroll<4>([&](auto i) HR_LAMBDA { r[i] = load_vector(4 * g + i); });
    transpose_dwords(r);
    unroll<4>([&](auto j) HR_LAMBDA { s.word[j][g] = r[j]; });
  }
  for (int j = 0; j < 4; j++) transpose_bits(s.word[j]);
}
// store_vector(at, v) takes the vector at offset `at` of the batch.
template <class Store>
HR_INLINE void store_words(State& s, Store store_vector) {
  for (int j = 0; j < 4; j++) transpose_bits(s.word[j]);
  for (int g = 0; g < 8; g++) {
    Vec r[4];
    unroll<4>([&](auto j) HR_LAMBDA { r[j] = s.word[j][g]; });
    transpose_dwords(r);
    unroll<4>([&](auto i) HR_LAMBDA { store_vector((4 * g + i) * kWidth, r[i]); });
  }
}

template <class Key, auto kEncrypt, auto kDecrypt, bool kColumns = false>
struct WordPlanes {
  template <auto kCrypt>
  static void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                    std::size_t blocks) noexcept {
    State s;
    for_each_batch<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA {
      load_words(s, [&](int i) HR_LAMBDA { return ordered<kColumns>(load(from + kWidth * i)); });
      kCrypt(*(const Key*)key, s);
      store_words(s, [&](int at, Vec v) HR_LAMBDA { store(to + at, ordered<kColumns>(v)); });
    });
    wipe(&s, sizeof s);
  }
  static constexpr auto encrypt = crypt<kEncrypt>, decrypt = crypt<kDecrypt>;
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    State s;
    Counters counters = make_counters(counter, order);
    for_each_batch<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA {
      load_words(s, [&](int) HR_LAMBDA { return ordered<kColumns>(next_counters(counters)); });
      kEncrypt(*(const Key*)key, s);
      store_words(s, [&](int at, Vec v) HR_LAMBDA {
        store(to + at, xor2(ordered<kColumns>(v), load(from + at)));
      });
    });
    wipe(&s, sizeof s);
  }
};
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
