// Handling of secrets: wiping that the compiler may not drop, and comparison in constant time.
#pragma once

#include "base/inline.hpp"

namespace hedgerow {

// Overwrites n bytes with zeros; the barrier keeps the store even when the memory is dead
// afterwards. Usable in kernels.
HR_INLINE void wipe_at_once(void* p, std::size_t n) {
  __builtin_memset(p, 0, n);
  __asm__ __volatile__("" : : "r"(p) : "memory");
}
// The same by lines of 64 bytes, n a multiple of them.
HR_INLINE void wipe_lines(void* p, std::size_t n) {
  for (std::size_t i = 0; i < n; i += 64) wipe_at_once((std::uint8_t*)p + i, 64);
}
// The same in the way that takes less time. For 384 bytes and more, if the compiler knows how many, gcc chooses an
// instruction (rep stos) that takes some 30 cycles to begin, as long as lines take up to 1024.
HR_INLINE void wipe(void* p, std::size_t n) {
  if (__builtin_constant_p(n) && n >= 384 && n <= 1024 && n % 64 == 0)
    wipe_lines(p, n);
  else
    wipe_at_once(p, n);
}

// Overwrites kBytes of the stack below the caller's frame: what a function that was just called,
// and not inlined, left there, registers that the compiler spilled included.
template <int kBytes>
static HR_NOINLINE void wipe_stack() {
  std::uint8_t area[kBytes];
  if constexpr (kBytes > 1024 || kBytes % 64 != 0)
    wipe_at_once(area, kBytes);
  else
    wipe_lines(area, kBytes);
}

#if __SIZEOF_POINTER__ == 4
// 32-bit processors have few registers and compilers put round keys on the stack: WipeStackAfter<f>::call
// is f and wipes what f left there.
template <auto kFunction>
struct WipeStackAfter;
template <class... Arguments, void (*kFunction)(Arguments...) noexcept>
struct WipeStackAfter<kFunction> {
  static void call(Arguments... arguments) noexcept {
    auto* f = kFunction;
    __asm__("" : "+r"(f));  // not inlined
    f(arguments...);
    wipe_stack<8192>();
  }
};
#else
template <auto kFunction>
struct WipeStackAfter {
  static constexpr auto call = kFunction;
};
#endif

// Hides a value from the optimiser, so that a mask stays a mask and is never turned into a branch.
// Not under MSan, which reports an uninitialised operand of an asm.
HR_INLINE std::uint64_t opaque(std::uint64_t v) {
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
  return v;
#endif
#endif
  __asm__("" : "+r"(v));
  return v;
}

// 1 when the n bytes are equal, else 0; time depends on n alone.
HR_INLINE unsigned equal_ct(const std::uint8_t* a, const std::uint8_t* b, std::size_t n) {
  std::uint64_t d = 0;
  for (std::size_t i = 0; i < n; i++) d = opaque(d | (std::uint64_t)(a[i] ^ b[i]));
  return (unsigned)((d - 1) >> 63);
}

}  // namespace hedgerow
