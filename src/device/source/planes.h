// Blocks as bit planes, where each thread has 32 blocks in its own registers:
//
//   plane           word of the thread: one bit for each of its blocks
//   p[8 j + b]      bit b of byte j of block 31 | ... | block 1 | block 0
//                                      (bit 31)        (bit 1)   (bit 0)
//
// With t threads in a group, group g processes the blocks [32 t g, 32 t (g + 1)). Block i of thread
// k is the one at k + i t of these, so neighbouring threads read neighbouring blocks.
//
// Keys on the device are planes too: words of all ones or zero, in the order of the canonical round
// keys' bits.
#pragma once

#include "blocks.h"

// Transposes a square of 32 words: exchanges bit j of word i and bit i of word j. Permutes move
// halves and bytes; shifts and selects move shorter pieces.
#define HR_CHOOSE(m, a, b) HR_TERNARY(0xca, m, a, b, ((a) & (m)) | ((b) & ~(m)))
#define HR_EXCHANGE(n, mask)                      \
  HR_UNROLL                                       \
  for (int k = 0; k < 32; k++)                    \
    if (!(k & n)) {                               \
      const u32 a = w[k], b = w[k + n];           \
      w[k] = HR_CHOOSE((u32)mask, a, b << n);     \
      w[k + n] = HR_CHOOSE((u32)mask, a >> n, b); \
    }
HR_DEVICE void hr_transpose(u32* w) {
  HR_UNROLL
  for (int k = 0; k < 16; k++) {
    const u32 a = w[k], b = w[k + 16];
    w[k] = HR_PERMUTE(a, b, 0x5410);
    w[k + 16] = HR_PERMUTE(a, b, 0x7632);
  }
  HR_UNROLL
  for (int k = 0; k < 32; k++)
    if (!(k & 8)) {
      const u32 a = w[k], b = w[k + 8];
      w[k] = HR_PERMUTE(a, b, 0x6240);
      w[k + 8] = HR_PERMUTE(a, b, 0x7351);
    }
  HR_EXCHANGE(4, 0x0f0f0f0f)
  HR_EXCHANGE(2, 0x33333333)
  HR_EXCHANGE(1, 0x55555555)
}

// Converts p[32 j + i] between word j of block i and plane 32 j + i. If a block is not a whole
// number of words, the last squares are half empty.
#define HR_SQUARE_WORDS (32 * HR_WORDS)
HR_DEVICE void hr_transpose_all(u32* p, int fence) {
  HR_UNROLL
  for (int j = 0; j < HR_WORDS; j++) {
    HR_FENCE(fence + j);
    hr_transpose(p + 32 * j);
  }
}

#define HR_EACH_PASS(first)                                                           \
  for (u64 first = (u64)hr_group() * (HR_THREADS * 32) + hr_thread(); first < blocks; \
       first += (u64)hr_groups() * (HR_THREADS * 32))

// Counts the blocks of a thread that exist: of `first`, first + t, ..., at most 32.
HR_DEVICE u32 hr_count(u64 first, u64 blocks) {
  const u64 left = (blocks - first + HR_THREADS - 1) / HR_THREADS;
  return left < 32 ? (u32)left : 32;
}

HR_DEVICE void hr_load_planes(const HR_GLOBAL u32* in, u64 first, u32 count, u32* p) {
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    u32 s[HR_WORDS];
    HR_UNROLL
    for (int j = 0; j < HR_WORDS; j++) s[j] = 0;
    if ((u32)i < count) hr_load(in, first + (u64)i * HR_THREADS, s);
    HR_UNROLL
    for (int j = 0; j < HR_WORDS; j++) p[32 * j + i] = s[j];
  }
  hr_transpose_all(p, 100);
}
// Adds the blocks of `text` if it is not null.
HR_DEVICE void hr_store_planes(HR_GLOBAL u32* out, u64 first, u32 count, u32* p,
                               const HR_GLOBAL u32* text, int add) {
  hr_transpose_all(p, 200);
  HR_FENCE(250);
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    const u64 block = first + (u64)i * HR_THREADS;
    const int there = (u32)i < count;
    u32 s[HR_WORDS];
    HR_UNROLL
    for (int j = 0; j < HR_WORDS; j++) s[j] = 0;
    if (add && there) hr_load(text, block, s);
    HR_UNROLL
    for (int j = 0; j < HR_WORDS; j++) s[j] ^= p[32 * j + i];
    if (there) hr_store(out, block, s);
  }
}

// Adds the planes of a key to p[0..n), where n is a multiple of 4.
HR_DEVICE void hr_add_key(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys, int n) {
  HR_UNROLL
  for (int i = 0; i < n; i += 4) {
    const hr_quad k = hr_load4(keys + i);
    p[i] ^= k.x;
    p[i + 1] ^= k.y;
    p[i + 2] ^= k.z;
    p[i + 3] ^= k.w;
  }
}

// The carry of a + b + c and the borrow of a - b - c, bit by bit.
#define HR_CARRY(a, b, c) HR_TERNARY(0xe8, a, b, c, ((a) & (b)) | ((c) & ((a) ^ (b))))
#define HR_BORROW(a, b, c) HR_TERNARY(0x8e, a, b, c, (~(a) & (b)) | ((c) & ~((a) ^ (b))))

// All ones if bit i of x is set, else zero.
HR_DEVICE u32 hr_mask(u32 x, int i) { return 0 - (x >> i & 1); }

// Makes the planes of 32 counter blocks. Only the planes of the counter word differ between blocks;
// every other plane has the same bit 32 times.
HR_DEVICE void hr_counter_planes(const struct hr_counter* c, u32 count, u32* p) {
#if HR_BLOCK % 8 == 0 || HR_BLOCK == 4
  u32 square[32];
  const u32 at = c->order == HR_LITTLE_ENDIAN ? 0
                 : c->order == HR_BIG_ENDIAN  ? HR_BIG_AT / 4
                                              : HR_LEFT_AT / 4;
  const u32 bytes = c->order == HR_LITTLE_ENDIAN ? 0x3210 : 0x0123;
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    const u32 x = count + i * HR_THREADS;
    square[i] = HR_PERMUTE(x, x, bytes);
  }
  hr_transpose(square);
  HR_FENCE(100);
  HR_UNROLL
  for (int j = 0; j < HR_WORDS; j++) {
    HR_FENCE(101 + j);
    const u32 word = hr_opaque(c->block[j]);
    HR_UNROLL
    for (int i = 0; i < 32; i++) p[32 * j + i] = (u32)j == at ? square[i] : hr_mask(word, i);
  }
#else
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    u32 s[HR_WORDS];
    hr_counter_block(c, count + i * HR_THREADS, s);
    HR_UNROLL
    for (int j = 0; j < HR_WORDS; j++) p[32 * j + i] = s[j];
  }
  hr_transpose_all(p, 100);
#endif
}
