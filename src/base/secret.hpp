// Wiping that the compiler must not remove, and comparison in constant time.
#pragma once

#include "base/inline.hpp"

namespace hedgerow {

// Overwrites n bytes with zeros. The barrier keeps the store even if the memory is not used afterwards.
HR_INLINE void wipe_at_once(void* p, std::size_t n) {
  __builtin_memset(p, 0, n);
  __asm__ __volatile__("" : : "r"(p) : "memory");
}
// The same in lines of 64 bytes, where n is a multiple of 64.
HR_INLINE void wipe_lines(void* p, std::size_t n) {
  for (std::size_t i = 0; i < n; i += 64) wipe_at_once((std::uint8_t*)p + i, 64);
}
// Wipes in the faster of the two ways. For a known length of 384 bytes or more, gcc uses an instruction (rep stos) that
// takes some 30 cycles to start. Lines are faster than that up to 1024 bytes.
HR_INLINE void wipe(void* p, std::size_t n) {
  if (__builtin_constant_p(n) && n >= 384 && n <= 1024 && n % 64 == 0)
    wipe_lines(p, n);
  else
    wipe_at_once(p, n);
}

// Overwrites kBytes of the stack below the frame of the caller. A function that was called just before, and was not
// inlined, left its locals and spilled registers there.
template <int kBytes>
static HR_NOINLINE void wipe_stack() {
  std::uint8_t area[kBytes];
  if constexpr (kBytes > 1024 || kBytes % 64 != 0)
    wipe_at_once(area, kBytes);
  else
    wipe_lines(area, kBytes);
}

#if __SIZEOF_POINTER__ == 4
// 32-bit processors have few registers, so compilers put round keys on the stack. WipeStackAfter<f>::call calls f and
// wipes the stack that f used. On other processors it only calls f.
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

// Hides a value from the optimiser, so that a mask stays a mask and never becomes a branch. It is a no-op under MSan,
// because MSan reports an uninitialised operand of an asm.
HR_INLINE std::uint64_t opaque(std::uint64_t v) {
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
  return v;
#endif
#endif
  __asm__("" : "+r"(v));
  return v;
}

// Returns 1 if the n bytes are equal, else 0, in a time that depends only on n.
HR_INLINE unsigned equal_ct(const std::uint8_t* a, const std::uint8_t* b, std::size_t n) {
  std::uint64_t d = 0;
  for (std::size_t i = 0; i < n; i++) d = opaque(d | (std::uint64_t)(a[i] ^ b[i]));
  return (unsigned)((d - 1) >> 63);
}

}  // namespace hedgerow
