// Camellia byte-sliced over vectors with GFNI or AES instructions [RFC 3713].
//
//     w[i], w[8 + i]    byte i of D1, of D2, of many blocks (common/byteslice.hpp)
//
// An S-box is the affine map to the inverse's field and the inverse with an affine map. The constant 0xc5 at the input
// is in the keys. With t the outputs of the S-boxes, R = t5 + .. + t8 and S = t1 + .. + t4, P is
//
//     y(i+4) = R + t(i+4) + t(i) + t(i+1)      where t(i+1) is t1 for i = 4
//     y(i)   = y(i+4) + S + t(i)               for i = 1..4
#include "base/secret.hpp"
#include "cipher/camellia/spec.hpp"
#include "cipher/common/inversion_slices.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace camellia;

// The subkeys of one direction in the order of their use, each byte repeated eight times.
struct alignas(64) Direction {
  std::uint64_t key[kMaxSubkeys][8];
};
struct alignas(64) Key {
  Direction forward, backward;
  int rounds;
};

constexpr ByteMap kPhi = make_isomorphism(kPolynomial, 0x11b);
struct Boxes {
  std::uint64_t in[4], out[4];
  std::uint8_t constant[4];
};
consteval Boxes make_boxes() {
  Boxes r{};
  for (int i = 0; i < 4; i++) {
    r.in[i] = map_matrix(compose(kPhi, compose(kF, kBefore[i])));
    r.out[i] = map_matrix(compose(kAfter[i], compose(kG, make_inverse(kPhi.of))));
    r.constant[i] = kAfter[i].of[kOut];
  }
  return r;
}
constexpr Boxes kBoxes = make_boxes();

template <int kBox>
HR_INLINE Vec substitute(Vec x) {
  return inverted<kBoxes.out[kBox], kBoxes.constant[kBox]>(linear<kBoxes.in[kBox]>(x));
}

// d += F(x + key)
HR_INLINE void round(const Vec* x, Vec* d, const std::uint64_t* key) {
  Vec t[8];
  unroll<8>([&](auto i)
                HR_LAMBDA { t[i] = substitute<kBoxOf[i]>(xor2(x[i], load_splat64(key + i))); });
  const Vec left = xor2(xor3(t[0], t[1], t[2]), t[3]), right = xor2(xor3(t[4], t[5], t[6]), t[7]);
  unroll<4>([&](auto i) HR_LAMBDA {
    const Vec y = xor2(xor3(right, t[4 + i], t[i]), t[(i + 1) & 3]);
    d[4 + i] = xor2(d[4 + i], y);
    d[i] = xor3(xor2(d[i], y), left, t[i]);
  });
}

consteval ByteMap make_top_bit() {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = (std::uint8_t)(x >> 7);
  return r;
}
constexpr std::uint64_t kTopBit = map_matrix(make_top_bit());
// x(4 + i) += byte i of (x0..x3 and key) rotated by 1
HR_INLINE void add_rotated(Vec* x, const std::uint64_t* key) {
  Vec a[4];
  unroll<4>([&](auto i) HR_LAMBDA { a[i] = and2(x[i], load_splat64(key + i)); });
  unroll<4>([&](auto i) HR_LAMBDA {
    x[4 + i] = xor3(x[4 + i], add8(a[i], a[i]), linear<kTopBit>(a[(i + 1) & 3]));
  });
}
HR_INLINE void add_or(Vec* x, const std::uint64_t* key) {
  unroll<4>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], or2(x[4 + i], load_splat64(key + 4 + i))); });
}
// FL on D1 and its inverse on D2.
HR_INLINE void fl_layer(Vec* w, const std::uint64_t (*key)[8]) {
  add_rotated(w, key[0]);
  add_or(w, key[0]);
  add_or(w + 8, key[1]);
  add_rotated(w + 8, key[1]);
}

// Before every two rounds, two lines are prefetched.
HR_INLINE void crypt(const Key& key, const Direction& d, Vec* w, Ahead ahead) {
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = xor2(w[i], load_splat64(&d.key[0][0] + i)); });
  const std::uint64_t(*subkey)[8] = d.key + 2;
  for (int r = 0;;) {
    unroll<3>([&](auto i) HR_LAMBDA {
      ahead.fetch(2);
      round(w, w + 8, subkey[2 * i]);
      round(w + 8, w, subkey[2 * i + 1]);
    });
    subkey += 6;
    r += 6;
    if (r == key.rounds) break;
    fl_layer(w, subkey);
    subkey += 2;
  }
  unroll<8>([&](auto i) HR_LAMBDA {
    const Vec d1 = w[i];
    w[i] = xor2(w[8 + i], load_splat64(subkey[0] + i));
    w[8 + i] = xor2(d1, load_splat64(subkey[1] + i));
  });
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr Variant v = kVariant[kIndex];
  constexpr int n = v.subkeys();
  // 0xc5 before s1, s2 and s3, and before s4 what its rotation maps to 0xc5
  constexpr std::uint64_t kFix = 0xc5c5c5c5c5c5c5c5 ^ 0x0027000027000000;
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = v.rounds;
  alignas(64) std::uint8_t ordered[2][8 * kMaxSubkeys] = {};
  for (int i = 0; i < n; i++) {
    const bool in_round = i >= 2 && i < n - 2 && i % 8 != 0 && i % 8 != 1;
    const std::uint64_t fix = in_round ? kFix : 0;
    store_le64(ordered[0] + 8 * i, load_le64(round_keys + 8 * i) ^ fix);
    store_le64(ordered[1] + 8 * i, load_le64(round_keys + 8 * backward_index(i, n)) ^ fix);
  }
  for (int i = 0; i < 8 * n; i += 16) {
    repeat_bytes(ordered[0] + i, &k.forward.key[0][0] + i);
    repeat_bytes(ordered[1] + i, &k.backward.key[0][0] + i);
  }
  wipe(ordered, sizeof ordered);
}

using Kernel = ByteSlices<Key, crypt>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks,    \
            kSlicesGoodFor, schedule_portable<identifier>, prepare<identifier>, Kernel::encrypt, \
            Kernel::decrypt, Kernel::ctr)
#include "cipher/common/export_kernel.inc"
