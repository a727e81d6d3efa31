// ARIA byte-sliced over vectors with GFNI or AES instructions [RFC 5794]:
//
//     w[4 j + i]    byte i of word j of many blocks (common/byteslice.hpp)
//
// The field of S1 and S2 is that of GF2P8AFFINEINVQB, so each is one instruction. Their inverses are two, and the
// constant at their input is in the keys. A consists of three steps of sums of three bytes, which are one ternary XOR
// each, and the last one also adds the key.
#include "base/secret.hpp"
#include "cipher/aria/spec.hpp"
#include "cipher/common/inversion_slices.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aria;

// The round keys of one direction, each byte repeated eight times.
struct alignas(64) Direction {
  std::uint64_t key[kMaxRounds + 1][16];
};
struct alignas(64) Key {
  Direction forward, backward;
  int rounds;
};

struct Boxes {
  std::uint64_t forward[2], backward[2];
};
constexpr Boxes kBoxes = {
    {map_matrix(kLinear[0]), map_matrix(kLinear[1])},
    {map_matrix(make_inverse(kLinear[0].of)), map_matrix(make_inverse(kLinear[1].of))}};

// S1, S2, 1/S1, 1/S2.
template <int kIndex>
HR_INLINE Vec substitute(Vec x) {
  constexpr int i = kIndex % 2;
  if constexpr (kIndex < 2)
    return inverted<kBoxes.forward[i], kConstant[i]>(x);
  else
    return inverse_of<kBoxes.backward[i]>(x);
}
// SL1 or SL2.
template <bool kSecond>
HR_INLINE void substitute_all(Vec* w) {
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = substitute<(i + 2 * kSecond) % 4>(w[i]); });
}
// Sets y(i) to the sum of three of the four vectors at i, i + kStep, i + 2 kStep, i + 3 kStep.
HR_INLINE void add_in_word(const Vec* x, Vec* y) {
  y[0] = xor3(x[1], x[2], x[3]);
  y[1] = xor3(x[0], x[2], x[3]);
  y[2] = xor3(x[0], x[1], x[3]);
  y[3] = xor3(x[0], x[1], x[2]);
}
HR_INLINE void diffuse_slices(Vec* w, const std::uint64_t* key) {
  Vec a[16], b[16];
  unroll<4>([&](auto j) HR_LAMBDA { add_in_word(w + 4 * j, a + 4 * j); });
  // Words, and byte i of word j becomes byte i ^ j.
  unroll<4>([&](auto i) HR_LAMBDA {
    b[i] = xor3(a[i], a[4 + i], a[8 + i]);
    b[4 + (i ^ 1)] = xor3(a[i], a[8 + i], a[12 + i]);
    b[8 + (i ^ 2)] = xor3(a[i], a[4 + i], a[12 + i]);
    b[12 + (i ^ 3)] = xor3(a[4 + i], a[8 + i], a[12 + i]);
  });
  const auto with_key = [&](int at, Vec x) HR_LAMBDA { w[at] = xor2(x, load_splat64(key + at)); };
  unroll<4>([&](auto i) HR_LAMBDA {
    with_key(i, xor3(b[i], b[4 + i], b[8 + i]));
    with_key(4 + i, xor3(b[i], b[8 + i], b[12 + i]));
    with_key(8 + i, xor3(b[i], b[4 + i], b[12 + i]));
    with_key(12 + i, xor3(b[4 + i], b[8 + i], b[12 + i]));
  });
}
HR_INLINE void add_key(Vec* w, const std::uint64_t* key) {
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = xor2(w[i], load_splat64(key + i)); });
}

// Before every round, a line or two are prefetched.
HR_INLINE void crypt(const Key& key, const Direction& d, Vec* w, Ahead ahead) {
  add_key(w, d.key[0]);
  for (int r = 1;; r += 2) {
    ahead.fetch(3);
    substitute_all<false>(w);
    diffuse_slices(w, d.key[r]);
    substitute_all<true>(w);
    if (r + 1 == key.rounds) break;
    diffuse_slices(w, d.key[r + 1]);
  }
  add_key(w, d.key[key.rounds]);
}

HR_INLINE void prepare_direction(const std::uint8_t* keys, int rounds, Direction& d) {
  // the constants at the input of 1/S1 and 1/S2: bytes 2 and 3 before SL1, bytes 0 and 1 before SL2
  constexpr std::uint64_t kFix[2] = {0xe2630000e2630000, 0x0000e2630000e263};
  for (int r = 0; r <= rounds; r++) {
    alignas(16) std::uint8_t bytes[16];
    for (int i = 0; i < 16; i += 8)
      store_le64(bytes + i, load_le64(keys + 16 * r + i) ^ (r < rounds ? kFix[r % 2] : 0));
    repeat_bytes(bytes, d.key[r]);
    wipe(bytes, sizeof bytes);
  }
}
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = rounds;
  std::uint8_t reversed[kVariant[kIndex].round_key_bytes()];
  reverse_keys(round_keys, rounds, reversed);
  prepare_direction(round_keys, rounds, k.forward);
  prepare_direction(reversed, rounds, k.backward);
  wipe(reversed, sizeof reversed);
}

using Kernel = ByteSlices<Key, crypt>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks, \
            kSlicesGoodFor, schedule_portable<identifier>,                                    \
            WipeStackAfter<prepare<identifier>>::call, Kernel::encrypt, Kernel::decrypt,      \
            Kernel::ctr)
#include "cipher/common/export_kernel.inc"
