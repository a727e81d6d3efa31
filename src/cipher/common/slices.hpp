// The order in which bit slicing puts 16-byte blocks into the groups of a batch, and bytes of a
// block into registers. Vectors are sliced as in byteslice.hpp, and words as in slices_words.hpp.
#pragma once

#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/slices_words.hpp"
#else
#include "cipher/common/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kGroupBlocks = kBatchBlocks, kGroupBytes = kBatchBytes;
// The byte of a block that register i of a group holds.
consteval int byte_of(int i) { return i; }

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
