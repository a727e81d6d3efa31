// Calls functions and leaves no secrets of theirs on the stack, for example spilled registers.
#pragma once

#include "base/secret.hpp"

namespace hedgerow {

// Wiping<f, n>::call calls f and then wipes the n bytes of the stack below the frame of its caller: the frame of f and
// the frames of everything that f calls. n must be at least as deep as they go, which the residue test checks. f must
// have internal linkage, so that instruction sets never share an instance.
template <auto kFunction, int kBytes>
struct Wiping;
template <class... Arguments, void (*kFunction)(Arguments...) noexcept, int kBytes>
struct Wiping<kFunction, kBytes> {
  static void call(Arguments... arguments) noexcept {
    auto* f = kFunction;
    __asm__("" : "+r"(f));  // not inlined
    f(arguments...);
    wipe_stack<kBytes>();
  }
};

// Call this after a function that processes batches of blocks and is not inlined. Compilers spill states to its stack,
// which is at most kBytes deep on 64-bit processors. The state before the last key addition gives a round key together
// with the output. The barrier prevents a tail call, which would wipe from above the frame of the caller.
template <int kBytes>
HR_INLINE void wipe_batch_stack() {
  wipe_stack<sizeof(void*) == 8 ? kBytes : 8192>();
  __asm__ __volatile__("");
}

}  // namespace hedgerow
