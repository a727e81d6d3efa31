// pi and its inverse over bit planes, for any CPU: no table, no branch. 64 bytes at a time:
//
//     eight words of eight bytes  <-- transpose_bits -->  planes[b]: bit b of each of the 64 bytes
//
// The circuit follows the decomposition of pi [EUROCRYPT 2016]: two linear maps, two products in
// GF(16), and nibble boxes as sums of monomials of their four input bits. About 350 operations;
// every coefficient is computed from spec.hpp and decomposition.hpp.
#pragma once

#include "base/inline.hpp"
#include "cipher/kuznyechik/decomposition.hpp"

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

// Bit m of the form [box][b]: the monomial that is the product of the bits in m is part of bit b.
struct AlgebraicForms {
  std::uint16_t of[9][4];
};
consteval AlgebraicForms make_algebraic_forms() {
  AlgebraicForms r{};
  for (int x = 0; x < 16; x++) {
    const std::uint8_t l = kTu.nu1_inverse[x], to_right = kNibble.inverse[kTu.phi[x]];
    const std::uint8_t value[9] = {
        kNibble.inverse[x], kTu.nu0[x],           kTu.nu1[x], kTu.phi[kTu.nu1[x]],
        kTu.sigma[x],       kTu.sigma_inverse[x], to_right,   kNibble.product[l][to_right],
        kTu.nu0_inverse[x]};
    for (int box = 0; box < 9; box++)
      for (int b = 0; b < 4; b++)
        for (int m = 0; m < 16; m++)  // Moebius: x counts in every monomial that covers it
          if ((x & ~m) == 0) r.of[box][b] ^= (std::uint16_t)(((value[box] >> b) & 1) << m);
  }
  return r;
}
constexpr AlgebraicForms kForms = make_algebraic_forms();

struct Nibble {
  std::uint64_t bit[4];
};
struct Monomials {
  std::uint64_t of[16];
};

HR_INLINE Monomials make_monomials(Nibble x) {
  Monomials r;
  r.of[0] = ~0ull;
  unroll<15>([&](auto i) HR_LAMBDA {
    constexpr int m = i + 1, top = m & 8 ? 3 : m & 4 ? 2 : m & 2 ? 1 : 0, rest = m ^ (1 << top);
    r.of[m] = rest ? r.of[rest] & x.bit[top] : x.bit[top];
  });
  return r;
}
template <int Box>
HR_INLINE Nibble apply_box(const Monomials& x) {
  Nibble r;
  unroll<4>([&](auto b) HR_LAMBDA {
    std::uint64_t sum = 0;
    unroll<16>([&](auto m) HR_LAMBDA {
      if constexpr ((kForms.of[Box][b] >> m) & 1) sum ^= x.of[m];
    });
    r.bit[b] = sum;
  });
  return r;
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

// planes = map(planes), for a linear map of bytes.
template <const ByteMap& Map>
HR_INLINE void apply_linear(std::uint64_t* planes) {
  std::uint64_t r[8] = {};
  unroll<8>([&](auto out) HR_LAMBDA {
    unroll<8>([&](auto in) HR_LAMBDA {
      if constexpr ((Map.of[1 << in] >> out) & 1) r[out] ^= planes[in];
    });
  });
  unroll<8>([&](auto i) HR_LAMBDA { planes[i] = r[i]; });
}
HR_INLINE std::uint64_t is_zero(Nibble x) { return ~(x.bit[0] | x.bit[1] | x.bit[2] | x.bit[3]); }

HR_INLINE void sub_planes(std::uint64_t* p) {
  apply_linear<kAlpha>(p);
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
  apply_linear<kOmega>(p);
}

// Backwards: r = sigma^-1(r') / phi(l'), l = r * nu1^-1(l') where r is not 0, else nu0^-1(l').
HR_INLINE void inv_sub_planes(std::uint64_t* p) {
  apply_linear<kOmegaInverse>(p);
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
  apply_linear<kAlphaInverse>(p);
}

// Swaps bit i of every byte of w[j] with bit j of the same byte of w[i]; its own inverse.
HR_INLINE void transpose_bits(std::uint64_t* w) {
  constexpr std::uint64_t kMask[3] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
  unroll<3>([&](auto stage) HR_LAMBDA {
    constexpr int d = 1 << stage;
    unroll<8>([&](auto i) HR_LAMBDA {
      if constexpr ((i & d) == 0) {
        const std::uint64_t t = ((w[i] >> d) ^ w[i + d]) & kMask[stage];
        w[i + d] ^= t;
        w[i] ^= t << d;
      }
    });
  });
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
