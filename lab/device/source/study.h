// Shared by the sources of the study. The host puts these sources after blocks.h or planes.h, with blocks of 16 bytes,
// and with the contents of the tables as lists in macros (lab/device/tables.cpp).
//
//   hr_encrypt(tables, in, in_at, out, out_at, arrays)    out[i] = f(in[i]) for arrays of 16 bytes, in place allowed;
//                                                         with two arrays f(in[i], in[arrays + i])
//
// This is the entry of each source. It has the parameters and the name of a cipher's entry
// (src/device/kernel_info.hpp), so that the code that launches ciphers can launch it. A source that is followed by
// arrays.h defines hr_array(a, b, tables, table). This function processes the 16 bytes u32 a[4] and, if the host
// defines HR_TWO_ARRAYS, those of the second array, b. If the host defines HR_TABLE_WORDS, the size of a table in the
// group's memory, the source also defines hr_fill(table, tables).
#if defined(__CUDACC__)
#define HR_CONSTANT __constant__
#elif defined(__OPENCL_VERSION__)
#define HR_CONSTANT __constant
#else
#define HR_CONSTANT static const
#endif

#define HR_PICK(m, a, b) HR_TERNARY(0xca, m, a, b, ((a) & (m)) | ((b) & ~(m)))

#define HR_STUDY_KERNEL                                                                  \
  HR_KERNEL hr_encrypt(const HR_GLOBAL u32* HR_RESTRICT tables, const HR_GLOBAL u32* in, \
                       u64 in_at, HR_GLOBAL u32* out, u64 out_at, u64 arrays)
#define HR_STUDY_PLACES                                             \
  in = HR_AT(const HR_GLOBAL u32*, const HR_GLOBAL u8*, in, in_at); \
  out = HR_AT(HR_GLOBAL u32*, HR_GLOBAL u8*, out, out_at)
#define HR_EACH_ARRAY(i)                                               \
  for (u64 i = (u64)hr_group() * HR_THREADS + hr_thread(); i < arrays; \
       i += (u64)hr_groups() * HR_THREADS)

HR_DEVICE u32 hr_byte(const u32* a, int i) { return a[i / 4] >> (8 * (i % 4)) & 255; }
HR_DEVICE u32 hr_joined(const u32* e) { return e[0] | e[1] << 8 | e[2] << 16 | e[3] << 24; }
// Copies a byte table into the group's memory.
HR_DEVICE void hr_fill_bytes(HR_LOCAL u32* table, const HR_GLOBAL u32* from, u32 words) {
  for (u32 i = hr_thread(); i < words; i += HR_THREADS) table[i] = from[i];
}
// Copies a byte table as words, with `copies` copies side by side.
HR_DEVICE void hr_fill_copies(HR_LOCAL u32* table, const HR_GLOBAL u8* from, u32 entries,
                              u32 copies) {
  for (u32 i = hr_thread(); i < entries * copies; i += HR_THREADS) table[i] = from[i / copies];
}

#if !defined(__CUDACC__) && !defined(__OPENCL_VERSION__)
// For a device that is emulated in C: runs every thread of every group in turn.
HR_STUDY_KERNEL;
void hr_native(u32 entry, u32 groups, const u32* tables, const u32* in, u64 in_at, u32* out,
               u64 out_at, u64 arrays, const struct hr_counter* counter) {
  (void)entry, (void)counter;
  hr_native_groups = groups;
  for (hr_native_group = 0; hr_native_group < groups; hr_native_group++)
    for (hr_native_thread = 0; hr_native_thread < HR_THREADS; hr_native_thread++)
      hr_encrypt(tables, in, in_at, out, out_at, arrays);
}
#endif
