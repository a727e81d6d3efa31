// pi by its decomposition (decomposition.hpp), with products in GF(16) by logarithms. It needs nine
// byte shuffles and about the same number of other operations.
//
// A logarithm is 0..14, and the logarithm of 0 is kNone, which has bit 7 set. Bit 7 survives the
// additions and makes a shuffle yield 0. Table entries are therefore stored as differences from the
// entry of 0. The difference of the result is kForwardOffset. (For the inverse it is 0, because its
// outer map is linear.)
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
constexpr std::uint8_t kNone = 0xe0;
constexpr std::uint8_t kForwardOffset = kOmega.of[kTu.nu1[0] << 4 | kTu.sigma[0]];

// Each table has sixteen entries. With kBytes = kWidth it is repeated in each lane, so that it can
// be a memory operand.
template <int kBytes>
struct alignas(kBytes) ForwardTables {
  std::uint8_t low[kBytes], high[kBytes];  // alpha
  std::uint8_t log[kBytes], log_inverse[kBytes],
      phi[kBytes];                          // phi: from the logarithm of l / r to a logarithm
  std::uint8_t nu1[kBytes], sigma[kBytes];  // from a logarithm, then omega
  std::uint8_t nu0[kBytes];                 // from l, then omega, minus nu1(0)
};
template <int kBytes>
struct alignas(kBytes) InverseTables {
  std::uint8_t low[kBytes], high[kBytes];  // omega^-1
  // logarithms; product comes from r'
  std::uint8_t product[kBytes], to_right[kBytes], to_left[kBytes];
  std::uint8_t right[kBytes], left[kBytes];  // from a logarithm, then alpha^-1
  std::uint8_t nu0[kBytes];                  // from l', then alpha^-1
};
using ForwardBox = ForwardTables<16>;
using InverseBox = InverseTables<16>;

consteval std::uint8_t log_of(int v) { return v ? kNibble.log[v] : kNone; }

template <int kBytes = 16>
consteval ForwardTables<kBytes> make_forward_box(const ByteMap& to, const ByteMap& from) {
  ForwardTables<kBytes> box{};
  for (int i = 0; i < kBytes; i++) {
    const int v = i % 16;
    box.low[i] = kAlpha.of[from.of[v]];
    box.high[i] = kAlpha.of[from.of[v << 4]];
    box.log[i] = log_of(v);
    box.log_inverse[i] = log_of(kNibble.inverse[v]);
    box.nu0[i] = to.of[kOmega.of[(kTu.nu0[v] ^ kTu.nu1[0]) << 4]];
    if (v == 15) continue;
    const int x = kNibble.power[v];
    box.phi[i] = log_of(kTu.phi[kTu.nu1[x]]);
    box.nu1[i] = to.of[kOmega.of[(kTu.nu1[x] ^ kTu.nu1[0]) << 4]];
    box.sigma[i] = to.of[kOmega.of[kTu.sigma[x] ^ kTu.sigma[0]]];
  }
  return box;
}
template <int kBytes = 16>
consteval InverseTables<kBytes> make_inverse_box(const ByteMap& to, const ByteMap& from) {
  InverseTables<kBytes> box{};
  for (int i = 0; i < kBytes; i++) {
    const int v = i % 16, to_right = kNibble.inverse[kTu.phi[v]];
    box.low[i] = kOmegaInverse.of[from.of[v]];
    box.high[i] = kOmegaInverse.of[from.of[v << 4]];
    box.product[i] = log_of(kTu.sigma_inverse[v]);
    box.to_right[i] = log_of(to_right);
    box.to_left[i] = log_of(kNibble.product[to_right][kTu.nu1_inverse[v]]);
    box.nu0[i] = to.of[kAlphaInverse.of[kTu.nu0_inverse[v] << 4]];
    if (v == 15) continue;
    box.right[i] = to.of[kAlphaInverse.of[kNibble.power[v]]];
    box.left[i] = to.of[kAlphaInverse.of[kNibble.power[v] << 4]];
  }
  return box;
}

template <int kBytes>
HR_INLINE Vec load_table(const std::uint8_t (&table)[kBytes]) {
  if constexpr (kBytes == kWidth)
    return load(table);
  else
    return load_splat128(table);
}
template <int kBytes>
HR_INLINE Vec look_up(const std::uint8_t (&table)[kBytes], Vec index) {
  return shuffle(load_table(table), index);
}
// The sum of two logarithms modulo 15. `early` is the operand that is known first.
HR_INLINE Vec add_logs(Vec late, Vec early) {
  return min8(add8(late, early), add8(late, sub8(early, splat8(15))));
}
template <int kBytes>
HR_INLINE Vec map_by_nibbles(const std::uint8_t (&low)[kBytes], const std::uint8_t (&high)[kBytes],
                             Vec x) {
  return xor2(look_up(low, low_nibble(x)), look_up(high, high_nibble(x)));
}

// The part of pi, or of its inverse, after the first linear map.
template <int kBytes>
HR_INLINE Vec after_map(const ForwardTables<kBytes>& box, Vec a) {
  const Vec r = low_nibble(a), l = high_nibble(a);
  const Vec quotient = add_logs(look_up(box.log, l), look_up(box.log_inverse, r));
  const Vec product = add_logs(look_up(box.phi, quotient), look_up(box.log, r));
  const Vec correction = and2(look_up(box.nu0, l), equal8(r, zero()));
  return xor3(look_up(box.sigma, product), look_up(box.nu1, quotient), correction);
}
template <int kBytes>
HR_INLINE Vec after_map(const InverseTables<kBytes>& box, Vec a) {
  const Vec l = high_nibble(a), product = look_up(box.product, low_nibble(a));
  const Vec right = add_logs(look_up(box.to_right, l), product);
  const Vec left = add_logs(look_up(box.to_left, l), product);
  const Vec correction = and2(look_up(box.nu0, l), equal8(product, splat8(kNone)));
  return xor3(look_up(box.left, left), look_up(box.right, right), correction);
}

template <int N, class Box>
HR_INLINE void substitute(const Box& box, Vec* x) {
  unroll<N>([&](auto i)
                HR_LAMBDA { x[i] = after_map(box, map_by_nibbles(box.low, box.high, x[i])); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
