// The decomposition of pi into functions of nibbles [EUROCRYPT 2016]. With l and r the upper and
// lower nibble of alpha(x), and products in GF(16) modulo x^4 + x^3 + 1:
//
//     l' = nu0(l) if r = 0, else nu1(l / r);      r' = sigma(r * phi(l'));
//     pi(x) = omega(l' || r').
//
// Only the two linear maps are stored. The nibble tables are derived from pi and checked against
// it. sigma and phi are unique up to a common factor, which is chosen such that phi(nu1(0)) = 1.
#pragma once

#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::kuznyechik {

// The rows of alpha and omega, where the row of output bit 7 comes first.
constexpr std::uint8_t kAlphaRows[8] = {0x08, 0x41, 0x43, 0xef, 0x8a, 0x44, 0x1a, 0x20};
constexpr std::uint8_t kOmegaRows[8] = {0x0a, 0x04, 0x20, 0x9a, 0x08, 0x44, 0x82, 0x01};
constexpr unsigned kNibblePolynomial = 0x19;

struct NibbleField {
  std::uint8_t product[16][16], inverse[16], log[16], power[15];  // log[0] is not used
};
struct Decomposition {
  std::uint8_t nu0[16], nu1[16], sigma[16], phi[16];
  std::uint8_t nu0_inverse[16], nu1_inverse[16], sigma_inverse[16];
};

consteval NibbleField make_nibble_field() {
  NibbleField f{};
  for (unsigned a = 0; a < 16; a++)
    for (unsigned b = 0; b < 16; b++) {
      f.product[a][b] = field_product(a, b, kNibblePolynomial, 4);
      if (f.product[a][b] == 1) f.inverse[a] = (std::uint8_t)b;
    }
  std::uint8_t x = 1;
  for (int i = 0; i < 15; i++) {
    f.power[i] = x;
    f.log[x] = (std::uint8_t)i;
    x = f.product[x][2];
  }
  return f;
}
consteval ByteMap make_linear_map(const std::uint8_t (&rows)[8]) {
  ByteMap r{};
  for (int x = 0; x < 256; x++)
    for (int i = 0; i < 8; i++)
      r.of[x] = (std::uint8_t)(2 * r.of[x] + __builtin_parity((unsigned)(rows[i] & x)));
  return r;
}

constexpr NibbleField kNibble = make_nibble_field();
constexpr ByteMap kAlpha = make_linear_map(kAlphaRows);
constexpr ByteMap kOmega = make_linear_map(kOmegaRows);
constexpr ByteMap kAlphaInverse = make_inverse(kAlpha.of);
constexpr ByteMap kOmegaInverse = make_inverse(kOmega.of);

// Returns omega^-1(pi(alpha^-1(l || r))), where the upper nibble is l' and the lower nibble is r'.
consteval std::uint8_t core_of_pi(int l, int r) {
  return kOmegaInverse.of[kPi[kAlphaInverse.of[16 * l + r]]];
}

consteval Decomposition make_decomposition() {
  Decomposition d{};
  for (int i = 0; i < 16; i++) {
    d.nu0[i] = core_of_pi(i, 0) >> 4;
    d.nu1[i] = core_of_pi(i, 1) >> 4;
    d.sigma[i] = core_of_pi(0, i) & 15;  // l' = nu1(0) for every r except 0, where the product is 0
  }
  for (int i = 0; i < 16; i++) {
    d.nu0_inverse[d.nu0[i]] = (std::uint8_t)i;
    d.nu1_inverse[d.nu1[i]] = (std::uint8_t)i;
    d.sigma_inverse[d.sigma[i]] = (std::uint8_t)i;
  }
  for (int i = 0; i < 16; i++) d.phi[d.nu1[i]] = d.sigma_inverse[core_of_pi(i, 1) & 15];
  return d;
}
constexpr Decomposition kTu = make_decomposition();

consteval bool decomposition_is_pi() {
  for (int l = 0; l < 16; l++)
    for (int r = 0; r < 16; r++) {
      const int left = r ? kTu.nu1[kNibble.product[l][kNibble.inverse[r]]] : kTu.nu0[l];
      const int right = kTu.sigma[kNibble.product[r][kTu.phi[left]]];
      if (core_of_pi(l, r) != 16 * left + right) return false;
    }
  return true;
}
static_assert(decomposition_is_pi());

}  // namespace hedgerow::kuznyechik
