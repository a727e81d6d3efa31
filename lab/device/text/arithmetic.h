// Arrays of 16 bytes handled in words of HR_WIDTH bits, 8 to 128, from their loads to their stores. By
// HR_OPERATION: 0 XOR, 1 AND, 2 OR, 100 rounds, each with an operand of its own; 3 addition of a number to the
// array, a little-endian number of 128 bits with its carries, ten times: the array's index plus 0, 1, ..., 9. A
// vector of 128 bits adds as four words.
//
// tables: 100 operands of 16 bytes.
#if HR_WIDTH == 8
typedef u8 hr_word;
#elif HR_WIDTH == 16
typedef u16 hr_word;
#elif HR_WIDTH == 32
typedef u32 hr_word;
#elif HR_WIDTH == 64
typedef u64 hr_word;
#else
typedef hr_quad hr_word;
#endif
#define HR_COUNT (128 / HR_WIDTH)

#if HR_OPERATION == 0
#define HR_APPLY(a, b) ((a) ^ (b))
#elif HR_OPERATION == 1
#define HR_APPLY(a, b) ((a) & (b))
#else
#define HR_APPLY(a, b) ((a) | (b))
#endif

#if HR_OPERATION == 3
HR_DEVICE void hr_add(hr_word* a, u32 number) {
#if HR_WIDTH == 128
  u64 sum = (u64)a->x + number;
  a->x = (u32)sum;
  sum = (sum >> 32) + a->y, a->y = (u32)sum;
  sum = (sum >> 32) + a->z, a->z = (u32)sum;
  a->w += (u32)(sum >> 32);
#elif HR_WIDTH == 64
  a[0] += number;
  a[1] += a[0] < number;
#else
  u64 sum = 0;
  HR_UNROLL
  for (int i = 0; i < HR_COUNT; i++) {
    sum += (u64)a[i] + (i * HR_WIDTH < 32 ? (hr_word)(number >> (i * HR_WIDTH % 32)) : 0);
    a[i] = (hr_word)sum;
    sum >>= HR_WIDTH;
  }
#endif
}
#endif

HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
  (void)tables;
  HR_ROLLED
  HR_EACH_ARRAY(index) {
    hr_word a[HR_COUNT];
    HR_UNROLL
    for (int i = 0; i < HR_COUNT; i++) a[i] = ((const HR_GLOBAL hr_word*)in)[index * HR_COUNT + i];
#if HR_OPERATION == 3
    HR_ROLLED
    for (int n = 0; n < 10; n++) hr_add(a, (u32)index + n);
#else
    HR_ROLLED
    for (int n = 0; n < 100; n++) {
      const HR_GLOBAL hr_word* k = (const HR_GLOBAL hr_word*)tables + n * HR_COUNT;
#if HR_WIDTH == 128
      const hr_quad b = *k;
      a[0].x = HR_APPLY(a[0].x, b.x), a[0].y = HR_APPLY(a[0].y, b.y);
      a[0].z = HR_APPLY(a[0].z, b.z), a[0].w = HR_APPLY(a[0].w, b.w);
#else
      HR_UNROLL
      for (int i = 0; i < HR_COUNT; i++) a[i] = (hr_word)HR_APPLY(a[i], k[i]);
#endif
    }
#endif
    HR_UNROLL
    for (int i = 0; i < HR_COUNT; i++) ((HR_GLOBAL hr_word*)out)[index * HR_COUNT + i] = a[i];
  }
}
