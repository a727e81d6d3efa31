// The layout of a scalar kernel: a group is one block, and a vector is one word.
#pragma once

#include "base/counter.hpp"
#include "cipher/common/arx_shape.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <arx::Shape kS>
struct Layout {
  static consteval int group_blocks() { return 1; }

  HR_INLINE Vec load_one(const std::uint8_t* p, int w) {
    return {to_lane(load_word(p + w * kS.word_bytes(), kS), kS)};
  }
  HR_INLINE void store_one(std::uint8_t* p, int w, Vec x) {
    store_word(p + w * kS.word_bytes(), x.v >> (8 * kS.padding()), kS);
  }
  HR_INLINE void load_group(const std::uint8_t* p, Vec* x) {
    unroll<kS.words>([&](auto w) HR_LAMBDA { x[w] = load_one(p, w); });
  }
  HR_INLINE void store_group(std::uint8_t* p, Vec* x) {
    unroll<kS.words>([&](auto w) HR_LAMBDA { store_one(p, w, x[w]); });
  }
  HR_INLINE void xor_group(const std::uint8_t* in, std::uint8_t* out, Vec* x) {
    unroll<kS.words>([&](auto w) HR_LAMBDA { store_one(out, w, xor2(x[w], load_one(in, w))); });
  }

  // Counter blocks with a big-endian counter in the last four bytes.
  struct Counter {
    std::uint32_t count;
    Vec fixed[kS.words];
  };
  HR_INLINE Counter make_counter(const std::uint8_t* counter) {
    Counter r;
    std::uint8_t fixed[kS.block_bytes()] = {};
    __builtin_memcpy(fixed, counter, kS.block_bytes() - 4);
    r.count = counter_value<kS.block_bytes()>(counter, CounterOrder::kBigEndian);
    unroll<kS.words>([&](auto w) HR_LAMBDA { r.fixed[w] = load_one(fixed, w); });
    return r;
  }
  template <int kGroup>
  HR_INLINE void counter_group(const Counter& c, Vec* x) {
    const std::uint32_t count = c.count + kGroup;
    unroll<kS.words>([&](auto w) HR_LAMBDA {
      x[w] = c.fixed[w];
      unroll<kS.word_bytes()>([&](auto k) HR_LAMBDA {
        constexpr int kDigit = kS.block_bytes() - 1 - kS.byte_at(w, k);
        if constexpr (kDigit < 4)
          x[w].v |= (std::uint64_t)(std::uint8_t)(count >> (8 * kDigit))
                    << (8 * (k + kS.padding()));
      });
    });
  }
  HR_INLINE void advance(Counter& c, int groups) { c.count += (std::uint32_t)groups; }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
