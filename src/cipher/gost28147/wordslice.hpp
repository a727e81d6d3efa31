// Magma and GOST 28147-89 on 32-bit lanes with byte permutes (VBMI) or byte shuffles: ECB and CTR
// [RFC 5830 section 5].
//
// A group is two vectors of blocks. A byte shuffle (which also reverses Magma's bytes) and an
// interleaving of 64-bit halves sort them into words:
//
//     in:   block 0 | block 1 | ...              block B | block B + 1 | ...
//     then: N1 of blocks 0 1 B B+1 | 2 3 ...     N2 of blocks 0 1 B B+1 | 2 3 ...     B = kWidth / 8
//
// The halves are kept rotated to the right by 11. A round then needs only one rotation, and adds
// the output of the S-boxes directly. Each byte position has two S-boxes. wordslice_permutes.hpp
// has them as tables of 64 bytes, and wordslice_shuffles.hpp as tables of 16.
#pragma once

#include "cipher/common/batches.hpp"
#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"
#if defined HR_VEC_AVX512 || defined HR_VEC_VBMI
#include "cipher/gost28147/wordslice_permutes.hpp"
#else
#include "cipher/gost28147/wordslice_shuffles.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kVectorBlocks = kWidth / kBlockBytes;
constexpr int kGroupBlocks = 2 * kVectorBlocks;
constexpr int kGroupBytes = 2 * kWidth;

// Processes words in the layout of a group, and decryption uses the round keys backwards.
template <int kN>
HR_INLINE void crypt_words(const Key& key, bool decrypt, Vec* n1, Vec* n2) {
  const Constants c = load_constants(key);
  const std::ptrdiff_t step = decrypt ? -1 : 1;
  const std::uint32_t* round = key.round + (decrypt ? kRounds - 1 : 0);
  unroll<kN>([&](auto j) HR_LAMBDA {
    n1[j] = rotl32<32 - kRotation>(n1[j]);
    n2[j] = rotl32<32 - kRotation>(n2[j]);
  });
  for (int i = 0; i < kRounds; i += 2, round += 2 * step) {
    crypt_round<kN>(c, round, n1, n2);
    crypt_round<kN>(c, round + step, n2, n1);
  }
  unroll<kN>([&](auto j) HR_LAMBDA {
    const Vec t = rotl32<kRotation>(n1[j]);
    n1[j] = rotl32<kRotation>(n2[j]);
    n2[j] = t;
  });
}

// Converts the words of a group to its two vectors of blocks.
HR_INLINE void to_blocks(Vec scatter, Vec n1, Vec n2, Vec* blocks) {
  blocks[0] = shuffle(unpack_lo64(n1, n2), scatter);
  blocks[1] = shuffle(unpack_hi64(n1, n2), scatter);
}

template <int kN>
HR_INLINE void crypt_groups(const Key& key, bool decrypt, const std::uint8_t* in,
                            std::uint8_t* out) {
  const Vec gather = load_splat128(key.gather), scatter = load_splat128(key.scatter);
  Vec n1[kN], n2[kN];
  unroll<kN>([&](auto j) HR_LAMBDA {
    const Vec a = shuffle(load(in + j * kGroupBytes), gather),
              b = shuffle(load(in + j * kGroupBytes + kWidth), gather);
    n1[j] = unpack_lo64(a, b);
    n2[j] = unpack_hi64(a, b);
  });
  crypt_words<kN>(key, decrypt, n1, n2);
  unroll<kN>([&](auto j) HR_LAMBDA {
    Vec r[2];
    to_blocks(scatter, n1[j], n2[j], r);
    store(out + j * kGroupBytes, r[0]);
    store(out + j * kGroupBytes + kWidth, r[1]);
  });
}

// Processes one block without the buffer of an incomplete group.
HR_INLINE void crypt_one(const Key& key, bool decrypt, const std::uint8_t* in, std::uint8_t* out) {
  const Vec words = shuffle(load_splat64(in), load_splat128(key.gather));
  Vec n1[1] = {words}, n2[1] = {swap_words64(words)}, r[2];
  crypt_words<1>(key, decrypt, n1, n2);
  to_blocks(load_splat128(key.scatter), n1[0], n2[0], r);
  store_le64(out, low64(r[0]));
}

HR_NOINLINE void crypt(const Key& key, bool decrypt, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) {
  if (blocks == 1) return crypt_one(key, decrypt, in, out);
  for_groups<kBlockBytes, kGroupBlocks, kGroups, 4>(
      in, out, blocks,
      [&](auto n, auto* from, auto* to) HR_LAMBDA { crypt_groups<n>(key, decrypt, from, to); });
}
void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  crypt(*(const Key*)key, false, in, out, blocks);
}
void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  crypt(*(const Key*)key, true, in, out, blocks);
}

// The number of each lane's block in its group, and for each CounterOrder the byte shuffles that
// put a count into N1 and N2.
struct alignas(64) CounterLayout {
  std::uint32_t block[kWidth / 4];
  std::uint8_t word[3][2][16];
};
template <Order kOrder>
consteval CounterLayout make_counter_layout() {
  CounterLayout r{};
  for (int i = 0; i < kWidth / 4; i++)
    r.block[i] = (std::uint32_t)(i / 2 % 2 * kVectorBlocks + i / 4 * 2 + i % 2);
  for (int order = 0; order < 3; order++)
    for (int i = 0; i < 32; i++) {
      r.word[order][i / 16][i % 16] = 0x80;
      for (int q = 0; q < 4; q++)
        if (counter_position<kBlockBytes>((CounterOrder)order, q) ==
            block_position<kOrder>(i / 16 * 4 + i % 4))
          r.word[order][i / 16][i % 16] = (std::uint8_t)(i % 16 / 4 * 4 + q);
    }
  return r;
}
template <Order kOrder>
constexpr CounterLayout kCounterLayout = make_counter_layout<kOrder>();

struct Counter {
  Vec count, place[2], word[2];  // of the next group; word: the constant part of N1 and N2
};

HR_NOINLINE void ctr_groups(const Key& key, Counter c, const std::uint8_t* in, std::uint8_t* out,
                            std::size_t blocks) {
  for_groups<kBlockBytes, kGroupBlocks, kGroups, 4>(
      in, out, blocks, [&](auto n, auto* from, auto* to) HR_LAMBDA {
        Vec n1[n], n2[n];
        unroll<n>([&](auto j) HR_LAMBDA {
          n1[j] = xor2(shuffle(c.count, c.place[0]), c.word[0]);
          n2[j] = xor2(shuffle(c.count, c.place[1]), c.word[1]);
          c.count = add32(c.count, splat32(kGroupBlocks));
        });
        crypt_words<n>(key, false, n1, n2);
        const Vec scatter = load_splat128(key.scatter);
        unroll<n>([&](auto j) HR_LAMBDA {
          Vec r[2];
          to_blocks(scatter, n1[j], n2[j], r);
          unroll<2>([&](auto i) HR_LAMBDA {
            const int at = j * kGroupBytes + i * kWidth;
            store(to + at, xor2(r[i], load(from + at)));
          });
        });
      });
}

template <Order kOrder>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const CounterLayout& layout = kCounterLayout<kOrder>;
  std::uint8_t block[kBlockBytes];
  write_counter<kBlockBytes>(block, counter, order, 0);
  const std::uint64_t constant = load_block<kOrder>(block);
  Counter c;
  c.count = add32(load(layout.block), splat32(counter_value<kBlockBytes>(counter, order)));
  unroll<2>([&](auto i) HR_LAMBDA {
    c.place[i] = load_splat128(layout.word[(int)order][i]);
    c.word[i] = splat32((std::uint32_t)(constant >> (32 * i)));
  });
  ctr_groups(*(const Key*)key, c, in, out, blocks);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
