// One or two blocks of 16 bytes, each in a register of its own, through the rounds of one_block.hpp; one of 32 bytes in
// half a register, through those of packed.hpp.
#pragma once

#include "cipher/kalyna/prepare_packed.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// What byteslice_narrow.cpp wants of up to kMost blocks: their round keys, and the rounds.
template <Variant kV>
struct FewBlocks {
  static constexpr bool kDwords = kV.columns == kOneColumns, kHalf = kV.block_bytes() == 32;
  static constexpr int kMost = kDwords ? 2 : kHalf ? 1 : 0;

  // Key number k of a register as the rounds here take it, and such a key as those on packed registers do.
  HR_INLINE Vec place_key(Vec keys, int k) {
    if constexpr (kDwords) return spread(repeat_key<kV>(keys, k));
    return repeat_key<kV>(keys, k);
  }
  HR_INLINE Vec packed_key(const std::uint8_t* key) {
    if constexpr (kDwords) return collect(load(key));
    return load(key);
  }

  // N blocks.
  template <int N, class Key>
  HR_INLINE void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (kHalf) return encrypt_half<kV>(key, in, out);
    Vec x[N];
    unroll<N>([&](auto n) HR_LAMBDA {
      x[n] = spread_as_is(add64(load_lane(in + 16 * n), load(key.rows.first)));
    });
    encrypt_one_round<N>(x, kFirstSubDwords, key.encrypt[0]);
    for (int r = 1; r < kV.rounds - 1; r++) encrypt_one_round<N>(x, kSubDwords, key.encrypt[r]);
    encrypt_one_round<N, Ends::kBlock>(x, kSubDwords, key.encrypt[kV.rounds - 1]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, add64(collect_as_is(x[n]), load(key.rows.last)));
    });
  }
  template <int N, class Key>
  HR_INLINE void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (kHalf) return decrypt_half<kV>(key, in, out);
    Vec x[N];
    unroll<N>([&](auto n) HR_LAMBDA { x[n] = sub64(load_lane(in + 16 * n), load(key.rows.last)); });
    decrypt_one_round<N, Ends::kBlock>(x, kInverseSubDwords, key.decrypt[kV.rounds - 1]);
    for (int r = kV.rounds - 2; r > 0; r--)
      decrypt_one_round<N>(x, kInverseSubDwords, key.decrypt[r]);
    decrypt_one_round<N>(x, kLastInverseSubDwords, key.decrypt[0]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, sub64(collect_as_is(x[n]), load(key.rows.first)));
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
