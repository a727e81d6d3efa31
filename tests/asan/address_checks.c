// The checks of an address that AddressSanitizer makes where an access has no size of its own, or no alignment: the
// vectors of kernels, nearly all of them. Its runtime takes some 50 instructions for each of them, and most of the time
// of the sanitizer build went there. Bytes that are clean are told apart here by their shadow, all at once; the runtime
// judges, and reports, the others. The linker puts these functions into its functions' place (--wrap).
//
// Shadow: a byte for eight bytes of memory, 0 where all eight may be touched, at 0x7fff8000 + address / 8 in programs
// of x86-64 Linux (clang's documentation of AddressSanitizer, algorithm).
#include <stdint.h>
#include <string.h>

void __real___asan_loadN(uintptr_t at, uintptr_t bytes);
void __real___asan_storeN(uintptr_t at, uintptr_t bytes);
void __wrap___asan_loadN(uintptr_t at, uintptr_t bytes);
void __wrap___asan_storeN(uintptr_t at, uintptr_t bytes);

// Whether all bytes may be touched. An access of more than eight bytes of shadow, and one whose last eight bytes of
// memory are not all valid, is the runtime's to judge.
static int is_clean(uintptr_t at, uintptr_t bytes) {
#ifdef __x86_64__
  const uintptr_t first = at >> 3, further = ((at + bytes - 1) >> 3) - first;
  uint64_t shadow;
  if (further > 7) return 0;
  memcpy(&shadow, (const void*)(0x7fff8000 + first), sizeof shadow);
  return shadow << (8 * (7 - further)) == 0;
#else
  return 0;
#endif
}

void __wrap___asan_loadN(uintptr_t at, uintptr_t bytes) {
  if (!is_clean(at, bytes)) __real___asan_loadN(at, bytes);
}
void __wrap___asan_storeN(uintptr_t at, uintptr_t bytes) {
  if (!is_clean(at, bytes)) __real___asan_storeN(at, bytes);
}
