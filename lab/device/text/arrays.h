// The entry of texts that handle one array of 16 bytes a thread at a time, loaded and stored whole.
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
    u32 a[4];
    hr_load(in, i, a);
    hr_array(a, tables HR_SHARED);
    hr_store(out, i, a);
  }
}
