// pi by its decomposition (decomposition.hpp), with products in GF(16) by GF2P8MULB. It needs 13
// operations, and 14 for the inverse.
//
// psi embeds GF(16) in the field of GF2P8MULB with 256 elements. A nibble v is represented as beta
// * psi(v). beta is chosen such that bit 7 of this byte is always 0 and its low four bits differ
// for all v. Therefore the byte is directly an index for the byte shuffle, which reads only bits 7
// and 3..0. The second factor of a product is psi(v) without beta, so that products have the same
// form.
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct Tower {
  std::uint8_t psi[16], scaled[16];  // scaled[v] = beta * psi(v)
};
consteval Tower scale_tower(Tower t, unsigned beta) {
  for (int v = 0; v < 16; v++) t.scaled[v] = field_product(t.psi[v], beta, 0x11b, 8);
  return t;
}
consteval bool is_index(const Tower& t) {
  unsigned seen = 0;
  for (int v = 0; v < 16; v++) seen |= 1u << (t.scaled[v] & 15) | (t.scaled[v] >> 7) << 16;
  return seen == 0xffff;
}
consteval Tower make_tower() {
  Tower t{};
  for (unsigned root = 2;; root++) {  // finds a root of x^4 + x^3 + 1, the image of x
    t.psi[1] = 1;
    for (int v = 2; v < 16; v *= 2) t.psi[v] = field_product(t.psi[v / 2], root, 0x11b, 8);
    if ((field_product(t.psi[8], root, 0x11b, 8) ^ t.psi[8] ^ 1) == 0) break;
  }
  for (int v = 1; v < 16; v++) t.psi[v] = t.psi[v & (v - 1)] ^ t.psi[v & -v];
  for (unsigned beta = 1;; beta++)
    if (is_index(scale_tower(t, beta))) return scale_tower(t, beta);
}
constexpr Tower kTower = make_tower();
consteval int tower_index(int v) { return kTower.scaled[v] & 15; }

struct alignas(16) ForwardBox {
  std::uint8_t reciprocal[16], nu1[16], phi[16], sigma[16], nu0[16];
  std::uint64_t left, right;
};
struct alignas(16) InverseBox {
  std::uint8_t product[16], to_right[16], to_left[16], nu0[16];
  std::uint64_t left, right, out_left, out_right;
};
constexpr std::uint8_t kForwardOffset = 0;

// The matrices x -> beta * psi(upper and lower nibble of map(from(x))).
template <class Box>
consteval void set_entry(Box& box, const ByteMap& map, const ByteMap& from) {
  std::uint8_t left[8]{}, right[8]{};
  for (int j = 0; j < 8; j++) {
    left[j] = kTower.scaled[map.of[from.of[1 << j]] >> 4];
    right[j] = kTower.scaled[map.of[from.of[1 << j]] & 15];
  }
  box.left = bit_matrix(left);
  box.right = bit_matrix(right);
}
consteval ForwardBox make_forward_box(const ByteMap& to, const ByteMap& from) {
  ForwardBox box{};
  set_entry(box, kAlpha, from);
  for (int v = 0; v < 16; v++) {
    const int i = tower_index(v);
    box.reciprocal[i] = kTower.psi[kNibble.inverse[v]];
    box.nu1[i] = to.of[kOmega.of[kTu.nu1[v] << 4]];
    box.phi[i] = kTower.psi[kTu.phi[kTu.nu1[v]]];
    box.sigma[i] = to.of[kOmega.of[kTu.sigma[v]]];
    box.nu0[i] = to.of[kOmega.of[(kTu.nu0[v] ^ kTu.nu1[0]) << 4]];
  }
  return box;
}
consteval InverseBox make_inverse_box(const ByteMap& to, const ByteMap& from) {
  InverseBox box{};
  set_entry(box, kOmegaInverse, from);
  std::uint8_t left[8]{}, right[8]{};  // from the low four bits of beta * psi(v)
  for (int v = 0; v < 16; v++) {
    const int i = tower_index(v), to_right = kNibble.inverse[kTu.phi[v]];
    box.product[i] = kTower.scaled[kTu.sigma_inverse[v]];
    box.to_right[i] = kTower.psi[to_right];
    box.to_left[i] = kTower.psi[kNibble.product[to_right][kTu.nu1_inverse[v]]];
    box.nu0[i] = to.of[kAlphaInverse.of[kTu.nu0_inverse[v] << 4]];
    for (int j = 0; j < 4; j++)
      if (i == 1 << j) {
        left[j] = to.of[kAlphaInverse.of[v << 4]];
        right[j] = to.of[kAlphaInverse.of[v]];
      }
  }
  box.out_left = bit_matrix(left);
  box.out_right = bit_matrix(right);
  return box;
}

HR_INLINE Vec look_up(const std::uint8_t (&table)[16], Vec index) {
  return shuffle(load_splat128(table), index);
}

template <int N>
HR_INLINE void substitute(const ForwardBox& box, Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA {
    const Vec l = affine(x[i], box.left), r = affine(x[i], box.right);
    const Vec quotient = gf_mul(l, look_up(box.reciprocal, r));
    const Vec product = gf_mul(r, look_up(box.phi, quotient));
    const Vec correction = and2(look_up(box.nu0, l), equal8(r, zero()));
    x[i] = xor3(look_up(box.nu1, quotient), correction, look_up(box.sigma, product));
  });
}
template <int N>
HR_INLINE void substitute(const InverseBox& box, Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA {
    const Vec l = affine(x[i], box.left), r = affine(x[i], box.right);
    const Vec product = look_up(box.product, r);
    const Vec right = gf_mul(product, look_up(box.to_right, l));
    const Vec left = gf_mul(product, look_up(box.to_left, l));
    const Vec correction = and2(look_up(box.nu0, l), equal8(product, zero()));
    x[i] = xor3(affine(right, box.out_right), affine(left, box.out_left), correction);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
