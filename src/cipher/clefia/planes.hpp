// S0 and S1 over bit planes, for any CPU: no table, no branch. S0 by the normal forms of its small
// boxes; S1 by the inversion in the S-box of AES, whose field is another basis of the same one.
#pragma once

#include "cipher/clefia/spec.hpp"
#include "cipher/shared/nibble_planes.hpp"
#include "cipher/shared/rijndael_circuit.hpp"

namespace hedgerow::clefia {

// With phi from this field to that of AES and A the linear part of its S-box:
//     S1(x) = g(1 / f(x)) = g(phi^-1(A^-1(circuit(phi(f(x))))))
consteval ByteMap make_into_rijndael() {
  const ByteMap phi = make_isomorphism(kFieldPolynomial, kRijndaelPolynomial);
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = phi.of[kF.of[x] ^ kFConstant];
  return r;
}
consteval ByteMap make_out_of_rijndael() {
  const ByteMap phi = make_isomorphism(kFieldPolynomial, kRijndaelPolynomial);
  ByteMap r{};
  for (int x = 0; x < 256; x++)
    r.of[kRijndaelBox.of[phi.of[kReciprocal.of[x]]] ^ kRijndaelOffset] = kG.of[x] ^ kGConstant;
  return r;
}
constexpr ByteMap kIntoRijndael = make_into_rijndael();
constexpr ByteMap kOutOfRijndael = make_out_of_rijndael();

HR_INLINE void s1_planes(std::uint64_t* p) {
  apply_affine<kIntoRijndael>(p);
  rijndael_planes(p);
  apply_affine<kOutOfRijndael>(p);
}

HR_INLINE Nibble times_x(Nibble a) { return {{a.bit[3], a.bit[0] ^ a.bit[3], a.bit[1], a.bit[2]}}; }
HR_INLINE Nibble add(Nibble a, Nibble b) {
  return {{a.bit[0] ^ b.bit[0], a.bit[1] ^ b.bit[1], a.bit[2] ^ b.bit[2], a.bit[3] ^ b.bit[3]}};
}
template <int kBox>
HR_INLINE Nibble small_box(Nibble x) {
  return apply_form<make_nibble_form(kSmallBox[kBox])>(make_monomials(x));
}
HR_INLINE void s0_planes(std::uint64_t* p) {
  const Nibble t0 = small_box<0>({{p[4], p[5], p[6], p[7]}});
  const Nibble t1 = small_box<1>({{p[0], p[1], p[2], p[3]}});
  const Nibble y0 = small_box<2>(add(t0, times_x(t1))), y1 = small_box<3>(add(t1, times_x(t0)));
  unroll<4>([&](auto i) HR_LAMBDA {
    p[i] = y1.bit[i];
    p[4 + i] = y0.bit[i];
  });
}

}  // namespace hedgerow::clefia
