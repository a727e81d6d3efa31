// For messages beyond the caches: what a loop asks memory for in time.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr std::size_t kAhead = 8192;  // bytes from a load or store to its prefetch

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
// The same for loops whose turns are short: `fetch` decides nothing and counts in one register, for instructions of
// general registers take ports from those of vectors. Near the end of a message it asks for the turn's own lines, which
// are there. kTurns turns ask for kBytes bytes between them, kFar bytes ahead: a line each time, and where there are
// more turns than lines, those that come next too; or evenly, each line more than once.
template <std::size_t kBytes, int kTurns, std::size_t kFar = kAhead, bool kEvenly = false>
struct SteadyAhead {
  static constexpr int kEach = ((int)kBytes / 64 + kTurns - 1) / kTurns;  // prefetches a turn
  static constexpr int kAll = kEach * kTurns;
  static constexpr int kApart = kEvenly && kAll > 0 ? ((int)kBytes + kAll - 1) / kAll
                                                    : 64;  // bytes
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

}  // namespace
}  // namespace hedgerow::HR_ISA
