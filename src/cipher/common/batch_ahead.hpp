// Prefetching for bit-sliced kernels, which need thousands of cycles for a batch.
#pragma once

#include "cipher/common/counter_planes.hpp"
#include "cipher/common/prefetch.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// The lines that follow this batch (or kBatches batches), of the same number. `left` is the number
// of blocks that are left in the call.
template <int kBlock, int kBatches = 1>
HR_INLINE Ahead after_batch(const std::uint8_t* in, const std::uint8_t* out, std::size_t& left) {
  constexpr int kBlocks = kBatches * kPlanesBlocks;
  left = left > kBlocks ? left - kBlocks : 0;
  const std::size_t next = left > kBlocks ? kBlocks : left;
  return {in + kBlocks * kBlock, out + kBlocks * kBlock, next * kBlock / 64};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
