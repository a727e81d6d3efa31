// S-boxes and multiplications with GFNI. State bytes are in the basis B(v) = phi(f(v)), with f
// without its constant and phi the isomorphism to the field of GF2P8AFFINEINVQB. S1 is then one
// instruction. S0 is a table of 256 bytes (VBMI) or two layers of nibble tables.
#pragma once

#include "cipher/clefia/sbox_s0.hpp"
#include "cipher/clefia/spec.hpp"
#include "isa/pinned.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
consteval ByteMap make_basis() {
  const ByteMap phi = make_isomorphism(kFieldPolynomial, 0x11b);
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = phi.of[kF.of[x]];
  return r;
}
constexpr ByteMap kBasis = make_basis(), kFromBasis = make_inverse(kBasis.of);

// The constant that must be added to the input of S1, and the constant that its output lacks.
constexpr std::uint8_t kS1In = make_isomorphism(kFieldPolynomial, 0x11b).of[kFConstant];
constexpr std::uint8_t kS1Out = 0;

// B g phi^-1, the map from the inverse to S1's result.
consteval std::uint64_t make_s1_matrix() {
  const ByteMap back = make_inverse(make_isomorphism(kFieldPolynomial, 0x11b).of);
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kBasis.of[kG.of[back.of[x]]];
  return map_matrix(r);
}
constexpr std::uint64_t kS1Matrix = make_s1_matrix();
constexpr int kS1Constant = kBasis.of[kGConstant];

HR_INLINE Vec to_basis(Vec x) { return affine(x, map_matrix(kBasis)); }
HR_INLINE Vec from_basis(Vec x) { return affine(x, map_matrix(kFromBasis)); }

consteval std::uint64_t multiplication_matrix(unsigned c) {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kBasis.of[times(c, kFromBasis.of[x])];
  return map_matrix(r);
}
template <unsigned C>
HR_INLINE Vec multiply(Vec x) {
  constexpr std::uint64_t matrix = multiplication_matrix(C);
  return affine(x, matrix);
}

template <int N>
HR_INLINE void substitute1(Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA { x[i] = affine_inverse<kS1Constant>(x[i], kS1Matrix); });
}

#ifdef HR_VEC_AVX512
consteval Table256 make_s0_table() {
  std::uint8_t r[256]{};
  for (int x = 0; x < 256; x++) r[x] = kBasis.of[kS0.of[kFromBasis.of[x]]];
  return make_table256(r);
}
constexpr Table256 kS0Table = make_s0_table();
template <int N>
HR_INLINE void substitute0(Vec* x) {
  lookup256<N>(kS0Table, x);
}
// S0 if the bits of `where0` are set, else S1. Halves of S0 are read by permutes of two vectors, and
// the top bit selects one of them.
HR_INLINE Vec substitute_where(Vec x, Vec where0) {
  const std::uint8_t* t = kS0Table.t;
  Vec s1 = x;
  substitute1<1>(&s1);
  const Vec lower = permute8_of_two(pinned(x), load(t), load(t + 64));
  Vec top = negative8(pinned(x));
  const Vec upper = permute8_of_two(pinned(x), load(t + 128), load(t + 192));
  const Vec one = choose(where0, lower, s1);
  return choose(and2(pinned(top), where0), upper, one);
}
#else
// The upper or lower nibble of a byte in the given basis, as an index.
consteval std::uint64_t nibble_matrix(const ByteMap& from, int shift) {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = (from.of[x] >> shift) & 15;
  return map_matrix(r);
}
constexpr ByteMap kPlain = make_identity();
constexpr std::uint64_t kUpperMatrix = nibble_matrix(kFromBasis, 4),
                        kLowerMatrix = nibble_matrix(kFromBasis, 0),
                        kUpperPlain = nibble_matrix(kPlain, 4);
constexpr S0Tables kS0Tables = make_s0_tables(kBasis);
template <int N>
HR_INLINE void substitute0(Vec* x) {
  unroll<N>([&](auto i) HR_LAMBDA {
    x[i] = look_up_s0(kS0Tables, affine(x[i], kUpperMatrix), affine(x[i], kLowerMatrix),
                      [](Vec u) HR_LAMBDA { return affine(u, kUpperPlain); });
  });
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
