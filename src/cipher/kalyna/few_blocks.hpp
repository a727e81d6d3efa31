// One or two blocks of 16 bytes, each in a register of its own, through the rounds of one_block.hpp.
#pragma once

#include "cipher/kalyna/prepare_packed.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// What byteslice_narrow.cpp wants of up to kMost blocks: their round keys, and the rounds.
template <Variant kV>
struct FewBlocks {
  static constexpr int kMost = kV.columns == kOneColumns ? 2 : 0;

  // Key number k of a register as the rounds here take it, and such a key as those on packed registers do.
  HR_INLINE Vec place_key(Vec keys, int k) {
    if constexpr (kMost > 0) return spread(repeat_key<kV>(keys, k));
    return repeat_key<kV>(keys, k);
  }
  HR_INLINE Vec packed_key(const std::uint8_t* key) {
    if constexpr (kMost > 0) return collect(load(key));
    return load(key);
  }

  // N blocks, each in a register of its own.
  template <int N, class Key>
  HR_INLINE void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[N];
    unroll<N>([&](auto n) HR_LAMBDA {
      x[n] = spread(add64(load_lane(in + 16 * n), load(key.rows.first)));
    });
    for (int r = 0; r < kV.rounds; r++) encrypt_one_round<N>(x, key.encrypt[r]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, add64(collect(x[n]), load(key.rows.last)));
    });
  }
  template <int N, class Key>
  HR_INLINE void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[N];
    unroll<N>([&](auto n)
                  HR_LAMBDA { x[n] = spread(sub64(load_lane(in + 16 * n), load(key.rows.last))); });
    for (int r = kV.rounds - 1; r >= 0; r--) decrypt_one_round<N>(x, key.decrypt[r]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, sub64(collect(x[n]), load(key.rows.first)));
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
