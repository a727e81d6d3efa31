// Magma and GOST 28147-89 in plain 64-bit words, constant in time on any CPU of any byte order.
// 64 blocks at a time, a word per bit of the block:
//
//     plane[i]:  block 63 bit i | ... | block 1 bit i | block 0 bit i      bit 0..31 N1, 32..63 N2
//
// The key is added bit by bit; the S-boxes are secret, so each of their output bits is a polynomial
// with secret coefficients (polynomial.hpp); the rotation renames planes. A few blocks go in
// pairs (pair.hpp).
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/pair.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::gost28147;

constexpr int kBatch = 64;
constexpr std::size_t kFew = 28;  // so many blocks take less time in pairs than in a batch

struct alignas(64) Key {
  std::uint64_t coefficient[kBoxes][4][16];  // all ones or zero
  std::uint64_t key_bit[8][32];              // likewise
  PairKey pair;
};

HR_INLINE std::uint64_t all_ones_if(std::uint32_t bit) { return opaque(0 - (std::uint64_t)bit); }

// Bit i of word j becomes bit j of word i.
HR_NOINLINE void transpose(std::uint64_t* w) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (int step = 32; step; step /= 2, mask ^= mask << step)
    for (int i = 0; i < 64; i = (i + step + 1) & ~step) {
      const std::uint64_t t = (w[i] >> step ^ w[i + step]) & mask;
      w[i] ^= t << step;
      w[i + step] ^= t;
    }
}

// to ^= t(from + key) <<< 11.
HR_INLINE void crypt_round(const Key& key, int word, const std::uint64_t* from, std::uint64_t* to) {
  std::uint64_t carry = 0;
  for (int row = 0; row < kBoxes; row++) {
    std::uint64_t x[4], product[16];
    unroll<4>([&](auto i) HR_LAMBDA {
      const std::uint64_t k = key.key_bit[word][4 * row + i], different = from[4 * row + i] ^ k;
      x[i] = different ^ carry;
      carry = k ^ (different & (carry ^ k));
    });
    multiply_out(x, product);
    unroll<4>([&](auto i) HR_LAMBDA {
      to[(4 * row + i + kRotation) % 32] ^= evaluate(key.coefficient[row][i], product);
    });
  }
}

template <bool kDecrypt>
HR_NOINLINE void crypt_planes(const Key& key, std::uint64_t* plane) {
  transpose(plane);
  for (int i = 0; i < kRounds; i += 2) {
    const int first = kDecrypt ? kRounds - 1 - i : i, second = kDecrypt ? first - 1 : first + 1;
    crypt_round(key, key_word(first), plane, plane + 32);
    crypt_round(key, key_word(second), plane + 32, plane);
  }
  for (int i = 0; i < 32; i++) {
    const std::uint64_t t = plane[i];
    plane[i] = plane[i + 32];
    plane[i + 32] = t;
  }
  transpose(plane);
}

template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  __builtin_memset(key, 0, sizeof k);
  prepare_boxes(boxes, k.pair);
  for (int i = 0; i < 8; i++) {
    k.pair.word[i] = load_word<kOrder>(round_keys + 4 * i);
    for (int b = 0; b < 32; b++) k.key_bit[i][b] = all_ones_if(k.pair.word[i] >> b & 1);
  }
  for (int row = 0; row < kBoxes; row++)
    for (int i = 0; i < 4; i++) {
      for (int x = 0; x < 16; x++)
        k.coefficient[row][i][x] = all_ones_if(packed_box(boxes, row, x) >> i & 1);
      to_coefficients(k.coefficient[row][i]);
    }
}

// stream = the encryption (or decryption) of n numbers, in place; with an odd n, of n + 1.
template <bool kDecrypt>
HR_INLINE void crypt_few(const Key& key, std::uint64_t* stream, std::size_t n) {
  for (std::size_t b = 0; b < n; b += 2) crypt_pair<kDecrypt>(key.pair, stream + b);
}

template <Order kOrder, bool kDecrypt>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  std::uint64_t block[kBatch] = {};
  while (blocks) {
    const std::size_t n = blocks < kBatch ? blocks : kBatch;
    for (std::size_t b = 0; b < n; b++) block[b] = load_block<kOrder>(in + 8 * b);
    n <= kFew ? crypt_few<kDecrypt>(k, block, n) : crypt_planes<kDecrypt>(k, block);
    for (std::size_t b = 0; b < n; b++) store_block<kOrder>(out + 8 * b, block[b]);
    blocks -= n, in += 8 * n, out += 8 * n;
  }
  wipe(block, sizeof block);
}

// A counter block as a number.
template <Order kOrder>
HR_INLINE std::uint64_t counter_block(const std::uint8_t* counter, CounterOrder order,
                                      std::uint32_t value) {
  std::uint8_t block[8];
  write_counter<kBlockBytes>(block, counter, order, value);
  return load_block<kOrder>(block);
}

template <Order kOrder>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  std::uint32_t value = counter_value<kBlockBytes>(counter, order);
  std::uint64_t block[kBatch] = {};
  while (blocks) {
    const std::size_t n = blocks < kBatch ? blocks : kBatch;
    for (std::size_t b = 0; b < n; b++)
      block[b] = counter_block<kOrder>(counter, order, value + (std::uint32_t)b);
    n <= kFew ? crypt_few<false>(k, block, n) : crypt_planes<false>(k, block);
    for (std::size_t b = 0; b < n; b++)
      store_block<kOrder>(out + 8 * b, load_block<kOrder>(in + 8 * b) ^ block[b]);
    value += kBatch;
    blocks -= n, in += 8 * n, out += 8 * n;
  }
  wipe(block, sizeof block);
}

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_bitslice_scalar[kVariants];
const KernelOps hedgerow_kernel_gost28147_bitslice_scalar[kVariants] = {
#define ENTRY(order, set)                                                              \
  {sizeof(Key),         kRoundKeyBytes,     0,         schedule_##set, prepare<order>, \
   crypt<order, false>, crypt<order, true>, ctr<order>},
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
