// As C, for tests and for a device that stands in: all entries in one function, every thread of every group in turn.
#if !defined(__CUDACC__) && !defined(__OPENCL_VERSION__)
#ifdef HR_HASH_ENTRY
void hr_native(u32 entry, u32 groups, const u32* keys, const u32* in, u64 in_at, u32* out,
               u64 out_at, u64 blocks, u64 partials) {
  (void)entry;
#define HR_NATIVE_CALL hr_hash(keys, in, in_at, out, out_at, blocks, partials)
#else
// 0: hr_encrypt, 1: hr_decrypt, 2: hr_ctr.
void hr_native(u32 entry, u32 groups, const u32* keys, const u32* in, u64 in_at, u32* out,
               u64 out_at, u64 blocks, const struct hr_counter* counter) {
#define HR_NATIVE_CALL                                              \
  if (entry == 0) hr_encrypt(keys, in, in_at, out, out_at, blocks); \
  if (entry == 1) hr_decrypt(keys, in, in_at, out, out_at, blocks); \
  if (entry == 2) hr_ctr(keys, in, in_at, out, out_at, blocks, *counter)
#endif
  hr_native_groups = groups;
  for (hr_native_group = 0; hr_native_group < groups; hr_native_group++)
    for (hr_native_thread = 0; hr_native_thread < HR_THREADS; hr_native_thread++) {
      HR_NATIVE_CALL;
    }
}
#endif
