// Table256 and lookup256 for AVX-512 with VBMI, where one instruction permutes the bytes of one or
// two vectors, and variants with less latency. This is a part of vec_avx512_gfni.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

// A byte permutation of 256 entries in plain order.
struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}
// Selects b if bit 7 of the byte of `sign` is set, else a. With HR_CHOOSE_BY_MASK it uses a mask
// instead of an operation with three inputs, because Zen 4 starts fewer of the latter in a cycle.
HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) {
#ifdef HR_CHOOSE_BY_MASK
  return {_mm512_mask_blend_epi8(_mm512_movepi8_mask(sign.v), a.v, b.v)};
#else
  return choose(negative8(sign), b, a);
#endif
}

// Computes x[i] = table[x[i]] for N vectors: two vpermi2b read the halves of the table, and the top
// bit selects one of them.
template <int N>
HR_INLINE void lookup256(const Table256& table, Vec* x) {
  const Vec t0 = load(table.t), t1 = load(table.t + 64), t2 = load(table.t + 128),
            t3 = load(table.t + 192);
  unroll<N>([&](auto i) HR_LAMBDA {
    const __m512i lo = _mm512_permutex2var_epi8(t0.v, x[i].v, t1.v);
    const __m512i hi = _mm512_permutex2var_epi8(t2.v, x[i].v, t3.v);
    x[i] = blend_by_sign({lo}, {hi}, x[i]);
  });
}

// A look-up with less latency, for few vectors: vpermb reads the quarters of a table, and the upper
// two bits of each byte select one of them.
struct UpperBits {
  Vec top, second, both;
};
HR_INLINE UpperBits upper_bits(Vec x) {
  const Vec top = negative8(x), second = affine(x, 0x4040404040404040);
  return {top, second, and2(top, second)};
}
HR_INLINE Vec lookup_quarters(const Table256& table, Vec x, const UpperBits& bits) {
  const auto quarter = [&](int q) HR_LAMBDA { return permute8(x, load(table.t + 64 * q)); };
  const Vec q0 = quarter(0), lower = choose(bits.second, quarter(1), q0);
  const Vec upper = choose(bits.top, quarter(2), lower);
  return choose(bits.both, quarter(3), upper);
}
// Looks up byte i in tables[i % 4].
HR_INLINE Vec lookup256_by_row(const Table256* tables, Vec x) {
  const UpperBits bits = upper_bits(x);
  Vec r = lookup_quarters(tables[0], x, bits);
  unroll<3>([&](auto i) HR_LAMBDA {
    r = choose(splat32(0xff00u << 8 * i), lookup_quarters(tables[i + 1], x, bits), r);
  });
  return r;
}

// A look-up by vpermi2b, with half as many look-ups and the same latency as vpermb. It is one
// micro-operation on AMD's processors, but three on Intel's, which are faster with quarters.
// Constant masks clear the bytes of other rows.
HR_INLINE Vec lookup_half_of_row(const Table256* tables, int row, int half, Vec x) {
  const std::uint8_t* t = tables[row].t + 128 * half;
  return {_mm512_maskz_permutex2var_epi8((__mmask64)0x1111111111111111ull << row, load(t).v, x.v,
                                         load(t + 64).v)};
}
// Adds up look-ups of halves that the top bit of each byte selects. The last value, a lower half,
// takes only one operation.
template <class V>
HR_INLINE V sum_of_halves(const Table256* tables, V x, V top) {
  const auto of = [&](int row, int half)
                      HR_LAMBDA { return lookup_half_of_row(tables, row, half, x); };
  const V upper = xor2(xor3(of(0, 1), of(1, 1), of(2, 1)), of(3, 1)),
          lower = xor3(of(0, 0), of(1, 0), of(2, 0));
  return ternary<0xd2>(ternary<0xca>(top, upper, lower), top, of(3, 0));
}
HR_INLINE Vec lookup_halves_by_row(const Table256* tables, Vec x) {
  return sum_of_halves(tables, x, negative8(x));
}

// A table with a dword for each byte.
struct alignas(64) DwordTable256 {
  std::uint32_t t[256];
};
// Replaces each dword of x, which has four equal bytes, by the table's entry for that byte. Eight
// vpermi2d, which are one micro-operation on every processor, read the table, and the upper three
// bits select the entry. A processor with one port for look-ups finishes them one after another.
// Therefore the results of the first six are selected while the last two are running.
HR_INLINE Vec lookup256(const DwordTable256& table, Vec x) {
  const auto bit = [&](int up) HR_LAMBDA {
    return Vec{_mm512_srai_epi32(_mm512_slli_epi32(x.v, (unsigned)up), 31)};
  };
  const Vec bit5 = bit(2), bit6 = bit(1), bit7 = bit(0), both = and2(bit7, bit6);
  const auto part = [&](int i) HR_LAMBDA {
    return Vec{
        _mm512_permutex2var_epi32(load(table.t + 32 * i).v, x.v, load(table.t + 32 * i + 16).v)};
  };
  const auto quarter = [&](int i) HR_LAMBDA {
    const Vec odd = part(2 * i + 1), even = part(2 * i);
    return choose(bit5, odd, even);
  };
  const Vec q0 = quarter(0), lower = choose(bit6, quarter(1), q0);
  const Vec three = choose(bit7, quarter(2), lower);
  return choose(both, quarter(3), three);
}

}  // namespace hedgerow::HR_ISA
