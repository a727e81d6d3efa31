// Vec of 16 bytes for AArch64 Advanced SIMD. clmul (PMULL) and aes_enc and the other AES ops (AESE,
// AESMC) exist if the object is compiled with +crypto. operations.def defines them.
#pragma once
#define HR_VEC_SPILLS_KEYS 1
#define HR_VEC_REGISTERS 32
#ifdef HR_VEC_MODEL
#define HR_MODEL_WIDTH 16
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#include "isa/vec_model.hpp"
#else
#include <arm_neon.h>

#include "base/inline.hpp"
#include "isa/table_plain.hpp"
#ifdef __ARM_FEATURE_AES
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#endif

namespace hedgerow::HR_ISA {

struct Vec {
  uint8x16_t v;
};
constexpr int kWidth = 16;

HR_INLINE Vec load(const void* p) { return {vld1q_u8((const std::uint8_t*)p)}; }
HR_INLINE void store(void* p, Vec a) { vst1q_u8((std::uint8_t*)p, a.v); }
HR_INLINE void prefetch(const void* p) { __builtin_prefetch(p, 0, 3); }
HR_INLINE void prefetch_write(const void* p) { __builtin_prefetch(p, 1, 3); }
HR_INLINE Vec zero() { return {vdupq_n_u8(0)}; }
HR_INLINE Vec splat8(std::uint8_t x) { return {vdupq_n_u8(x)}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {vreinterpretq_u8_u64(vdupq_n_u64(x))}; }
HR_INLINE Vec load_splat64(const void* p) {
  std::uint64_t x;
  __builtin_memcpy(&x, p, 8);
  return splat64(x);
}
HR_INLINE Vec load_splat128(const void* p) { return load(p); }
HR_INLINE Vec load_part(const void*, std::size_t) { return zero(); }
HR_INLINE void store_part(void*, Vec, std::size_t) {}
HR_INLINE std::uint64_t low64(Vec a) { return vgetq_lane_u64(vreinterpretq_u64_u8(a.v), 0); }

HR_INLINE Vec xor2(Vec a, Vec b) { return {veorq_u8(a.v, b.v)}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return xor2(a, xor2(b, c)); }
HR_INLINE Vec and2(Vec a, Vec b) { return {vandq_u8(a.v, b.v)}; }
HR_INLINE Vec andnot(Vec a, Vec b) { return {vbicq_u8(b.v, a.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {vorrq_u8(a.v, b.v)}; }
HR_INLINE Vec add8(Vec a, Vec b) { return {vaddq_u8(a.v, b.v)}; }
HR_INLINE Vec sub8(Vec a, Vec b) { return {vsubq_u8(a.v, b.v)}; }
HR_INLINE Vec min8(Vec a, Vec b) { return {vminq_u8(a.v, b.v)}; }
HR_INLINE Vec equal8(Vec a, Vec b) { return {vceqq_u8(a.v, b.v)}; }
HR_INLINE Vec negative8(Vec a) { return {vcltzq_s8(vreinterpretq_s8_u8(a.v))}; }
using Flags = Vec;
HR_INLINE Flags above8(Vec a, Vec b) {
  return {vcgtq_s8(vreinterpretq_s8_u8(a.v), vreinterpretq_s8_u8(b.v))};
}
HR_INLINE Flags above8(Vec a, Vec b, Flags ties) {
  return {vbslq_u8(equal8(a, b).v, ties.v, above8(a, b).v)};
}
HR_INLINE Vec increment8(Vec a, Flags where) { return sub8(a, where); }
HR_INLINE Vec where_positive(Vec value, Vec sign) { return andnot(negative8(sign), value); }
HR_INLINE Vec low_nibble(Vec a) { return and2(a, splat8(15)); }
HR_INLINE Vec high_nibble(Vec a) { return {vshrq_n_u8(a.v, 4)}; }
HR_INLINE Vec shuffle(Vec table, Vec index) { return {vqtbl1q_u8(table.v, index.v)}; }

HR_INLINE Vec unpack_lo8(Vec a, Vec b) { return {vzip1q_u8(a.v, b.v)}; }
HR_INLINE Vec unpack_hi8(Vec a, Vec b) { return {vzip2q_u8(a.v, b.v)}; }
HR_INLINE Vec unpack_lo64(Vec a, Vec b) {
  return {vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a.v), vreinterpretq_u64_u8(b.v)))};
}
HR_INLINE Vec unpack_hi64(Vec a, Vec b) {
  return {vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a.v), vreinterpretq_u64_u8(b.v)))};
}
#ifdef HR_VEC_CLMUL
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  const uint64x2_t x = vreinterpretq_u64_u8(a.v), y = vreinterpretq_u64_u8(b.v);
  const poly64_t p = (poly64_t)vgetq_lane_u64(x, Imm & 1),
                 q = (poly64_t)vgetq_lane_u64(y, (Imm >> 4) & 1);
  return {vreinterpretq_u8_p128(vmull_p64(p, q))};
}

HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const Vec a = load(p), b = load((const char*)p + 16);
  lo = unpack_lo64(a, b);
  hi = unpack_hi64(a, b);
}
HR_INLINE Vec xor_lanes(Vec a) { return a; }
HR_INLINE Vec reverse64(Vec a) { return {vrev64q_u8(a.v)}; }
#endif
#ifdef HR_VEC_AES
// AESE and AESD add their key before the round. This code gives them a zero key and adds the real
// key afterwards; the compiler merges that addition into the next round.
HR_INLINE Vec aes_enc_last(Vec a, Vec key) { return xor2({vaeseq_u8(a.v, vdupq_n_u8(0))}, key); }
HR_INLINE Vec aes_enc(Vec a, Vec key) {
  return xor2({vaesmcq_u8(vaeseq_u8(a.v, vdupq_n_u8(0)))}, key);
}
HR_INLINE Vec aes_dec_last(Vec a, Vec key) { return xor2({vaesdq_u8(a.v, vdupq_n_u8(0))}, key); }
HR_INLINE Vec aes_dec(Vec a, Vec key) {
  return xor2({vaesimcq_u8(vaesdq_u8(a.v, vdupq_n_u8(0)))}, key);
}
#endif

// Computes x[i] = table[x[i]] for N vectors: TBL reads the first 64 entries, and three TBX read the
// rest and keep the byte if the index is out of range.
template <int N>
HR_INLINE void lookup256(const Table256& table, Vec* x) {
  Vec r[N];
  unroll<4>([&](auto k) HR_LAMBDA {
    const uint8x16x4_t t = vld1q_u8_x4(table.t + 64 * k);
    unroll<N>([&](auto n) HR_LAMBDA {
      if constexpr (k == 0)
        r[n].v = vqtbl4q_u8(t, x[n].v);
      else
        r[n].v = vqtbx4q_u8(r[n].v, t, vsubq_u8(x[n].v, vdupq_n_u8(64 * k)));
    });
  });
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = r[n]; });
}

}  // namespace hedgerow::HR_ISA

#include "isa/neon_words.hpp"
#endif
