// The rounds of AES over bit planes [FIPS 197 section 5], for any layout of the planes: p[b] is bit
// b of all bytes. SubBytes leaves out its constant 0x63, which the round keys carry, for ShiftRows
// and MixColumns map it to itself. Included inside a kernel's anonymous namespace.
#pragma once

// p = p * x in the field, on the planes of u, added to r.
template <class Word>
HR_INLINE void add_doubled(Word* r, const Word* u) {
  unroll<8>([&](auto b) HR_LAMBDA {
    r[b] = xor2(r[b], u[(b + 7) & 7]);
    if constexpr (b == 1 || b == 3 || b == 4) r[b] = xor2(r[b], u[7]);
  });
}
// p + 4 u: the first factor of InvMixColumns, whose second is MixColumns.
template <class Word>
HR_INLINE void add_quadrupled(Word* r, const Word* u) {
  unroll<8>([&](auto b) HR_LAMBDA {
    if constexpr (b >= 2) r[b] = xor2(r[b], u[b - 2]);
    if constexpr (b == 0 || b == 1 || b == 3 || b == 4) r[b] = xor2(r[b], u[6]);
    if constexpr (b == 1 || b == 2 || b == 4 || b == 5) r[b] = xor2(r[b], u[7]);
  });
}

// The linear part of the S-box's inverse: bit i is the sum of bits i + 2, i + 5 and i + 7.
template <class Word>
HR_INLINE void inverse_affine(Word* p) {
  Word t[8];
  unroll<8>([&](auto i)
                HR_LAMBDA { t[i] = xor2(xor2(p[(i + 2) & 7], p[(i + 5) & 7]), p[(i + 7) & 7]); });
  unroll<8>([&](auto i) HR_LAMBDA { p[i] = t[i]; });
}
// InvSubBytes of what has 0x63 added: 1/x = A^-1(S(x) + 0x63) on both sides of the circuit.
template <class Word>
HR_INLINE void inverse_planes(Word* p) {
  inverse_affine(p);
  rijndael_planes(p);
  inverse_affine(p);
}

// Whether bit b of byte i of round key r is set, the constant of the S-box added where it belongs.
HR_INLINE std::uint8_t key_mask(const std::uint8_t* round_keys, int r, int b, int i) {
  const unsigned byte = round_keys[16 * r + i] ^ (r ? kRijndaelOffset : 0u);
  return (std::uint8_t)(0 - ((byte >> b) & 1));
}

template <int kIndex>
void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  kSchedulePortable[kIndex](user_key, round_keys);
}
