// Magma and GOST 28147-89 in plain 64-bit words, constant in time on any CPU with any byte order.
// It processes 64 blocks at a time, with one word for each bit of the block:
//
//     plane[i]:  block 63 bit i | ... | block 1 bit i | block 0 bit i      bit 0..31 N1, 32..63 N2
//
// bitslice_rounds.hpp has the rounds. The caller's S-boxes are secret, so for them each output bit
// is a polynomial with secret coefficients (polynomial.hpp). A few blocks are processed in pairs
// (pair.hpp).
#pragma once

#include "base/bytes.hpp"
#include "base/counter.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/common/counter_planes.hpp"
#include "cipher/gost28147/bitslice_rounds.hpp"
#include "cipher/gost28147/pair.hpp"
#include "cipher/gost28147/schedule.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;

struct alignas(64) Key {
  KeyWord word[8];
  std::uint64_t coefficient[kBoxes][4][16];  // all ones or zero; used only for the caller's S-boxes
  PairKey pair;
};

// Exchanges bit i of word j and bit j of word i.
HR_INLINE void transpose(Vec* w) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (int step = 32; step; step /= 2, mask ^= mask << step)
    for (int i = 0; i < 64; i = (i + step + 1) & ~step) {
      const std::uint64_t t = (w[i].v >> step ^ w[i + step].v) & mask;
      w[i].v ^= t << step;
      w[i + step].v ^= t;
    }
}

HR_INLINE std::uint64_t all_ones_if(std::uint32_t bit) { return opaque(0 - (std::uint64_t)bit); }

// Computes to ^= t(from + key) <<< 11 with the S-boxes of the key.
HR_INLINE void crypt_round_by_polynomials(const Key& key, int word, const Vec* from, Vec* to) {
  std::uint64_t carry = 0;
  for (int row = 0; row < kBoxes; row++) {
    std::uint64_t x[4], product[16];
    unroll<4>([&](auto i) HR_LAMBDA {
      const std::uint64_t k = key.word[word].bit[4 * row + i], different = from[4 * row + i].v ^ k;
      x[i] = different ^ carry;
      carry = k ^ (different & (carry ^ k));
    });
    multiply_out(x, product);
    unroll<4>([&](auto i) HR_LAMBDA {
      to[(4 * row + i + kRotation) % 32].v ^= evaluate(key.coefficient[row][i], product);
    });
  }
}

// The functions of a variant: encryption of kPlanesBlocks blocks with one word each, and the number
// of blocks up to which pairs are faster.
struct Batch {
  void (*crypt)(const Key& key, bool decrypt, Vec* block);
  std::size_t few;
};
template <const Circuits& kCircuits>
HR_NOINLINE void crypt_batch(const Key& key, bool decrypt, Vec* block) {
  transpose(block);
  if constexpr (has_circuits(kCircuits)) {
    crypt_planes<kCircuits, 1>(key.word, decrypt, block, {nullptr, nullptr, 0});
  } else {
    for (int i = 0; i < kRounds; i += 2) {
      const int first = decrypt ? kRounds - 1 - i : i, second = decrypt ? first - 1 : first + 1;
      crypt_round_by_polynomials(key, key_word(first), block, block + 32);
      crypt_round_by_polynomials(key, key_word(second), block + 32, block);
    }
  }
  for (int i = 0; i < 32; i++) {
    const Vec t = block[i];
    block[i] = block[i + 32];
    block[i + 32] = t;
  }
  transpose(block);
}
template <const Circuits& kCircuits>
constexpr Batch kBatchOf = {crypt_batch<kCircuits>, has_circuits(kCircuits) ? 10 : 28};

template <Order kOrder, const Circuits& kCircuits>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  __builtin_memset(key, 0, sizeof k);
  prepare_boxes(boxes, k.pair);
  prepare_words<kOrder>(round_keys, k.word, inverted_arguments(kCircuits));
  for (int i = 0; i < 8; i++) k.pair.word[i] = load_word<kOrder>(round_keys + 4 * i);
  if (has_circuits(kCircuits)) return;
  for (int row = 0; row < kBoxes; row++)
    for (int i = 0; i < 4; i++) {
      for (int x = 0; x < 16; x++)
        k.coefficient[row][i][x] = all_ones_if(packed_box(boxes, row, x) >> i & 1);
      to_coefficients(k.coefficient[row][i]);
    }
}

// Encrypts (or decrypts) the n numbers in `block` in place, but pairs with an odd n process n + 1
// numbers.
template <bool kDecrypt>
HR_INLINE void crypt_numbers(const Key& key, const Batch& batch, Vec* block, std::size_t n) {
  if (n > batch.few) return batch.crypt(key, kDecrypt, block);
  for (std::size_t b = 0; b < n; b += 2) {
    std::uint64_t pair[2] = {block[b].v, block[b + 1].v};
    crypt_pair<kDecrypt>(key.pair, pair);
    block[b].v = pair[0];
    block[b + 1].v = pair[1];
  }
}

template <Order kOrder, bool kDecrypt>
HR_NOINLINE void crypt_blocks(const Key& key, const Batch& batch, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t blocks) {
  Vec block[kPlanesBlocks] = {};
  while (blocks) {
    const std::size_t n = blocks < kPlanesBlocks ? blocks : kPlanesBlocks;
    for (std::size_t b = 0; b < n; b++) block[b].v = load_block<kOrder>(in + 8 * b);
    crypt_numbers<kDecrypt>(key, batch, block, n);
    for (std::size_t b = 0; b < n; b++) store_block<kOrder>(out + 8 * b, block[b].v);
    blocks -= n;
    in += 8 * n;
    out += 8 * n;
  }
  wipe(block, sizeof block);
}
template <Order kOrder, const Circuits& kCircuits, bool kDecrypt>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  crypt_blocks<kOrder, kDecrypt>(*(const Key*)key, kBatchOf<kCircuits>, in, out, blocks);
}

template <Order kOrder>
HR_NOINLINE void ctr_blocks(const Key& key, const Batch& batch, const std::uint8_t* counter,
                            CounterOrder order, const std::uint8_t* in, std::uint8_t* out,
                            std::size_t blocks) {
  std::uint32_t value = counter_value<kBlockBytes>(counter, order);
  Vec block[kPlanesBlocks] = {};
  while (blocks) {
    const std::size_t n = blocks < kPlanesBlocks ? blocks : kPlanesBlocks;
    // All counter blocks are written to memory first, because each load would otherwise wait for
    // the stores of its own block.
    for (std::size_t b = 0; b < n; b++)
      write_counter<kBlockBytes>((std::uint8_t*)(block + b), counter, order,
                                 value + (std::uint32_t)b);
    for (std::size_t b = 0; b < n; b++)
      block[b].v = load_block<kOrder>((const std::uint8_t*)(block + b));
    crypt_numbers<false>(key, batch, block, n);
    for (std::size_t b = 0; b < n; b++)
      store_block<kOrder>(out + 8 * b, load_block<kOrder>(in + 8 * b) ^ block[b].v);
    value += kPlanesBlocks;
    blocks -= n;
    in += 8 * n;
    out += 8 * n;
  }
  wipe(block, sizeof block);
}
template <Order kOrder, const Circuits& kCircuits>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_blocks<kOrder>(*(const Key*)key, kBatchOf<kCircuits>, counter, order, in, out, blocks);
}

// This includes the caller's S-boxes, which are polynomials because they have no circuits.
consteval bool serves(const Circuits&) { return true; }

}  // namespace
}  // namespace hedgerow::HR_ISA
