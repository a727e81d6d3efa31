// The portable model of every op, with Vec as a plain byte array. A kernel that is compiled with
// -DHR_VEC_MODEL gets its ops from here, and runs on any host and under MSan. The model defines the
// meaning of each op. It is slow and is never shipped. The including vec_<isa>.hpp sets
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

template <class F>
HR_MODEL_OP Vec model_bytes(F f) {
  Vec r;
  for (int i = 0; i < kWidth; i++) r.b[i] = (std::uint8_t)f(i);
  return r;
}
// Applies f to words of type T. The bytes are converted so that words are little-endian on every
// host.
template <class T, class F>
HR_MODEL_OP Vec model_words(const Vec& a, const Vec& b, F f) {
  Vec r;
  for (int i = 0; i < kWidth; i += (int)sizeof(T)) {
    T x = 0, y = 0;
    for (int j = 0; j < (int)sizeof(T); j++) {
      x = (T)(x | (T)((T)a.b[i + j] << (8 * j)));
      y = (T)(y | (T)((T)b.b[i + j] << (8 * j)));
    }
    const T z = f(x, y);
    for (int j = 0; j < (int)sizeof(T); j++) r.b[i + j] = (std::uint8_t)(z >> (8 * j));
  }
  return r;
}

HR_MODEL_OP Vec load(const void* p) {
  Vec r;
  __builtin_memcpy(r.b, p, kWidth);
  return r;
}
HR_MODEL_OP void store(void* p, const Vec& a) { __builtin_memcpy(p, a.b, kWidth); }
HR_MODEL_OP void prefetch(const void*) {}
HR_MODEL_OP void prefetch_write(const void*) {}
HR_MODEL_OP Vec zero() {
  return model_bytes([](int) { return 0; });
}
HR_MODEL_OP Vec splat8(std::uint8_t x) {
  return model_bytes([&](int) { return x; });
}
HR_MODEL_OP Vec splat64(std::uint64_t x) {
  return model_bytes([&](int i) { return x >> (8 * (i % 8)); });
}
HR_MODEL_OP Vec load_splat64(const void* p) {
  return model_bytes([&](int i) { return ((const std::uint8_t*)p)[i % 8]; });
}
HR_MODEL_OP Vec load_splat128(const void* p) {
  return model_bytes([&](int i) { return ((const std::uint8_t*)p)[i % 16]; });
}
HR_MODEL_OP Vec load_halves(const void* lower, const void* upper) {
  Vec r;
  __builtin_memcpy(r.b, lower, kWidth / 2);
  __builtin_memcpy(r.b + kWidth / 2, upper, kWidth / 2);
  return r;
}
HR_MODEL_OP void store_halves(void* lower, void* upper, const Vec& a) {
  __builtin_memcpy(lower, a.b, kWidth / 2);
  __builtin_memcpy(upper, a.b + kWidth / 2, kWidth / 2);
}

HR_MODEL_OP Vec xor2(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return a.b[i] ^ b.b[i]; });
}
HR_MODEL_OP Vec xor3(const Vec& a, const Vec& b, const Vec& c) { return xor2(a, xor2(b, c)); }
HR_MODEL_OP Vec and2(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return a.b[i] & b.b[i]; });
}
HR_MODEL_OP Vec andnot(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return ~a.b[i] & b.b[i]; });
}
HR_MODEL_OP Vec or2(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return a.b[i] | b.b[i]; });
}
HR_MODEL_OP Vec add8(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return a.b[i] + b.b[i]; });
}
HR_MODEL_OP Vec sub8(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return a.b[i] - b.b[i]; });
}
HR_MODEL_OP Vec min8(const Vec& a, const Vec& b) {
  return model_bytes(
      [&](int i) { return b.b[i] ^ ((a.b[i] ^ b.b[i]) & ((a.b[i] - b.b[i]) >> 8)); });
}
HR_MODEL_OP Vec equal8(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return ((a.b[i] ^ b.b[i]) - 1) >> 8; });
}
HR_MODEL_OP Vec negative8(const Vec& a) {
  return model_bytes([&](int i) { return -(a.b[i] >> 7); });
}
using Flags = Vec;
HR_MODEL_OP Flags above8(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return ((b.b[i] ^ 0x80) - (a.b[i] ^ 0x80)) >> 8; });
}
HR_MODEL_OP Flags above8(const Vec& a, const Vec& b, const Flags& ties) {
  return or2(above8(a, b), and2(equal8(a, b), ties));
}
HR_MODEL_OP Vec increment8(const Vec& a, const Flags& where) { return sub8(a, where); }
// Computes eight bytes at a time, because many kernels consist mostly of this op.
template <int kTable>
HR_MODEL_OP Vec ternary(const Vec& a, const Vec& b, const Vec& c) {
  Vec r;
  for (int i = 0; i < kWidth; i += 8) {
    std::uint64_t x, y, z, w = 0;
    __builtin_memcpy(&x, a.b + i, 8);
    __builtin_memcpy(&y, b.b + i, 8);
    __builtin_memcpy(&z, c.b + i, 8);
    for (int t = 0; t < 8; t++)
      if (kTable >> t & 1) w |= (t & 4 ? x : ~x) & (t & 2 ? y : ~y) & (t & 1 ? z : ~z);
    __builtin_memcpy(r.b + i, &w, 8);
  }
  return r;
}
HR_MODEL_OP Vec in_register(const Vec& a) { return a; }
HR_MODEL_OP Vec and_or(const Vec& a, const Vec& b, const Vec& c) { return or2(and2(a, b), c); }
HR_MODEL_OP Vec where_positive(const Vec& value, const Vec& sign) {
  return andnot(negative8(sign), value);
}
HR_MODEL_OP Vec blend_by_sign(const Vec& a, const Vec& b, const Vec& sign) {
  return xor2(a, and2(negative8(sign), xor2(a, b)));
}
HR_MODEL_OP Vec low_nibble(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i] & 15; });
}
HR_MODEL_OP Vec high_nibble(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i] >> 4; });
}

// Returns table[index] by a masked scan. Therefore the model itself is constant in time, and MSan
// accepts secret indices.
HR_MODEL_OP std::uint8_t model_pick(const std::uint8_t* table, int entries, unsigned index) {
  unsigned r = 0;
  for (int j = 0; j < entries; j++)
    r |= table[j] & (unsigned)(((int)(index ^ (unsigned)j) - 1) >> 31);
  return (std::uint8_t)r;
}
HR_MODEL_OP Vec shuffle(const Vec& table, const Vec& index) {
  return model_bytes([&](int i) {
    return model_pick(table.b + i / 16 * 16, 16, index.b[i] & 15u) & ~-(index.b[i] >> 7);
  });
}
HR_MODEL_OP Vec swap_words64(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i ^ 8]; });
}
HR_MODEL_OP Vec reverse_words32(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i ^ 12]; });
}
// Interleaves elements of `size` bytes from one half of each lane of a and b.
HR_MODEL_OP Vec model_unpack(const Vec& a, const Vec& b, int size, int half) {
  return model_bytes([&](int i) {
    const int lane = i / 16 * 16, element = i % 16 / size,
              from = lane + 8 * half + element / 2 * size + i % size;
    return element % 2 ? b.b[from] : a.b[from];
  });
}
HR_MODEL_OP Vec unpack_lo8(const Vec& a, const Vec& b) { return model_unpack(a, b, 1, 0); }
HR_MODEL_OP Vec unpack_hi8(const Vec& a, const Vec& b) { return model_unpack(a, b, 1, 1); }
HR_MODEL_OP Vec unpack_lo64(const Vec& a, const Vec& b) { return model_unpack(a, b, 8, 0); }
HR_MODEL_OP Vec unpack_hi64(const Vec& a, const Vec& b) { return model_unpack(a, b, 8, 1); }
template <int Imm>
HR_MODEL_OP Vec shuffle_lanes(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) {
    const int from = 16 * ((Imm >> (2 * (i / 16))) & 3) + i % 16;
    return i / 16 < 2 ? a.b[from] : b.b[from];
  });
}
template <int Imm>
HR_MODEL_OP Vec blend_lanes(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return (Imm >> (i / 16)) & 1 ? b.b[i] : a.b[i]; });
}
HR_MODEL_OP Vec permute8(const Vec& index, const Vec& a) {
  return model_bytes([&](int i) { return model_pick(a.b, kWidth, index.b[i] & (kWidth - 1u)); });
}

// Multiplies one byte by an 8x8 bit matrix: byte 7-i of the matrix is the row of output bit i, as
// in GF2P8AFFINEQB.
HR_MODEL_OP std::uint8_t model_affine_byte(std::uint8_t x, const std::uint8_t* matrix) {
  unsigned y = 0;
  for (int i = 0; i < 8; i++) {
    unsigned row = matrix[7 - i] & x;  // parity by folding, because MSan reports a population count
    row ^= row >> 4;
    row ^= row >> 2;
    row ^= row >> 1;
    y |= (row & 1) << i;
  }
  return (std::uint8_t)y;
}
HR_MODEL_OP Vec affine_by(const Vec& a, const Vec& matrices) {
  return model_bytes([&](int i) { return model_affine_byte(a.b[i], matrices.b + i / 8 * 8); });
}
HR_MODEL_OP Vec affine(const Vec& a, std::uint64_t matrix) { return affine_by(a, splat64(matrix)); }
HR_MODEL_OP std::uint8_t model_gf_product(unsigned x, unsigned y) {
  unsigned r = 0;
  for (int j = 0; j < 8; j++) {
    r ^= x & -((y >> j) & 1);
    x = (x << 1) ^ (0x11b & -(x >> 7));
  }
  return (std::uint8_t)r;
}
HR_MODEL_OP Vec gf_mul(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return model_gf_product(a.b[i], b.b[i]); });
}
// Computes x^254, which is 1/x, and 0 for 0.
HR_MODEL_OP std::uint8_t model_gf_inverse(std::uint8_t x) {
  std::uint8_t r = x;
  for (int i = 0; i < 6; i++) r = model_gf_product(model_gf_product(r, r), x);
  return model_gf_product(r, r);
}
template <int Constant>
HR_MODEL_OP Vec affine_inverse(const Vec& a, std::uint64_t matrix) {
  const Vec m = splat64(matrix);
  return model_bytes([&](int i) {
    return model_affine_byte(model_gf_inverse(a.b[i]), m.b + i / 8 * 8) ^ (unsigned)Constant;
  });
}
template <int Imm>
HR_MODEL_OP Vec clmul(const Vec& a, const Vec& b) {
  Vec r = zero();
  for (int lane = 0; lane < kWidth; lane += 16) {
    const std::uint8_t *p = a.b + lane + 8 * (Imm & 1), *q = b.b + lane + 8 * ((Imm >> 4) & 1);
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++) {
        const unsigned bit = (unsigned)(p[i / 8] >> (i % 8)) & (unsigned)(q[j / 8] >> (j % 8)) & 1u;
        r.b[lane + (i + j) / 8] = (std::uint8_t)(r.b[lane + (i + j) / 8] ^ (bit << ((i + j) % 8)));
      }
  }
  return r;
}

HR_MODEL_OP Vec load_lane(const void* p) {
  Vec r = zero();
  __builtin_memcpy(r.b, p, 16);
  return r;
}
HR_MODEL_OP void store_lane(void* p, const Vec& a) { __builtin_memcpy(p, a.b, 16); }
HR_MODEL_OP Vec load_part(const void* p, std::size_t n) {
  Vec r = zero();
  __builtin_memcpy(r.b, p, 16 * n);
  return r;
}
HR_MODEL_OP void store_part(void* p, const Vec& a, std::size_t n) {
  __builtin_memcpy(p, a.b, 16 * n);
}
HR_MODEL_OP std::uint64_t low64(const Vec& a) {
  std::uint64_t r = 0;
  for (int i = 0; i < 8; i++) r |= (std::uint64_t)a.b[i] << (8 * i);
  return r;
}
template <int Stride>
HR_MODEL_OP Vec load_lanes(const void* p) {
  return model_bytes([&](int i) { return ((const std::uint8_t*)p)[i / 16 * Stride + i % 16]; });
}
HR_MODEL_OP void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const Vec a = load(p), b = load((const std::uint8_t*)p + kWidth);
  lo = unpack_lo64(a, b);
  hi = unpack_hi64(a, b);
}
HR_MODEL_OP Vec reverse64(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i ^ 7]; });
}

struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}
template <int N>
HR_MODEL_OP void lookup256(const Table256& table, Vec* x) {
  for (int n = 0; n < N; n++) {
    const Vec v = x[n];
    x[n] = model_bytes([&](int i) { return model_pick(table.t, 256, v.b[i]); });
  }
}

}  // namespace hedgerow::HR_ISA

#include "isa/model_aes.hpp"
#include "isa/model_dwords.hpp"
#include "isa/model_half.hpp"
#include "isa/model_lanes.hpp"
#include "isa/model_words.hpp"
