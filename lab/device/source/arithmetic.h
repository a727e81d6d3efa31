// Arrays of 16 bytes that are processed in words of HR_WIDTH bits, 8 to 128, from their loads to their stores.
// HR_OPERATION selects:
//
//   0 XOR, 1 AND, 2 OR   HR_ROUNDS rounds of the array and a second one, both in registers, one word per register
//   3 addition           adds ten times the array's index, a number of 32 bits, to a big-endian counter of 128 bits:
//                        the bytes of each word are reversed, and the carry continues in 64 bits
//
// A vector of 128 bits is loaded and stored as a whole, and processed as four words.
#if HR_WIDTH == 8
typedef u8 hr_word;
#elif HR_WIDTH == 16
typedef u16 hr_word;
#elif HR_WIDTH == 64
typedef u64 hr_word;
#else
typedef u32 hr_word;
#endif
#define HR_WORD_BITS (HR_WIDTH == 128 ? 32 : HR_WIDTH)
#define HR_COUNT (128 / HR_WORD_BITS)
// The part of a word that a register holds.
#if HR_WIDTH == 64
typedef u64 hr_value;
HR_DEVICE u64 hr_halves(u32 low, u32 high) { return (u64)high << 32 | low; }
HR_DEVICE u64 hr_opaque_value(u64 x) {
  return hr_halves(hr_opaque((u32)x), hr_opaque((u32)(x >> 32)));
}
#else
typedef u32 hr_value;
#define hr_opaque_value hr_opaque
#endif

#if HR_OPERATION == 0
#define HR_APPLY(a, b) ((a) ^ (b))
#elif HR_OPERATION == 1
#define HR_APPLY(a, b) ((a) & (b))
#elif HR_OPERATION == 2
#define HR_APPLY(a, b) ((a) | (b))
#endif

HR_DEVICE void hr_load_words(const HR_GLOBAL u32* from, u64 array, hr_value* to) {
#if HR_WIDTH == 128
  hr_load(from, array, to);
#else
  HR_UNROLL
  for (int i = 0; i < HR_COUNT; i++) to[i] = ((const HR_GLOBAL hr_word*)from)[array * HR_COUNT + i];
#endif
}

#if HR_OPERATION == 3
HR_DEVICE hr_value hr_reversed(hr_value x) {
#if HR_WIDTH == 8
  return x;
#elif HR_WIDTH == 16
  return (hr_word)(x >> 8 | x << 8);
#elif HR_WIDTH == 64
  return hr_halves(hr_reverse32((u32)(x >> 32)), hr_reverse32((u32)x));
#else
  return hr_reverse32(x);
#endif
}
HR_DEVICE void hr_add(hr_value* a, u32 number) {
  u64 left = number, carry = 0;
  HR_UNROLL
  for (int i = HR_COUNT - 1; i >= 0; i--) {
#if HR_WIDTH == 64
    const u64 partial = hr_reversed(a[i]) + left, sum = partial + carry;
    carry = (partial < left) | (sum < partial);
    left = 0;
#else
    const u64 sum = (u64)hr_reversed(a[i]) + (hr_word)left + carry;
    carry = sum >> HR_WORD_BITS;
    left >>= HR_WORD_BITS;
#endif
    a[i] = hr_reversed((hr_word)sum);
  }
}
#endif

HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
  (void)tables;
  HR_ROLLED
  HR_EACH_ARRAY(index) {
    hr_value a[HR_COUNT];
    hr_load_words(in, index, a);
#if HR_OPERATION == 3
    HR_ROLLED
    for (int n = 0; n < 10; n++) hr_add(a, hr_opaque((u32)index));
#else
    hr_value b[HR_COUNT];
    hr_load_words(in, arrays + index, b);
    // The value is opaque, because the compiler would remove an even number of XORs with the same operand.
    HR_ROLLED
    for (int n = 0; n < HR_ROUNDS; n++) {
      HR_UNROLL
      for (int i = 0; i < HR_COUNT; i++) a[i] = HR_APPLY(a[i], hr_opaque_value(b[i]));
    }
#endif
#if HR_WIDTH == 128
    hr_store(out, index, a);
#else
    HR_UNROLL
    for (int i = 0; i < HR_COUNT; i++)
      ((HR_GLOBAL hr_word*)out)[index * HR_COUNT + i] = (hr_word)a[i];
#endif
  }
}
