// pi by its decomposition (decomposition.hpp) with the products in GF(16) done by logarithms: nine
// byte shuffles and about as much plain arithmetic.
//
// A logarithm is 0..14; that of 0 is kNone, whose bit 7 survives the additions and makes a shuffle
// yield 0. Entries that stand for 0 are therefore stored as differences from the entry of 0, and
// what that leaves is kForwardOffset (for the inverse it is 0, its outer map being linear).
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
constexpr std::uint8_t kNone = 0xe0;
constexpr std::uint8_t kForwardOffset = kOmega.of[kTu.nu1[0] << 4 | kTu.sigma[0]];

struct alignas(16) ForwardBox {
  std::uint8_t low[16], high[16];                  // alpha
  std::uint8_t log[16], log_inverse[16], phi[16];  // phi: from the logarithm of l / r, a logarithm
  std::uint8_t nu1[16], sigma[16];                 // from a logarithm, through omega
  std::uint8_t nu0[16];                            // from l, through omega, less nu1(0)
};
struct alignas(16) InverseBox {
  std::uint8_t low[16], high[16];                       // omega^-1
  std::uint8_t product[16], to_right[16], to_left[16];  // logarithms, the first from r'
  std::uint8_t right[16], left[16];                     // from a logarithm, through alpha^-1
  std::uint8_t nu0[16];                                 // from l', through alpha^-1
};

consteval std::uint8_t log_of(int v) { return v ? kNibble.log[v] : kNone; }

consteval ForwardBox make_forward_box(const ByteMap& to, const ByteMap& from) {
  ForwardBox box{};
  for (int v = 0; v < 16; v++) {
    box.low[v] = kAlpha.of[from.of[v]];
    box.high[v] = kAlpha.of[from.of[v << 4]];
    box.log[v] = log_of(v);
    box.log_inverse[v] = log_of(kNibble.inverse[v]);
    box.nu0[v] = to.of[kOmega.of[(kTu.nu0[v] ^ kTu.nu1[0]) << 4]];
    if (v == 15) break;
    const int x = kNibble.power[v];
    box.phi[v] = log_of(kTu.phi[kTu.nu1[x]]);
    box.nu1[v] = to.of[kOmega.of[(kTu.nu1[x] ^ kTu.nu1[0]) << 4]];
    box.sigma[v] = to.of[kOmega.of[kTu.sigma[x] ^ kTu.sigma[0]]];
  }
  return box;
}
consteval InverseBox make_inverse_box(const ByteMap& to, const ByteMap& from) {
  InverseBox box{};
  for (int v = 0; v < 16; v++) {
    const int to_right = kNibble.inverse[kTu.phi[v]];
    box.low[v] = kOmegaInverse.of[from.of[v]];
    box.high[v] = kOmegaInverse.of[from.of[v << 4]];
    box.product[v] = log_of(kTu.sigma_inverse[v]);
    box.to_right[v] = log_of(to_right);
    box.to_left[v] = log_of(kNibble.product[to_right][kTu.nu1_inverse[v]]);
    box.nu0[v] = to.of[kAlphaInverse.of[kTu.nu0_inverse[v] << 4]];
    if (v == 15) break;
    box.right[v] = to.of[kAlphaInverse.of[kNibble.power[v]]];
    box.left[v] = to.of[kAlphaInverse.of[kNibble.power[v] << 4]];
  }
  return box;
}

HR_INLINE Vec look_up(const std::uint8_t (&table)[16], Vec index) {
  return shuffle(load_splat128(table), index);
}
// The sum of two logarithms modulo 15.
HR_INLINE Vec add_logs(Vec a, Vec b) {
  const Vec sum = add8(a, b);
  return min8(sum, sub8(sum, splat8(15)));
}
HR_INLINE Vec map_by_nibbles(const std::uint8_t (&low)[16], const std::uint8_t (&high)[16], Vec x) {
  return xor2(look_up(low, low_nibble(x)), look_up(high, high_nibble(x)));
}

// What follows the linear map that pi, or its inverse, begins with.
HR_INLINE Vec after_map(const ForwardBox& box, Vec a) {
  const Vec r = low_nibble(a), l = high_nibble(a);
  const Vec quotient = add_logs(look_up(box.log, l), look_up(box.log_inverse, r));
  const Vec product = add_logs(look_up(box.log, r), look_up(box.phi, quotient));
  const Vec correction = and2(look_up(box.nu0, l), equal8(r, zero()));
  return xor3(look_up(box.sigma, product), look_up(box.nu1, quotient), correction);
}
HR_INLINE Vec after_map(const InverseBox& box, Vec a) {
  const Vec l = high_nibble(a), product = look_up(box.product, low_nibble(a));
  const Vec right = add_logs(product, look_up(box.to_right, l));
  const Vec left = add_logs(product, look_up(box.to_left, l));
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
