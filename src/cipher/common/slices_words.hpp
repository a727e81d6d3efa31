// Slicing for planes.hpp with plain 64-bit words, in which a group is eight blocks.
#pragma once

#include "cipher/common/scalar_bytes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kGroupBlocks = 8, kGroupBytes = 128;

// Transposes between blocks and byte positions:
//
//     memory     r[2 j + h] = bytes 8 h .. 8 h + 7 of block j
//     sliced     r[2 i + h] = byte 8 h + i of blocks 0 .. 7
HR_INLINE void transpose(Vec* r) {
  unroll<2>([&](auto h) HR_LAMBDA {
    Vec w[8];
    unroll<8>([&](auto j) HR_LAMBDA { w[j] = r[2 * j + h]; });
    transpose_bytes(w);
    unroll<8>([&](auto j) HR_LAMBDA { r[2 * j + h] = w[j]; });
  });
}
consteval int byte_of(int i) { return i % 2 * 8 + i / 2; }

}  // namespace
}  // namespace hedgerow::HR_ISA
