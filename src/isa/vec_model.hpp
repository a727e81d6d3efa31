// The portable model of every operation, with Vec as a plain byte array, made of operations.def. A
// kernel that is compiled with -DHR_VEC_MODEL gets its operations from here, and runs on any host
// and under MSan. The model is slow and is never shipped. The including vec_<isa>.hpp sets
// HR_MODEL_WIDTH (bytes) and its HR_VEC_* feature macros.
#pragma once
#include "base/inline.hpp"
#include "isa/vec.hpp"

// These functions are not inlined, because a kernel's unrolled rounds over byte loops would take
// minutes to compile.
#define HR_MODEL_OP static __attribute__((noinline, unused))

namespace hedgerow::HR_ISA {

struct Vec {
  std::uint8_t b[HR_MODEL_WIDTH];
};
constexpr int kWidth = HR_MODEL_WIDTH;

}  // namespace hedgerow::HR_ISA

#include "isa/model_bytes.inc"
#include "isa/model_field.inc"

namespace hedgerow::HR_ISA {

// Each kind of line of operations.def.
#define HR_BITS2(name, e)                                               \
  HR_MODEL_OP Vec name(const Vec& x, const Vec& y) {                    \
    return model_bits(x, y, y, [](auto a, auto b, auto) { return e; }); \
  }
#define HR_BITS3(name, e)                                                 \
  HR_MODEL_OP Vec name(const Vec& x, const Vec& y, const Vec& z) {        \
    return model_bits(x, y, z, [](auto a, auto b, auto c) { return e; }); \
  }
#define HR_BITS3_N(name, e) \
  template <int n>          \
  HR_BITS3(name, e)
#define HR_WORD1(name, w, e)                                                    \
  HR_MODEL_OP Vec name(const Vec& x) {                                          \
    return model_words<std::uint##w##_t>(x, x, [](auto a, auto) { return e; }); \
  }
#define HR_WORD1_N(name, w, e) \
  template <int n>             \
  HR_WORD1(name, w, e)
#define HR_WORD2(name, w, e)                                                      \
  HR_MODEL_OP Vec name(const Vec& x, const Vec& y) {                              \
    return model_words<std::uint##w##_t>(x, y, [](auto a, auto b) { return e; }); \
  }
#define HR_BYTE1(name, e)                               \
  HR_MODEL_OP Vec name(const Vec& x) {                  \
    return model_bytes([a = x.b](int i) { return e; }); \
  }
#define HR_BYTE1_N(name, e) \
  template <int n>          \
  HR_BYTE1(name, e)
#define HR_BYTE2(name, e)                                        \
  HR_MODEL_OP Vec name(const Vec& x, const Vec& y) {             \
    return model_bytes([a = x.b, b = y.b](int i) { return e; }); \
  }
#define HR_BYTE2_N(name, e) \
  template <int n>          \
  HR_BYTE2(name, e)
#define HR_BYTE3(name, e)                                                 \
  HR_MODEL_OP Vec name(const Vec& x, const Vec& y, const Vec& z) {        \
    return model_bytes([a = x.b, b = y.b, c = z.b](int i) { return e; }); \
  }
#define HR_SPLAT(name, w)                                                \
  HR_MODEL_OP Vec name(std::uint##w##_t x) {                             \
    return model_bytes([&](int i) { return x >> (8 * (i % (w / 8))); }); \
  }
#define HR_LOAD(name, e)                                                      \
  HR_MODEL_OP Vec name(const void* from) {                                    \
    return model_bytes([p = (const std::uint8_t*)from](int i) { return e; }); \
  }
#define HR_LOAD_N(name, e) \
  template <int n>         \
  HR_LOAD(name, e)
#define HR_STORE(name, e)                                             \
  HR_MODEL_OP void name(void* p, const Vec& a) {                      \
    for (int i = 0; i < kWidth; i++)                                  \
      if (const int to = e; to >= 0) ((std::uint8_t*)p)[to] = a.b[i]; \
  }
#define HR_STORE_N(name, e) \
  template <int n>          \
  HR_STORE(name, e)
#define HR_OTHER(name, text)
#include "isa/operations.def"

HR_MODEL_OP Vec zero() { return splat8(0); }
HR_MODEL_OP void prefetch(const void*) {}
HR_MODEL_OP void prefetch_write(const void*) {}
HR_MODEL_OP Vec in_register(const Vec& a) { return a; }
HR_MODEL_OP std::uint64_t low64(const Vec& a) {
  std::uint64_t r = 0;
  for (int i = 0; i < 8; i++) r |= (std::uint64_t)a.b[i] << (8 * i);
  return r;
}
HR_MODEL_OP Vec load_part(const void* p, std::size_t n) {
  Vec r = zero();
  __builtin_memcpy(r.b, p, 16 * n);
  return r;
}
HR_MODEL_OP void store_part(void* p, const Vec& a, std::size_t n) {
  __builtin_memcpy(p, a.b, 16 * n);
}
HR_MODEL_OP Vec load_halves(const void* lower, const void* upper) {
  return model_bytes([&](int i) {
    return ((const std::uint8_t*)(i < kWidth / 2 ? lower : upper))[i % (kWidth / 2)];
  });
}
HR_MODEL_OP void store_halves(void* lower, void* upper, const Vec& a) {
  __builtin_memcpy(lower, a.b, kWidth / 2);
  __builtin_memcpy(upper, a.b + kWidth / 2, kWidth / 2);
}
HR_MODEL_OP void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const Vec a = load(p), b = load((const std::uint8_t*)p + kWidth);
  lo = unpack_lo64(a, b);
  hi = unpack_hi64(a, b);
}
HR_MODEL_OP Vec where_positive(const Vec& value, const Vec& sign) {
  return andnot(negative8(sign), value);
}
using Flags = Vec;
HR_MODEL_OP Flags above8(const Vec& a, const Vec& b) {
  return model_words<std::uint8_t>(a, b,
                                   [](auto x, auto y) { return ((y ^ 0x80) - (x ^ 0x80)) >> 8; });
}
HR_MODEL_OP Flags above8(const Vec& a, const Vec& b, const Flags& ties) {
  return or2(above8(a, b), and2(equal8(a, b), ties));
}
HR_MODEL_OP Vec increment8(const Vec& a, const Flags& where) { return sub8(a, where); }
HR_MODEL_OP Vec affine(const Vec& a, std::uint64_t matrix) { return affine_by(a, splat64(matrix)); }
template <int kConstant>
HR_MODEL_OP Vec affine_inverse(const Vec& a, std::uint64_t matrix) {
  const Vec inverse = model_bytes([&](int i) { return model_gf_inverse(a.b[i]); });
  return xor2(affine(inverse, matrix), splat8((std::uint8_t)kConstant));
}
HR_MODEL_OP Vec xor_bytes32(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) {
    const std::uint8_t* const dword = a.b + i / 4 * 4;
    return dword[0] ^ dword[1] ^ dword[2] ^ dword[3] ^ b.b[i];
  });
}

}  // namespace hedgerow::HR_ISA

#include "isa/model_tables.inc"

#include "isa/model_avx512.hpp"
#include "isa/model_half.hpp"
