// Functions that leave nothing of their secrets on the stack.
#pragma once

#include "base/secret.hpp"

namespace hedgerow {

// Wiping<f, n>::call is f, and then wipes the n bytes of the stack below its caller's frame: f's own frame and those of
// all that it calls. n is at least as deep as they go, which a test of residues shows. f has internal linkage, so that
// an instance is never shared between instruction sets.
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

}  // namespace hedgerow
