// The entries of a cipher over bit planes. The cipher gives, before it includes this,
//
//   hr_encrypt_planes(p, keys), hr_decrypt_planes(p, keys)     u32 p[HR_SQUARE_WORDS] of planes.h, in place
#include "planes.h"

#if HR_ENTRIES & 1
HR_KERNEL hr_encrypt(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                     HR_GLOBAL u32* out, u64 out_at, u64 blocks) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 p[HR_SQUARE_WORDS];
    const u32 count = hr_count(first, blocks);
    hr_load_planes(in, first, count, p);
    hr_encrypt_planes(p, keys);
    hr_store_planes(out, first, count, p, in, 0);
  }
}
#endif

#if HR_ENTRIES & 2
HR_KERNEL hr_decrypt(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                     HR_GLOBAL u32* out, u64 out_at, u64 blocks) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 p[HR_SQUARE_WORDS];
    const u32 count = hr_count(first, blocks);
    hr_load_planes(in, first, count, p);
    hr_decrypt_planes(p, keys);
    hr_store_planes(out, first, count, p, in, 0);
  }
}
#endif

#if HR_ENTRIES & 4
HR_KERNEL hr_ctr(const HR_GLOBAL u32* HR_RESTRICT keys, const HR_GLOBAL u32* in, u64 in_at,
                 HR_GLOBAL u32* out, u64 out_at, u64 blocks, struct hr_counter counter) {
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at);
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at);
  const u32 start = hr_first_count(&counter);
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 p[HR_SQUARE_WORDS];
    hr_counter_planes(&counter, start + (u32)first, p);
    hr_encrypt_planes(p, keys);
    hr_store_planes(out, first, hr_count(first, blocks), p, in, !counter.keystream);
  }
}
#endif
#include "native.h"
