// Vec of 64 bytes for AVX-512 with VBMI, VBMI2, GFNI, VAES and VPCLMULQDQ (Ice Lake, Zen 4 and
// later). It adds permute8, rotl16 in one instruction, affine, gf_mul, clmul and lookup256 to the
// ops of vec_avx512.hpp.
#pragma once
#define HR_VEC_GFNI 1
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#define HR_VEC_ROTATE16 1
#include "isa/vec_avx512.hpp"
#ifndef HR_VEC_MODEL
#include "isa/low64_x86.hpp"

namespace hedgerow::HR_ISA {

template <int N>
HR_INLINE Vec rotl16(Vec a) {
  return {_mm512_shldi_epi16(a.v, a.v, N)};
}
template <int Imm>
HR_INLINE Vec blend_lanes(Vec a, Vec b) {
  constexpr int k = (Imm & 1) * 3 | (Imm & 2) * 6 | (Imm & 4) * 12 | (Imm & 8) * 24;
  return {_mm512_mask_blend_epi64((__mmask8)k, a.v, b.v)};
}
HR_INLINE Vec permute8(Vec index, Vec a) { return {_mm512_permutexvar_epi8(index.v, a.v)}; }

// A matrix that is not a compile-time constant goes through a register, because clang 19 encodes
// the displacement of VGF2P8AFFINEQB with a broadcast operand wrongly (its 8-bit form is not
// divided by 8).
HR_INLINE Vec affine_by(Vec a, Vec matrices) {
#ifdef __clang__
  __asm__("" : "+v"(matrices.v));
#endif
  return {_mm512_gf2p8affine_epi64_epi8(a.v, matrices.v, 0)};
}
HR_INLINE Vec affine(Vec a, std::uint64_t matrix) {
  if (!__builtin_constant_p(matrix)) return affine_by(a, splat64(matrix));
  return {_mm512_gf2p8affine_epi64_epi8(a.v, _mm512_set1_epi64((long long)matrix), 0)};
}
// One GFNI instruction copies bit 7 to every bit of the byte.
HR_INLINE Vec negative8(Vec a) { return affine(a, 0x8080808080808080); }
// The matrix must be a compile-time constant; see affine_by.
template <int Constant>
HR_INLINE Vec affine_inverse(Vec a, std::uint64_t matrix) {
  return {_mm512_gf2p8affineinv_epi64_epi8(a.v, _mm512_set1_epi64((long long)matrix), Constant)};
}
HR_INLINE Vec gf_mul(Vec a, Vec b) { return {_mm512_gf2p8mul_epi8(a.v, b.v)}; }
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return {_mm512_clmulepi64_epi128(a.v, b.v, Imm)};
}

// Loads or stores the first n lanes, 0 < n < 4; a load clears the others. A single lane uses no
// mask, because a load must wait for the data of a masked store.
HR_INLINE Vec load_part(const void* p, std::size_t n) {
  if (n == 1) return load_lane(p);
  return {_mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * n) - 1), p)};
}
HR_INLINE void store_part(void* p, Vec a, std::size_t n) {
  if (n == 1) return store_lane(p, a);
  _mm512_mask_storeu_epi64(p, (__mmask8)((1u << 2 * n) - 1), a.v);
}
HR_INLINE std::uint64_t low64(Vec a) { return low64_of(_mm512_castsi512_si128(a.v)); }
HR_INLINE Vec aes_enc(Vec a, Vec key) { return {_mm512_aesenc_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_enc_last(Vec a, Vec key) { return {_mm512_aesenclast_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec(Vec a, Vec key) { return {_mm512_aesdec_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec_last(Vec a, Vec key) { return {_mm512_aesdeclast_epi128(a.v, key.v)}; }
// Blends two masked loads with a distance of 8 bytes, within the same 128 bytes, instead of
// unpacking. This needs no shuffle port.
HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const char* b = (const char*)p;
  lo.v = _mm512_mask_loadu_epi64(load(b).v, 0xaa, b + 56);
  hi.v = _mm512_mask_loadu_epi64(load(b + 64).v, 0x55, b + 8);
}
HR_INLINE Vec xor_lanes(Vec a) {
  a = xor2(a, shuffle_lanes<0x4e>(a, a));
  return xor2(a, shuffle_lanes<0xb1>(a, a));
}
HR_INLINE Vec reverse64(Vec a) {
  const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
  return shuffle(a, {_mm512_broadcast_i32x4(order)});
}

// A byte permutation of 256 entries in plain order.
struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}
// Selects b if the bit of `where` is set, else a. On Intel's processors a blend by a mask of bytes
// needs the only permute port and takes three cycles, but a blend by bits runs on any port and
// takes one cycle.
HR_INLINE Vec choose_bits(Vec where, Vec a, Vec b) { return ternary<0xca>(where, b, a); }
// Selects b if the top bit of the byte of `sign` is set, else a. With HR_CHOOSE_BY_MASK it uses a
// mask instead of an operation with three inputs, because Zen 4 starts fewer of the latter in a
// cycle.
HR_INLINE Vec choose_by_sign(Vec sign, Vec a, Vec b) {
#ifdef HR_CHOOSE_BY_MASK
  return {_mm512_mask_blend_epi8(_mm512_movepi8_mask(sign.v), a.v, b.v)};
#else
  return choose_bits(negative8(sign), a, b);
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
    x[i] = choose_by_sign(x[i], {lo}, {hi});
  });
}

// Returns x and keeps its place in the instruction order: after every in_turn() before it and
// before every one after it. Use it for chains of operations if their order matters.
HR_INLINE Vec in_turn(Vec& x) {
  __asm__ volatile("" : "+v"(x.v));
  return x;
}
// Returns table[x] if the bits of `where` are set, else `other`.
HR_INLINE Vec lookup256_where(const Table256& table, Vec x, Vec where, Vec other) {
  const Vec lo = {_mm512_permutex2var_epi8(load(table.t).v, in_turn(x).v, load(table.t + 64).v)};
  Vec top = negative8(in_turn(x));
  const Vec hi = {
      _mm512_permutex2var_epi8(load(table.t + 128).v, in_turn(x).v, load(table.t + 192).v)};
  const Vec one = choose_bits(where, other, lo);
  return choose_bits(and2(in_turn(top), where), one, hi);
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
  const Vec q0 = quarter(0), lower = choose_bits(bits.second, q0, quarter(1));
  const Vec upper = choose_bits(bits.top, lower, quarter(2));
  return choose_bits(bits.both, upper, quarter(3));
}
// Looks up byte i in tables[i % 4].
HR_INLINE Vec lookup256_by_row(const Table256* tables, Vec x) {
  const UpperBits bits = upper_bits(x);
  Vec r = lookup_quarters(tables[0], x, bits);
  unroll<3>([&](auto i) HR_LAMBDA {
    r = choose_bits(splat32(0xff00u << 8 * i), r, lookup_quarters(tables[i + 1], x, bits));
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
  const auto quarter = [&](int i)
                           HR_LAMBDA { return choose_bits(bit5, part(2 * i), part(2 * i + 1)); };
  const Vec q0 = quarter(0), lower = choose_bits(bit6, q0, quarter(1));
  const Vec three = choose_bits(bit7, lower, quarter(2));
  return choose_bits(both, three, quarter(3));
}
// Returns the xor of the four bytes of each dword of a, in each of them, xor b. It mixes rotations
// and byte shuffles, because on Intel each of them has one port, and not the same.
HR_INLINE Vec xor_bytes32(Vec a, Vec b) {
  const Vec turn16 = {_mm512_set4_epi32(0x0d0c0f0e, 0x09080b0a, 0x05040706, 0x01000302)};
  const Vec turn24 = {_mm512_set4_epi32(0x0c0f0e0d, 0x080b0a09, 0x04070605, 0x00030201)};
  return xor3(xor3(a, rotl32<8>(a), shuffle(a, turn16)), shuffle(a, turn24), b);
}

}  // namespace hedgerow::HR_ISA
#include "isa/half_avx512.hpp"
#endif
