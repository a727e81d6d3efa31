// The entries of a field GF(2^n), n = 8 HR_BLOCK. hr_hash condenses `blocks` elements into `partials` of them. Partial
// j is Horner's rule with h^partials over elements j, j + partials, ... of the sequence with zeros before it, so that
// its length is a multiple of `partials`. Before it includes this a text gives
//
//   hr_multiply(acc, keys HR_TABLE)     u32 acc[HR_WORDS], in place
//   hr_turn_element(s)                  an element between memory and what hr_multiply works on
//
// and, if it has a table in the group's memory, HR_TABLE_WORDS and hr_fill_table(table, keys). With HR_HAS_DOT also
// hr_products(a, b, r, 0) and hr_reduce(r, to), for hr_dot: the sum of products of two sequences, MGM's [RFC 9058],
// whose elements are big-endian numbers.
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

#define HR_EACH_PARTIAL(j)                                               \
  for (u64 j = (u64)hr_group() * HR_THREADS + hr_thread(); j < partials; \
       j += (u64)hr_groups() * HR_THREADS)

HR_KERNEL hr_hash(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                  HR_GLOBAL u32* out, u64 out_at, u64 blocks, u64 partials) {
  HR_ENTER;
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  const u64 steps = (blocks + partials - 1) / partials, pad = steps * partials - blocks;
  HR_ROLLED
  HR_EACH_PARTIAL(j) {
    u32 acc[HR_WORDS], element[HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < HR_WORDS; i++) acc[i] = 0;
    // The first element is one of the zeros for some threads.
    if (steps > 0 && j >= pad) hr_load(in, j - pad, acc);
    hr_turn_element(acc);
    HR_ROLLED
    for (u64 k = 1; k < steps; k++) {
      hr_multiply(acc, keys HR_TABLE);
      hr_load(in, j + k * partials - pad, element);
      hr_turn_element(element);
      HR_UNROLL
      for (int i = 0; i < HR_WORDS; i++) acc[i] ^= element[i];
    }
    hr_turn_element(acc);
    hr_store(out, j, acc);
  }
}

#ifdef HR_HAS_DOT
// An element whose first byte is the most significant.
HR_DEVICE void hr_reverse(u32* s) {
  u32 t[HR_WORDS];
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) t[i] = hr_swap_bytes(s[HR_WORDS - 1 - i]);
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) s[i] = t[i];
}
// To out[j], 0 <= j < partials, is added the sum over k of in[j + k partials] times element j + k partials of
// `factors`, which begin where the memory does. Products are summed as they are, and reduced once.
HR_KERNEL hr_dot(const HR_GLOBAL u32* HR_RESTRICT factors, const HR_GLOBAL u32* in, u64 in_at,
                 HR_GLOBAL u32* out, u64 out_at, u64 blocks, u64 partials) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ROLLED
  HR_EACH_PARTIAL(j) {
    u32 sum[2 * HR_WORDS], acc[HR_WORDS], before[HR_WORDS];
    HR_UNROLL
    for (int i = 0; i < 2 * HR_WORDS; i++) sum[i] = 0;
    HR_ROLLED
    for (u64 k = j; k < blocks; k += partials) {
      u32 a[HR_WORDS], b[HR_WORDS], made[2 * HR_WORDS];
      hr_load(factors, k, a);
      hr_load(in, k, b);
      hr_reverse(a);
      hr_reverse(b);
      hr_products(a, b, made, 0);
      HR_UNROLL
      for (int i = 0; i < 2 * HR_WORDS; i++) sum[i] ^= made[i];
    }
    hr_reduce(sum, acc);
    hr_reverse(acc);
    hr_load(out, j, before);
    HR_UNROLL
    for (int i = 0; i < HR_WORDS; i++) acc[i] ^= before[i];
    hr_store(out, j, acc);
  }
}
#endif

// An element by value, ElementArgument of src/device/form.hpp.
struct hr_element {
  u32 word[16];
};
// out[0] = element.
HR_KERNEL hr_put(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                 HR_GLOBAL u32* out, u64 out_at, u64 blocks, struct hr_element element) {
  (void)keys, (void)in, (void)in_at, (void)blocks;
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  if (hr_group() == 0 && hr_thread() == 0) hr_store(out, 0, element.word);
}
#include "native.h"
