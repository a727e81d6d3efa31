// Kalyna-128/128 as in the program of the 2020 paper, for comparison with our own bit slices: circuits of the paper's
// heuristic, regrouping around SubBytes, ShiftRows by a shuffle, and MixColumns by doublings and rotations.
//
// There are HR_SETS sets of eight registers. Register b of a set has bit b of kWidth / 2 blocks. A 16-byte lane of it:
//     | column 0, rows 0..7 | column 1, rows 0..7 |      the 8 bits of a byte belong to 8 blocks
// SubBytes exchanges rows between the sets, so that a set has only the rows of 4 / HR_SETS boxes. A joint circuit
// applies each of these boxes to all rows, and masks keep the result of the correct box for each row. Therefore only a
// quarter of the circuits' results is used with one set, half with two sets, and everything with four.
//
// The order of the sums in MixColumns is ours.
//
// Source: [Kalyna bitslice 2020].
#include "isa/bit_transpose.hpp"
#include "kernels/kalyna/stepwise.hpp"

#if HR_SETS == 1
#include "circuits/kalyna-2020/0+1+2+3.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv0+inv1+inv2+inv3.and-or-xor-not.hpp"
#elif HR_SETS == 2
#include "circuits/kalyna-2020/0+1.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/2+3.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv0+inv1.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv2+inv3.and-or-xor-not.hpp"
#else
#include "circuits/kalyna-2020/0.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/1.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/2.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/3.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv0.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv1.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv2.and-or-xor-not.hpp"
#include "circuits/kalyna-2020/inv3.and-or-xor-not.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

constexpr int kSets = HR_SETS, kSetBoxes = 4 / kSets, kBlocks = kSets * kWidth / 2;

struct Planes {
  Vec set[kSets][8];
};

// The operands of gates. Each gate is one instruction, as in the paper. The assembly statement prevents the compiler
// from merging two gates into a vpternlog.
struct Gate {
  Vec v;
};
HR_INLINE Gate alone(Vec v) {
#if defined(HR_VEC_TERNARY) && !defined(HR_VEC_MODEL)
  __asm__("" : "+v"(v.v));
#endif
  return {v};
}
HR_INLINE Gate and2(Gate a, Gate b) { return alone(and2(a.v, b.v)); }
HR_INLINE Gate or2(Gate a, Gate b) { return alone(or2(a.v, b.v)); }
HR_INLINE Gate xor2(Gate a, Gate b) { return alone(xor2(a.v, b.v)); }
// The only other gate of the circuits is NOT, ~x of the first operand.
template <int kTable>
HR_INLINE Gate ternary(Gate a, Gate, Gate) {
  static_assert(kTable == 0x0f);
  return alone(xor2(a.v, splat8(0xff)));
}

// Applies the boxes of set kSet to x. Box i stores its result in to[8 * i] and the seven following planes.
template <bool kInverse, int kSet>
HR_INLINE void boxes(const Gate* x, Gate* to) {
#if HR_SETS == 1
  if constexpr (kInverse)
    box_kalyna_inv0_inv1_inv2_inv3(x, to);
  else
    box_kalyna_0_1_2_3(x, to);
#elif HR_SETS == 2
  if constexpr (kInverse && kSet == 0) box_kalyna_inv0_inv1(x, to);
  if constexpr (kInverse && kSet == 1) box_kalyna_inv2_inv3(x, to);
  if constexpr (!kInverse && kSet == 0) box_kalyna_0_1(x, to);
  if constexpr (!kInverse && kSet == 1) box_kalyna_2_3(x, to);
#else
  if constexpr (kInverse && kSet == 0) box_kalyna_inv0(x, to);
  if constexpr (kInverse && kSet == 1) box_kalyna_inv1(x, to);
  if constexpr (kInverse && kSet == 2) box_kalyna_inv2(x, to);
  if constexpr (kInverse && kSet == 3) box_kalyna_inv3(x, to);
  if constexpr (!kInverse && kSet == 0) box_kalyna_0(x, to);
  if constexpr (!kInverse && kSet == 1) box_kalyna_1(x, to);
  if constexpr (!kInverse && kSet == 2) box_kalyna_2(x, to);
  if constexpr (!kInverse && kSet == 3) box_kalyna_3(x, to);
#endif
}

// The bytes with rows of box kBox of their set. Rows are in their order with one set, and otherwise grouped by fours of
// a row.
struct alignas(16) Mask {
  std::uint8_t of[16];
};
template <int kBox>
constexpr Mask kHasBox = []() consteval {
  Mask r{};
  for (int i = 0; i < 16; i++) r.of[i] = (kSets == 1 ? i : i / 4) % kSetBoxes == kBox ? 0xff : 0;
  return r;
}();

template <int kBox>
HR_INLINE Gate own(const Gate* given) {
  const Gate mask{load_splat128(kHasBox<kBox>.of)};
  if constexpr (kSetBoxes == 1)
    return given[0];
  else if constexpr (kBox == 0)
    return and2(given[0], mask);
  else
    return or2(own<kBox - 1>(given), and2(given[8 * kBox], mask));
}
template <bool kInverse, int kSet>
HR_NOINLINE void sub_set(Vec* x) {
  Gate in[8], given[8 * kSetBoxes];
  unroll<8>([&](auto b) HR_LAMBDA { in[b] = {x[b]}; });
  boxes<kInverse, kSet>(in, given);
  unroll<8>([&](auto b) HR_LAMBDA { x[b] = own<kSetBoxes - 1>(given + b).v; });
}

// Converts plane b of all sets to the grouping by boxes, and back: rows 0 1 4 5 and rows 2 3 6 7 with two sets, and
// rows t and t + 4 with four sets.
[[maybe_unused]] HR_INLINE void exchange(Vec* x) {
  if constexpr (kSets == 2) {
    const Vec a = x[0], b = x[1 % kSets];
    x[0] = unpack_lo64(a, b);
    x[1 % kSets] = unpack_hi64(a, b);
  }
  if constexpr (kSets == 4) transpose_dwords(x);
}
template <bool kByBoxes>
HR_INLINE void regroup(Planes& p) {
  unroll<8>([&](auto b) HR_LAMBDA {
    Vec x[kSets];
    unroll<kSets>(
        [&](auto s) HR_LAMBDA { x[s] = kByBoxes ? permuted(p.set[s][b], kByRows) : p.set[s][b]; });
    exchange(x);
    unroll<kSets>([&](auto s)
                      HR_LAMBDA { p.set[s][b] = kByBoxes ? x[s] : permuted(x[s], kByColumns); });
  });
}

template <bool kInverse>
HR_INLINE void sub_bytes(Planes& p) {
  if constexpr (kSets > 1) regroup<true>(p);
  unroll<kSets>([&](auto s) HR_LAMBDA { sub_set<kInverse, s>(p.set[s]); });
  if constexpr (kSets > 1) regroup<false>(p);
}

// Exchanges rows 4..7 of the two columns. This is its own inverse.
alignas(16) constexpr std::uint8_t kRowsShifted[16] = {0, 1, 2,  3,  12, 13, 14, 15,
                                                       8, 9, 10, 11, 4,  5,  6,  7};

// Returns the sum of the multiples of an element that kFactor selects. of[k] is the multiple by 2^k.
template <unsigned kFactor>
HR_INLINE Gate multiple(const Gate (*of)[8], int b) {
  constexpr int first = __builtin_ctz(kFactor);
  constexpr unsigned rest = kFactor & (kFactor - 1);
  if constexpr (rest == 0)
    return of[first][b];
  else
    return xor2(of[first][b], multiple<rest>(of, b));
}

// ShiftRows and MixColumns of a set, or their inverses in the opposite order.
template <bool kInverse>
HR_NOINLINE void shift_and_mix(Vec* x) {
  constexpr Row matrix = kInverse ? kInverseRow : kMixRow;
  constexpr int kPowers = kInverse ? 8 : 4;
  Gate of[kPowers][8];
  unroll<8>([&](auto b) HR_LAMBDA { of[0][b] = {kInverse ? x[b] : permuted(x[b], kRowsShifted)}; });
  unroll<kPowers - 1>([&](auto k) HR_LAMBDA {
    const Gate top = of[k][7];
    unroll<8>([&](auto b) HR_LAMBDA {
      const Gate below = of[k][(b + 7) % 8];
      of[k + 1][b] = b > 0 && (0x1d >> b & 1) ? xor2(below, top) : below;
    });
  });
  unroll<8>([&](auto b) HR_LAMBDA {
    Gate sum = multiple<matrix.c[0]>(of, b);
    unroll<7>([&](auto j) HR_LAMBDA {
      sum = xor2(sum, {rotl64<64 - 8 * (j + 1)>(multiple<matrix.c[j + 1]>(of, b).v)});
    });
    x[b] = kInverse ? permuted(sum.v, kRowsShifted) : sum.v;
  });
}

template <Variant kV>
struct PaperPlanes {
  static constexpr int kRounds = kV.rounds;
  // 74 vectors of 16 bytes: the keys that are added as numbers, and the planes of the other keys.
  struct alignas(64) Key {
    std::uint8_t first[16], last[16];
    std::uint8_t round[kRounds - 1][8][16];
  };
  static HR_NOINLINE void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    __builtin_memcpy(key.first, round_keys, 16);
    __builtin_memcpy(key.last, round_keys + 16 * kRounds, 16);
    for (int r = 1; r < kRounds; r++)
      for (int b = 0; b < 8; b++)
        for (int i = 0; i < 16; i++)
          key.round[r - 1][b][i] = (std::uint8_t)-(round_keys[16 * r + i] >> b & 1);
  }

  HR_INLINE void add_key(Planes& p, const std::uint8_t (&key)[8][16]) {
    unroll<8>([&](auto b) HR_LAMBDA {
      const Vec k = load_splat128(key[b]);
      unroll<kSets>([&](auto s) HR_LAMBDA { p.set[s][b] = xor2(p.set[s][b], k); });
    });
  }
  HR_INLINE void transpose(Planes& p) {
    unroll<kSets>([&](auto s) HR_LAMBDA { transpose_bits(p.set[s]); });
  }
  template <bool kInverse>
  HR_INLINE void mix(Planes& p) {
    unroll<kSets>([&](auto s) HR_LAMBDA { shift_and_mix<kInverse>(p.set[s]); });
  }
  template <class Make>
  HR_INLINE void load_planes(Planes& p, const std::uint8_t* in, Make make) {
    unroll<8 * kSets>([&](auto i) HR_LAMBDA { p.set[i / 8][i % 8] = make(load(in + kWidth * i)); });
    transpose(p);
  }
  template <class Make>
  HR_INLINE void store_planes(Planes& p, std::uint8_t* out, Make make) {
    transpose(p);
    unroll<8 * kSets>([&](auto i)
                          HR_LAMBDA { store(out + kWidth * i, make(p.set[i / 8][i % 8])); });
  }

  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Planes p;
    load_planes(p, in, [&](Vec v) HR_LAMBDA { return add64(v, load_splat128(key.first)); });
    for (int r = 1;; r++) {
      sub_bytes<false>(p);
      mix<false>(p);
      if (r == kRounds) break;
      add_key(p, key.round[r - 1]);
    }
    store_planes(p, out, [&](Vec v) HR_LAMBDA { return add64(v, load_splat128(key.last)); });
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Planes p;
    load_planes(p, in, [&](Vec v) HR_LAMBDA { return sub64(v, load_splat128(key.last)); });
    for (int r = kRounds - 1;; r--) {
      mix<true>(p);
      sub_bytes<true>(p);
      if (r == 0) break;
      add_key(p, key.round[r - 1]);
    }
    store_planes(p, out, [&](Vec v) HR_LAMBDA { return sub64(v, load_splat128(key.first)); });
  }
};
// The stack holds a state, the results of a circuit, and the values that it spills.
template <Variant kV>
using Paper = StepwiseOps<kV, PaperPlanes<kV>, kBlocks, 512>;

}  // namespace
}  // namespace hedgerow::HR_ISA

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Paper, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
