// One block at a time with GFNI, for the key schedule and for one-block messages. Latency decides
// the speed.
//
// An isomorphism maps bytes to the field of GF2P8MULB, and S is conjugated by it. Every 16-byte
// lane has the same block. L is a sum over the columns of its matrix, one column in each lane:
//
//     shuffle:  byte 0, 16 times | byte 1, 16 times | ...
//     gf_mul:   column 0         | column 1         | ...     then the xor of all lanes
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "cipher/kuznyechik/sbox.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct BlockMatrix {
  alignas(64) std::uint8_t column[256];
};
struct alignas(64) BlockBytes256 {
  std::uint8_t of[256];
};
struct MappedConstants {
  alignas(16) std::uint8_t c[33][16];  // the last constant is zero
};

constexpr ByteMap kIsomorphism = make_isomorphism(kFieldPolynomial, 0x11b);
constexpr ByteMap kIsomorphismInverse = make_inverse(kIsomorphism.of);

consteval BlockMatrix make_block_matrix(const Matrix& m) {
  BlockMatrix r{};
  for (int j = 0; j < 16; j++)
    for (int i = 0; i < 16; i++) r.column[16 * j + i] = kIsomorphism.of[m.at[i][j]];
  return r;
}
consteval BlockBytes256 make_selection() {
  BlockBytes256 r{};
  for (int i = 0; i < 256; i++) r.of[i] = (std::uint8_t)(i / 16);
  return r;
}
consteval MappedConstants make_mapped_constants() {
  MappedConstants r{};
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 16; j++) r.c[i][j] = kIsomorphism.of[kIteration.c[i][j]];
  return r;
}

constexpr ForwardBox kMappedBox = make_forward_box(kIsomorphism, kIsomorphismInverse);
constexpr BlockMatrix kMappedLinear = make_block_matrix(kLinear);
constexpr BlockBytes256 kSelection = make_selection();
constexpr MappedConstants kMappedConstants = make_mapped_constants();
constexpr std::uint64_t kMapMatrix = map_matrix(kIsomorphism);
constexpr std::uint64_t kUnmapMatrix = map_matrix(kIsomorphismInverse);

HR_INLINE Vec map_block(Vec x) { return affine(x, kMapMatrix); }
HR_INLINE Vec unmap_block(Vec x) { return affine(x, kUnmapMatrix); }

HR_INLINE Vec block_linear(const BlockMatrix& m, Vec x) {
  constexpr int kTerms = 256 / kWidth;
  Vec t[kTerms];
  unroll<kTerms>([&](auto i) HR_LAMBDA {
    t[i] = gf_mul(shuffle(x, load(kSelection.of + kWidth * i)), load(m.column + kWidth * i));
  });
  unroll<kTerms / 4>([&](auto i) HR_LAMBDA {
    t[i] = xor2(xor3(t[4 * i], t[4 * i + 1], t[4 * i + 2]), t[4 * i + 3]);
  });
  unroll<kTerms / 4 - 1>([&](auto i) HR_LAMBDA { t[0] = xor2(t[0], t[i + 1]); });
  return xor_lanes(t[0]);
}

// The key schedule [RFC 7801 section 4.4]. The next constant is added early to the block that
// waits, so that the chain of a step is only S, L and one sum.
HR_NOINLINE void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  Vec a1 = map_block(load_splat128(user_key)), a0 = map_block(load_splat128(user_key + 16));
  Vec x = xor2(a1, load_splat128(kMappedConstants.c[0]));
  for (int pair = 0;; pair++) {
    store_lane(round_keys + 32 * pair, unmap_block(a1));
    store_lane(round_keys + 32 * pair + 16, unmap_block(a0));
    if (pair == 4) break;
    for (int i = 8 * pair + 1; i <= 8 * pair + 8; i++) {
      const Vec waiting = xor2(a0, load_splat128(kMappedConstants.c[i]));
      substitute<1>(kMappedBox, &x);
      const Vec y = block_linear(kMappedLinear, x);
      const Vec next = xor2(y, a0);
      x = xor2(y, waiting);
      a0 = a1;
      a1 = next;
    }
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
