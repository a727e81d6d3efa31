// A fast replacement for two checks of AddressSanitizer. It calls them for accesses of unusual size
// or without alignment, which are nearly all vector accesses of kernels. Its runtime takes about 50
// instructions per check, so the sanitizer build spent most of its time there. This code looks at
// the shadow of all bytes in one load and passes clean accesses. All other accesses go to the
// runtime, which judges and reports them. The linker replaces the functions of the runtime by these
// (--wrap).
//
// Shadow: one byte describes eight bytes of memory and is 0 if all eight may be accessed. It is at
// 0x7fff8000 + address / 8 in programs of x86-64 Linux (clang's documentation of AddressSanitizer,
// algorithm).
#include <stdint.h>
#include <string.h>

void __real___asan_loadN(uintptr_t at, uintptr_t bytes);
void __real___asan_storeN(uintptr_t at, uintptr_t bytes);
void __wrap___asan_loadN(uintptr_t at, uintptr_t bytes);
void __wrap___asan_storeN(uintptr_t at, uintptr_t bytes);

// Returns 1 if all bytes may be accessed. Returns 0 if the runtime must decide, because the access
// needs more than eight bytes of shadow, or because not all of its last eight bytes of memory are
// valid.
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
