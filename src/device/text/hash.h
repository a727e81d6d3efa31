// The entry of a multiplication in GF(2^n), n = 8 HR_BLOCK: hr_hash condenses `blocks` elements into `partials` of them. Partial j
// is Horner's rule with h^partials over elements j, j + partials, ... of the sequence with zeros before it, so that its length
// is a multiple of `partials`. Before it includes this a text gives
//
//   hr_multiply(acc, keys HR_TABLE)     u32 acc[HR_WORDS], in place
//
// and, if it has a table in the group's memory, HR_TABLE_WORDS and hr_fill_table(table, keys).
#define HR_HASH_ENTRY
#ifdef HR_TABLE_WORDS
#define HR_ENTER                         \
  HR_LOCAL_WORDS(table, HR_TABLE_WORDS); \
  hr_fill_table(table, keys);            \
  HR_BARRIER()
#define HR_TABLE , table
#else
#define HR_ENTER (void)0
#define HR_TABLE
#endif

HR_KERNEL hr_hash(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                  HR_GLOBAL u32* out, u64 out_at, u64 blocks, u64 partials) {
  HR_ENTER;
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  const u64 steps = (blocks + partials - 1) / partials, pad = steps * partials - blocks;
  HR_ROLLED
  for (u64 j = (u64)hr_group() * HR_THREADS + hr_thread(); j < partials;
       j += (u64)hr_groups() * HR_THREADS) {
    u32 acc[HR_WORDS], element[HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < HR_WORDS; i++) acc[i] = 0;
    // The first element is one of the zeros for some threads.
    if (steps > 0 && j >= pad) hr_load(in, j - pad, acc);
    HR_ROLLED
    for (u64 k = 1; k < steps; k++) {
      hr_multiply(acc, keys HR_TABLE);
      hr_load(in, j + k * partials - pad, element);
      HR_UNROLL
      for (int i = 0; i < HR_WORDS; i++) acc[i] ^= element[i];
    }
    hr_store(out, j, acc);
  }
}
#include "native.h"
