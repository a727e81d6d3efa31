// The ops for circuits on 64-bit words. A word has one bit each of 64 places of a bit plane.
// Circuits are templates over the type of their planes, therefore the same circuit also works on
// vectors, with the ops of their namespace.
#pragma once

#include "base/inline.hpp"

namespace hedgerow {

HR_INLINE std::uint64_t xor2(std::uint64_t a, std::uint64_t b) { return a ^ b; }
HR_INLINE std::uint64_t xor3(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return a ^ b ^ c;
}
HR_INLINE std::uint64_t and2(std::uint64_t a, std::uint64_t b) { return a & b; }
HR_INLINE std::uint64_t or2(std::uint64_t a, std::uint64_t b) { return a | b; }
HR_INLINE std::uint64_t andnot(std::uint64_t a, std::uint64_t b) { return ~a & b; }
template <int N>
HR_INLINE std::uint64_t shl64(std::uint64_t a) {
  return a << N;
}
template <int N>
HR_INLINE std::uint64_t shr64(std::uint64_t a) {
  return a >> N;
}

}  // namespace hedgerow
