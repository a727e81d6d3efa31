// pi and its inverse over bit planes, for any CPU: no table, no branch. 64 bytes at a time:
//
//     eight words of eight bytes  <-- transpose_bits -->  planes[b]: bit b of each of the 64 bytes
//
// The circuit follows the decomposition of pi [EUROCRYPT 2016]: two linear maps, two products in
// GF(16), and nibble boxes as sums of monomials of their four input bits. About 350 operations;
// every coefficient is computed from spec.hpp and decomposition.hpp.
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "cipher/shared/nibble_planes.hpp"

namespace hedgerow::kuznyechik {

// Nibble boxes of the two circuits, by name.
enum NibbleBox {
  kReciprocal,
  kNu0,
  kNu1,
  kPhiOfNu1,
  kSigma,
  kSigmaInv,
  kToRight,
  kToLeft,
  kNu0Inv
};

struct AlgebraicForms {
  std::uint64_t of[9];
};
consteval AlgebraicForms make_algebraic_forms() {
  std::uint8_t value[9][16]{};
  for (int x = 0; x < 16; x++) {
    const std::uint8_t l = kTu.nu1_inverse[x], to_right = kNibble.inverse[kTu.phi[x]];
    value[kReciprocal][x] = kNibble.inverse[x];
    value[kNu0][x] = kTu.nu0[x];
    value[kNu1][x] = kTu.nu1[x];
    value[kPhiOfNu1][x] = kTu.phi[kTu.nu1[x]];
    value[kSigma][x] = kTu.sigma[x];
    value[kSigmaInv][x] = kTu.sigma_inverse[x];
    value[kToRight][x] = to_right;
    value[kToLeft][x] = kNibble.product[l][to_right];
    value[kNu0Inv][x] = kTu.nu0_inverse[x];
  }
  AlgebraicForms r{};
  for (int box = 0; box < 9; box++) r.of[box] = make_nibble_form(value[box]);
  return r;
}
constexpr AlgebraicForms kForms = make_algebraic_forms();

template <int Box>
HR_INLINE Nibble apply_box(const Monomials& x) {
  return apply_form<kForms.of[Box]>(x);
}
// The product modulo x^4 + x^3 + 1: x^4 = x^3 + 1, x^5 = x^3 + x + 1, x^6 = x^3 + x^2 + x + 1.
HR_INLINE Nibble multiply(Nibble a, Nibble b) {
  std::uint64_t p[7] = {};
  unroll<4>([&](auto i) HR_LAMBDA {
    unroll<4>([&](auto j) HR_LAMBDA { p[i + j] ^= a.bit[i] & b.bit[j]; });
  });
  const std::uint64_t p56 = p[5] ^ p[6];
  return {{p[0] ^ p[4] ^ p56, p[1] ^ p56, p[2] ^ p[6], p[3] ^ p[4] ^ p56}};
}

HR_INLINE std::uint64_t is_zero(Nibble x) { return ~(x.bit[0] | x.bit[1] | x.bit[2] | x.bit[3]); }

HR_INLINE void sub_planes(std::uint64_t* p) {
  apply_affine<kAlpha>(p);
  const Nibble r = {{p[0], p[1], p[2], p[3]}}, l = {{p[4], p[5], p[6], p[7]}};
  const Monomials quotient = make_monomials(multiply(l, apply_box<kReciprocal>(make_monomials(r))));
  const Nibble nu0 = apply_box<kNu0>(make_monomials(l)), nu1 = apply_box<kNu1>(quotient);
  const Nibble product = multiply(r, apply_box<kPhiOfNu1>(quotient));
  const Nibble right = apply_box<kSigma>(make_monomials(product));
  const std::uint64_t zero = is_zero(r);
  unroll<4>([&](auto i) HR_LAMBDA {
    p[i] = right.bit[i];
    p[i + 4] = nu1.bit[i] ^ (zero & (nu1.bit[i] ^ nu0.bit[i]));
  });
  apply_affine<kOmega>(p);
}

// Backwards: r = sigma^-1(r') / phi(l'), l = r * nu1^-1(l') where r is not 0, else nu0^-1(l').
HR_INLINE void inv_sub_planes(std::uint64_t* p) {
  apply_affine<kOmegaInverse>(p);
  const Nibble right = {{p[0], p[1], p[2], p[3]}}, left = {{p[4], p[5], p[6], p[7]}};
  const Nibble product = apply_box<kSigmaInv>(make_monomials(right));
  const Monomials of_left = make_monomials(left);
  const Nibble r = multiply(product, apply_box<kToRight>(of_left));
  const Nibble l = multiply(product, apply_box<kToLeft>(of_left));
  const Nibble nu0 = apply_box<kNu0Inv>(of_left);
  const std::uint64_t zero = is_zero(product);
  unroll<4>([&](auto i) HR_LAMBDA {
    p[i] = r.bit[i];
    p[i + 4] = l.bit[i] ^ (zero & nu0.bit[i]);
  });
  apply_affine<kAlphaInverse>(p);
}

// Each of the 64 bytes of w through pi, or through its inverse.
HR_INLINE void sub_words(std::uint64_t* w) {
  transpose_bits(w);
  sub_planes(w);
  transpose_bits(w);
}
HR_INLINE void inv_sub_words(std::uint64_t* w) {
  transpose_bits(w);
  inv_sub_planes(w);
  transpose_bits(w);
}

}  // namespace hedgerow::kuznyechik
