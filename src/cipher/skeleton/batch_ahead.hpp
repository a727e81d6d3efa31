// What bit-sliced kernels, whose batches take thousands of cycles, ask memory for meanwhile.
#pragma once

#include "cipher/skeleton/counter_planes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// For messages beyond the caches: the lines of the next batch that are still to be asked for, a few before each pass of
// the rounds, so that memory works beside them.
struct Ahead {
  const std::uint8_t *in, *out;
  std::size_t lines;

  HR_LAMBDA void fetch(std::size_t count) {
#ifndef HR_VEC_SCALAR
    for (; count > 0 && lines > 0; count--, lines--, in += 64, out += 64) {
      prefetch(in);
      prefetch_write(out);
    }
#else
    (void)count;
#endif
  }
};
template <int kBlock>
HR_INLINE Ahead after_batch(const std::uint8_t* in, const std::uint8_t* out, std::size_t& left) {
  left = left > kPlanesBlocks ? left - kPlanesBlocks : 0;
  const std::size_t next = left > kPlanesBlocks ? kPlanesBlocks : left;
  return {in + kPlanesBlocks * kBlock, out + kPlanesBlocks * kBlock, next * kBlock / 64};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
