// The entry of sources that process one array of 16 bytes per thread at a time, loaded and stored as a whole. With
// HR_TWO_ARRAYS, a second array is combined with it.
#ifdef HR_TABLE_WORDS
#define HR_SHARED , table
#else
#define HR_SHARED
#endif
HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
#ifdef HR_TABLE_WORDS
  HR_LOCAL_WORDS(table, HR_TABLE_WORDS);
  hr_fill(table, tables);
  HR_BARRIER();
#endif
  HR_ROLLED
  HR_EACH_ARRAY(i) {
    u32 a[4], b[4];
    hr_load(in, i, a);
#if HR_TWO_ARRAYS
    hr_load(in, arrays + i, b);
#endif
    hr_array(a, b, tables HR_SHARED);
    hr_store(out, i, a);
  }
}
