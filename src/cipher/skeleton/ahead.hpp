// For messages beyond the caches: what a loop asks memory for in time.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr std::size_t kAhead = 4096;  // bytes from a load or store to its prefetch

// The lines that are still to be asked for, a few at a time between rounds, so that memory works beside them.
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

// The lines that a later turn of a loop reads and writes, whose turns take kBytes bytes. `left`: bytes of the message
// from this turn on; no line beyond its end is asked for.
template <std::size_t kBytes>
HR_INLINE Ahead lines_ahead(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
  return {in + kAhead, out + kAhead, left < kAhead + kBytes ? 0 : kBytes / 64};
}
// All of them at once.
template <std::size_t kBytes>
HR_INLINE void fetch_ahead(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
#ifndef HR_VEC_SCALAR
  if (left < kAhead + kBytes) return;
  unroll<(int)(kBytes + 63) / 64>([&](auto i) HR_LAMBDA {
    prefetch(in + kAhead + 64 * i);
    prefetch_write(out + kAhead + 64 * i);
  });
#else
  (void)in, (void)out, (void)left;
#endif
}

}  // namespace
}  // namespace hedgerow::HR_ISA
