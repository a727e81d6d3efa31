// The round on bit planes in plain 64-bit words: constant in time on any CPU, of either byte order.
//
// A batch is 32 columns (256 bytes). The planes of rows t and t + 4, t = 0..3, which share an
// S-box, are the eight words of Slice t; bit b of the byte in column q stands in plane b, at
//   position   63 .. 32  row t + 4,  31 .. 0  row t;   within a half  8 * (q / 8) + q % 8
// so that "4 rows down" is a rotation by 32 and ShiftRows rotates groups of `columns` bits.
//
// To be included inside a kernel's anonymous namespace. Source of the cipher: [DSTU 7624:2014].
#pragma once

constexpr int kBatchColumns = 32;
constexpr int kBatchBytes = 8 * kBatchColumns;

struct Slice {
  std::uint64_t b[8];
};
struct Planes {
  Slice row[4];
};

// S-box as a polynomial over GF(2): output bit b = xor over the sixteen products S of input
// bits 4..7 of S & leaf[b][S], a leaf being a set of products of input bits 0..3 to be xored.
struct Circuit {
  std::uint16_t leaf[8][16];
};
consteval Circuit make_circuit(const Box& box) {
  Circuit r{};
  for (int b = 0; b < 8; b++) {
    bool f[256];
    for (int i = 0; i < 256; i++) f[i] = box.t[i] >> b & 1;
    for (int bit = 1; bit < 256; bit *= 2)
      for (int i = 0; i < 256; i++)
        if (i & bit) f[i] ^= f[i ^ bit];
    for (int i = 0; i < 256; i++)
      if (f[i]) r.leaf[b][i >> 4] |= (std::uint16_t)(1 << (i & 15));
  }
  return r;
}
constexpr Circuit kCircuit[2][4] = {
    {make_circuit(kBoxes.box[0]), make_circuit(kBoxes.box[1]), make_circuit(kBoxes.box[2]),
     make_circuit(kBoxes.box[3])},
    {make_circuit(kScaledInverseBoxes.box[0]), make_circuit(kScaledInverseBoxes.box[1]),
     make_circuit(kScaledInverseBoxes.box[2]), make_circuit(kScaledInverseBoxes.box[3])}};

// product[S] = the and of the planes in S; product[0] is all ones.
HR_INLINE void all_products(const std::uint64_t* plane, std::uint64_t* product) {
  product[0] = ~(std::uint64_t)0;
  unroll<15>([&](auto k) HR_LAMBDA {
    constexpr int s = k + 1, rest = s & (s - 1);
    product[s] = rest ? product[rest] & plane[__builtin_ctz(s)] : plane[__builtin_ctz(s)];
  });
}

// Every sum of four neighbouring products of the low bits, once; each leaf is then the sum of at
// most four of these.
template <bool kInverse, int kBox>
HR_NOINLINE void sub_slice(Slice& x) {
  std::uint64_t low[16], high[16], sum[4][16];
  all_products(x.b, low);
  all_products(x.b + 4, high);
  unroll<4>([&](auto g) HR_LAMBDA {
    sum[g][0] = 0;
    unroll<15>([&](auto k) HR_LAMBDA {
      constexpr int s = k + 1;
      sum[g][s] = sum[g][s & (s - 1)] ^ low[4 * g + __builtin_ctz(s)];
    });
  });
  unroll<8>([&](auto b) HR_LAMBDA {
    std::uint64_t out = 0;
    unroll<16>([&](auto h) HR_LAMBDA {
      constexpr unsigned leaf = kCircuit[kInverse][kBox].leaf[b][h];
      out ^= high[h] & (sum[0][leaf & 15] ^ sum[1][leaf >> 4 & 15] ^ sum[2][leaf >> 8 & 15] ^
                        sum[3][leaf >> 12]);
    });
    x.b[b] = out;
  });
}

// Exchanges the bits of b under the mask with those of a, `shift` higher.
HR_INLINE void swap_bits(std::uint64_t& a, std::uint64_t& b, int shift, std::uint64_t mask) {
  const std::uint64_t t = ((a >> shift) ^ b) & mask;
  b ^= t;
  a ^= t << shift;
}

// Bytes to planes and back: bit b of byte k of word w <-> bit w of byte k of word b.
HR_INLINE void transpose_bits(std::uint64_t* x) {
  for (int i = 0; i < 4; i++) swap_bits(x[i], x[i + 4], 4, 0x0f0f0f0f0f0f0f0f);
  for (int i = 0; i < 8; i += i % 2 ? 3 : 1) swap_bits(x[i], x[i + 2], 2, 0x3333333333333333);
  for (int i = 0; i < 8; i += 2) swap_bits(x[i], x[i + 1], 1, 0x5555555555555555);
}
// Four columns <-> rows t (low half) and t + 4 (high half) of these columns, in word t.
HR_INLINE void transpose_bytes(std::uint64_t* x) {
  swap_bits(x[0], x[1], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[2], x[3], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[0], x[2], 16, 0x0000ffff0000ffff);
  swap_bits(x[1], x[3], 16, 0x0000ffff0000ffff);
}

HR_INLINE void to_planes(const std::uint64_t* column, Planes& p) {
  for (int w = 0; w < 8; w++) {
    std::uint64_t x[4];
    for (int k = 0; k < 4; k++) x[k] = column[8 * k + w];
    transpose_bytes(x);
    for (int t = 0; t < 4; t++) p.row[t].b[w] = x[t];
  }
  for (int t = 0; t < 4; t++) transpose_bits(p.row[t].b);
}
HR_INLINE void from_planes(Planes& p, std::uint64_t* column) {
  for (int t = 0; t < 4; t++) transpose_bits(p.row[t].b);
  for (int w = 0; w < 8; w++) {
    std::uint64_t x[4];
    for (int t = 0; t < 4; t++) x[t] = p.row[t].b[w];
    transpose_bytes(x);
    for (int k = 0; k < 4; k++) column[8 * k + w] = x[k];
  }
}

template <bool kInverse>
HR_INLINE void sub_bytes(Planes& p) {
  unroll<4>([&](auto t) HR_LAMBDA { sub_slice<kInverse, t>(p.row[t]); });
}

// The positions of one half (0: rows 0..3) whose column within the block is at least, or below,
// `shift`.
consteval std::uint64_t shift_mask(int columns, int shift, int half, bool at_least) {
  std::uint64_t m = 0;
  for (int i = 0; i < 32; i++)
    if ((i % columns >= shift) == at_least) m |= (std::uint64_t)1 << (32 * half + i);
  return m;
}
template <int kColumns, bool kInverse>
HR_INLINE void shift_rows(Planes& p) {
  unroll<4>([&](auto t) HR_LAMBDA {
    Slice y{};
    unroll<2>([&](auto half) HR_LAMBDA {
      constexpr int right = row_shift(t + 4 * half, kColumns);
      constexpr int s = kInverse ? (kColumns - right) % kColumns : right;
      constexpr std::uint64_t stay = shift_mask(kColumns, s, half, true),
                              wrap = shift_mask(kColumns, s, half, false);
      for (int b = 0; b < 8; b++)
        y.b[b] |= ((p.row[t].b[b] << s) & stay) | ((p.row[t].b[b] >> (kColumns - s)) & wrap);
    });
    p.row[t] = y;
  });
}

// Rows i and i + 4 (mod 8) of a Planes.
HR_INLINE Slice rows(const Planes& p, int i) {
  Slice r = p.row[i & 3];
  if (i & 4)
    for (auto& x : r.b) x = rotate_left64(x, 32);
  return r;
}
HR_INLINE Slice sum(const Slice& a, const Slice& b) {
  Slice r;
  for (int i = 0; i < 8; i++) r.b[i] = a.b[i] ^ b.b[i];
  return r;
}
template <int kFactor>
HR_INLINE Slice multiple(const Slice& x) {
  Slice r{};
  unroll<64>([&](auto k) HR_LAMBDA {
    constexpr int to = k / 8, from = k % 8;
    if constexpr (gf_mul(kFactor, 1 << from) >> to & 1) r.b[to] ^= x.b[from];
  });
  return r;
}

// y_r = x_r + x_{r+1} + x_{r+2} + x_{r+3} + 2 (x_{r+5} + x_{r+6}) + x_{r+6} + 4 (x_{r+2} + x_{r+5}
// + x_{r+6} + x_{r+7}
// + 2 x_{r+4}) + key
HR_INLINE void mix_columns(Planes& p, const Planes& key) {
  Planes pair, twice, odd;
  for (int t = 0; t < 4; t++) {
    pair.row[t] = sum(rows(p, t), rows(p, t + 1));
    twice.row[t] = multiple<2>(p.row[t]);
    odd.row[t] = sum(twice.row[t], rows(p, t + 1));
  }
  Planes y;
  for (int t = 0; t < 4; t++) {
    const Slice four = sum(sum(rows(odd, t + 4), rows(p, t + 2)), rows(pair, t + 6));
    const Slice one =
        sum(sum(rows(pair, t), rows(pair, t + 2)), sum(rows(twice, t + 6), rows(odd, t + 5)));
    y.row[t] = sum(sum(one, multiple<4>(four)), key.row[t]);
  }
  p = y;
}
// N of spec.hpp, then M: the inverse but for the scale that the S-box circuits absorb.
HR_INLINE void unscaled_inverse_mix_columns(Planes& p, const Planes& key) {
  Planes y;
  for (int t = 0; t < 4; t++)
    y.row[t] = sum(sum(p.row[t], multiple<kInverseFactor.c[2]>(rows(p, t + 2))),
                   sum(multiple<kInverseFactor.c[4]>(rows(p, t + 4)),
                       multiple<kInverseFactor.c[6]>(rows(p, t + 6))));
  p = y;
  mix_columns(p, key);
}
