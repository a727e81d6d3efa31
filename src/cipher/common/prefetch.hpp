// Prefetching for messages that exceed the caches.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// the distance in bytes between a load or store and its prefetch
constexpr std::size_t kAhead = 8192;

// The lines that are still to be prefetched. A few are prefetched between rounds, so that memory
// and computation overlap.
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

// The lines that a later turn of a loop reads and writes. A turn has kBytes bytes. `left` is the
// number of bytes of the message from this turn on. No line after the end of the message is
// prefetched.
template <std::size_t kBytes>
HR_INLINE Ahead lines_ahead(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
  return {in + kAhead, out + kAhead, left < kAhead + kBytes ? 0 : kBytes / 64};
}
// The same for loops with short turns. `fetch` has no branch and counts in one register, because
// scalar instructions compete with vector instructions for ports. Near the end of a message it
// prefetches the turn's own lines, which are already cached; this is harmless. kTurns turns
// together prefetch kBytes bytes, at a distance of kFar bytes. Each prefetch takes the next line.
// If there are more turns than lines, the following lines are also prefetched. With kEvenly the
// prefetches are spread evenly instead, and some hit a line twice.
template <std::size_t kBytes, int kTurns, std::size_t kFar = kAhead, bool kEvenly = false>
struct SteadyAhead {
  static constexpr int kEach = ((int)kBytes / 64 + kTurns - 1) / kTurns;  // prefetches in a turn
  static constexpr int kAll = kEach * kTurns;
  static constexpr int kApart =  // bytes between two prefetches
      kEvenly && kAll > 0 ? ((int)kBytes + kAll - 1) / kAll : 64;
  const std::uint8_t *in, *out;
  std::size_t at = 0;

  HR_INLINE SteadyAhead from(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
    const std::size_t ahead = left < kFar + kApart * kAll ? 0 : kFar;
    return {in + ahead, out + ahead};
  }
  HR_LAMBDA void fetch() {
#ifndef HR_VEC_SCALAR
    unroll<kEach>([&](auto i) HR_LAMBDA {
      prefetch(in + at + kApart * i);
      prefetch_write(out + at + kApart * i);
    });
    at += kApart * kEach;
#endif
  }
};
struct NothingAhead {
  HR_LAMBDA void fetch() {}
};

// The lines of the kBlocks blocks that follow this batch, fewer near the end of the call. `left` is
// the number of blocks from this batch on, and becomes the number after it. It is for bit-sliced
// kernels, which need thousands of cycles for a batch.
template <int kBlock, int kBlocks>
HR_INLINE Ahead after_batch(const std::uint8_t* in, const std::uint8_t* out, std::size_t& left) {
  left = left > kBlocks ? left - kBlocks : 0;
  const std::size_t next = left > kBlocks ? kBlocks : left;
  return {in + kBlocks * kBlock, out + kBlocks * kBlock, next * kBlock / 64};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
