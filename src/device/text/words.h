// The entries of a cipher that works on whole blocks, HR_EACH of them a thread. The cipher
// gives, before it includes this,
//
//   hr_encrypt_blocks(s, keys HR_TABLE), hr_decrypt_blocks(...)    u32 s[HR_EACH][HR_WORDS], in place
//
// and, if it has tables in the group's memory, HR_TABLE_WORDS and
//
//   hr_fill_table(table, keys, decrypt)       by all threads of a group; a barrier follows
//
// With t threads, group g takes blocks [g t HR_EACH, (g + 1) t HR_EACH): thread i has i, i + t, i + 2 t, ..., so that
// neighbours read neighbours.

#ifdef HR_TABLE_WORDS
#define HR_ENTER(decrypt)                \
  HR_LOCAL_WORDS(table, HR_TABLE_WORDS); \
  hr_fill_table(table, keys, decrypt);   \
  HR_BARRIER()
#define HR_TABLE , table
#else
#define HR_ENTER(decrypt) (void)0
#define HR_TABLE
#endif

#define HR_EACH_PASS(first)                                                                \
  for (u64 first = (u64)hr_group() * (HR_THREADS * HR_EACH) + hr_thread(); first < blocks; \
       first += (u64)hr_groups() * (HR_THREADS * HR_EACH))

// Threads at the end that have fewer blocks work on their first one again.
HR_DEVICE u64 hr_block_of(u64 first, int i, u64 blocks) {
  const u64 block = first + (u64)i * HR_THREADS;
  return block < blocks ? block : first;
}

#if HR_ENTRIES & 1
HR_KERNEL hr_encrypt(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                     HR_GLOBAL u32* out, u64 out_at, u64 blocks) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ENTER(0);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 s[HR_EACH][HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_load(in, hr_block_of(first, i, blocks), s[i]);
    hr_encrypt_blocks(s, keys HR_TABLE);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++)
      if (first + (u64)i * HR_THREADS < blocks) hr_store(out, first + (u64)i * HR_THREADS, s[i]);
  }
}
#endif

#if HR_ENTRIES & 2
HR_KERNEL hr_decrypt(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                     HR_GLOBAL u32* out, u64 out_at, u64 blocks) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ENTER(1);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 s[HR_EACH][HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_load(in, hr_block_of(first, i, blocks), s[i]);
    hr_decrypt_blocks(s, keys HR_TABLE);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++)
      if (first + (u64)i * HR_THREADS < blocks) hr_store(out, first + (u64)i * HR_THREADS, s[i]);
  }
}
#endif

#if HR_ENTRIES & 4
HR_KERNEL hr_ctr(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                 HR_GLOBAL u32* out, u64 out_at, u64 blocks, struct hr_counter counter) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ENTER(0);
  const u32 count = hr_first_count(&counter);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 s[HR_EACH][HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++)
      hr_counter_block(&counter, count + (u32)first + i * HR_THREADS, s[i]);
    hr_encrypt_blocks(s, keys HR_TABLE);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      const u64 block = first + (u64)i * HR_THREADS;
      if (block < blocks) {
        if (!counter.keystream) {
          u32 text[HR_WORDS];
          hr_load(in, block, text);
          HR_UNROLL
          for (int j = 0; j < HR_WORDS; j++) s[i][j] ^= text[j];
        }
        hr_store(out, block, s[i]);
      }
    }
  }
}
#endif
#include "native.h"
