// As C, for tests and for a device that stands in: all entries in one function, every thread of every group in turn.
// `last`: where the argument behind `blocks` lies.
// 0: hr_encrypt, 1: hr_decrypt, 2: hr_ctr, 3: hr_hash, 4: hr_dot, 5: hr_put
#if !defined(__CUDACC__) && !defined(__OPENCL_VERSION__)
void hr_native(u32 entry, u32 groups, const u32* keys, const u32* in, u64 in_at, u32* out,
               u64 out_at, u64 blocks, const void* last) {
#ifdef HR_HASH_ENTRY
#ifdef HR_HAS_DOT
#define HR_NATIVE_DOT \
  if (entry == 4) hr_dot(keys, in, in_at, out, out_at, blocks, *(const u64*)last);
#else
#define HR_NATIVE_DOT
#endif
#define HR_NATIVE_CALL                                                                           \
  if (entry == 3) hr_hash(keys, in, in_at, out, out_at, blocks, *(const u64*)last);              \
  if (entry == 5) hr_put(keys, in, in_at, out, out_at, blocks, *(const struct hr_element*)last); \
  HR_NATIVE_DOT
#else
#define HR_NATIVE_CALL                                              \
  if (entry == 0) hr_encrypt(keys, in, in_at, out, out_at, blocks); \
  if (entry == 1) hr_decrypt(keys, in, in_at, out, out_at, blocks); \
  if (entry == 2) hr_ctr(keys, in, in_at, out, out_at, blocks, *(const struct hr_counter*)last);
#endif
  hr_native_groups = groups;
  for (hr_native_group = 0; hr_native_group < groups; hr_native_group++)
    for (hr_native_thread = 0; hr_native_thread < HR_THREADS; hr_native_thread++) {
      HR_NATIVE_CALL
    }
}
#endif
