// The operations that clmul.hpp needs, in a form for any CPU. A Vec is one 16-byte lane in two integers; lo is bytes
// 0..7 as a little-endian number on every host. isa/operations.def defines the operations.
//
// Carry-less multiplication takes constant time. With a 64x64-bit integer multiplier it is "multiplication with holes",
// as in ctmul64 of BearSSL [https://www.bearssl.org/constanttime.html]. This form needs an integer multiplication that
// takes the same time for all operands, which is true for the 64-bit x86, Arm, POWER and RISC-V cores in use. Some
// 32-bit cores (Cortex-M3, old PowerPC) stop early on small operands. 32-bit targets therefore use masked shifts.
#pragma once
#include "base/bytes.hpp"
#include "base/secret.hpp"

// The names hide those of isa/vec_scalar.hpp within this namespace.
namespace hedgerow::HR_ISA::field {

struct Vec {
  std::uint64_t lo, hi;
};
constexpr int kWidth = 16;

HR_INLINE Vec load(const void* p) { return {load_le64(p), load_le64((const char*)p + 8)}; }
HR_INLINE void store(void* p, Vec a) {
  store_le64(p, a.lo);
  store_le64((char*)p + 8, a.hi);
}
HR_INLINE Vec load_lane(const void* p) { return load(p); }
HR_INLINE void store_lane(void* p, Vec a) { store(p, a); }
template <int Stride>
HR_INLINE Vec load_lanes(const void* p) {
  return load(p);
}
HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const Vec a = load(p), b = load((const char*)p + 16);
  lo = {a.lo, b.lo};
  hi = {a.hi, b.hi};
}
HR_INLINE Vec zero() { return {0, 0}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {x, x}; }
HR_INLINE Vec load_splat64(const void* p) { return splat64(load_le64(p)); }
HR_INLINE Vec xor2(Vec a, Vec b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return xor2(a, xor2(b, c)); }
HR_INLINE Vec unpack_lo64(Vec a, Vec b) { return {a.lo, b.lo}; }
HR_INLINE Vec unpack_hi64(Vec a, Vec b) { return {a.hi, b.hi}; }
HR_INLINE Vec reverse64(Vec a) { return {byte_swap64(a.lo), byte_swap64(a.hi)}; }
HR_INLINE Vec xor_lanes(Vec a) { return a; }

// Adds x << Shift if bit Shift of y is set.
template <int Shift>
HR_INLINE void add_shifted(std::uint64_t x, std::uint64_t y, Vec& r) {
  const std::uint64_t mask = opaque(0 - ((y >> Shift) & 1));
  r.lo ^= (x << Shift) & mask;
  if constexpr (Shift > 0) r.hi ^= (x >> (64 - Shift)) & mask;
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 Wide;

// x has one bit in four, so at most 15 of its bits meet the 60 low bits of y in one column of the integer product. The
// sum of a column therefore fits in its four bits, and the lowest of them is the XOR. Masks add the top four bits of y.
static HR_NOINLINE Vec multiply64(std::uint64_t x, std::uint64_t y) {
  constexpr std::uint64_t kHoles = 0x1111111111111111;
  const std::uint64_t low = y & (~0ull >> 4);
  Vec r{};
  unroll<4>([&](auto k) HR_LAMBDA {
    Wide column = 0;
    unroll<4>([&](auto i) HR_LAMBDA {
      column ^= (Wide)(x & (kHoles << i)) * (low & (kHoles << ((k - i) & 3)));
    });
    r.lo ^= (std::uint64_t)column & (kHoles << k);
    r.hi ^= (std::uint64_t)(column >> 64) & (kHoles << k);
  });
  unroll<4>([&](auto i) HR_LAMBDA { add_shifted<60 + i>(x, y, r); });
  return r;
}
#else
static HR_NOINLINE Vec multiply64(std::uint64_t x, std::uint64_t y) {
  Vec r{};
  unroll<64>([&](auto i) HR_LAMBDA { add_shifted<i>(x, y, r); });
  return r;
}
#endif

template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return multiply64(Imm & 1 ? a.hi : a.lo, Imm & 16 ? b.hi : b.lo);
}

}  // namespace hedgerow::HR_ISA::field
