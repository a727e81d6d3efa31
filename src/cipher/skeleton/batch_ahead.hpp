// What bit-sliced kernels, whose batches take thousands of cycles, ask memory for meanwhile.
#pragma once

#include "cipher/skeleton/ahead.hpp"
#include "cipher/skeleton/counter_planes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// The lines of the next batch, in a call of which `left` blocks were left.
template <int kBlock>
HR_INLINE Ahead after_batch(const std::uint8_t* in, const std::uint8_t* out, std::size_t& left) {
  left = left > kPlanesBlocks ? left - kPlanesBlocks : 0;
  const std::size_t next = left > kPlanesBlocks ? kPlanesBlocks : left;
  return {in + kPlanesBlocks * kBlock, out + kPlanesBlocks * kBlock, next * kBlock / 64};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
