// Kalyna-128/128 step by step and in constant time, for fewer blocks than fill four registers, as in the 2020 paper. A
// 16-byte lane has the rows of one S-box for four blocks, and the lanes of a register use separate tables. Thus one
// look-up with 512 bits covers the S-boxes of four blocks. HR_WAYS is the number of blocks at a time; with fewer than
// four, a part of each lane is unused.
//
// Lane g (0 to 3) of a set of four blocks, in registers of 1, 2 or 4 lanes, has the rows g and g + 4:
//     row g column 0 | row g column 1 | row g + 4 column 0 | row g + 4 column 1,   then the next block
#include "isa/telescoped_rows.hpp"
#include "kernels/kalyna/stepwise.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kLanes = kWidth / 16, kRegisters = 4 / kLanes, kSets = HR_WAYS < 4 ? 1 : HR_WAYS / 4;

struct alignas(kWidth) LaneRow {
  std::uint8_t of[kWidth];
};
// Computes x = table[x] in the registers of all sets, with a separate table for each lane.
#ifdef HR_VEC_MODEL
struct LaneTable {
  Table256 lane[kLanes];
};
consteval LaneTable make_lane_table(const Boxes& boxes, int first) {
  LaneTable r{};
  for (int l = 0; l < kLanes; l++) r.lane[l] = make_table256(boxes.box[first + l].t);
  return r;
}
HR_INLINE void look_up(const LaneTable& table, Vec* x) {
  for (int s = 0; s < kSets; s++) {
    Vec whole{};
    for (int l = 0; l < kLanes; l++) {
      Vec looked_up = x[s];
      lookup256<1>(table.lane[l], &looked_up);
      __builtin_memcpy(whole.b + 16 * l, looked_up.b + 16 * l, 16);
    }
    x[s] = whole;
  }
}
#else
struct LaneTable {
  LaneRow row[16];
};
consteval LaneTable make_lane_table(const Boxes& boxes, int first) {
  LaneTable r{};
  for (int l = 0; l < kLanes; l++) {
    const TelescopedRows t = make_telescoped_rows(boxes.box[first + l].t);
    for (int k = 0; k < 16; k++)
      for (int j = 0; j < 16; j++) r.row[k].of[16 * l + j] = t.row[k][j];
  }
  return r;
}
// The method is that of src/isa/table_telescoped.hpp, but each lane has its own table.
HR_INLINE void look_up(const LaneTable& table, Vec* x) {
  Vec index[kSets][4], q[4][kSets];
  const LaneTable* here = &table;
  __asm__ volatile("" : "+r"(here));
  unroll<kSets>([&](auto n) HR_LAMBDA {
    index[n][0] = and2(x[n], splat8(0x3f));
    unroll<3>([&](auto i) HR_LAMBDA { index[n][i + 1] = sub8(index[n][0], splat8(16 * (i + 1))); });
  });
  unroll<16>([&](auto k) HR_LAMBDA {
    const Vec row = load(here->row[k].of);
    unroll<kSets>([&](auto n) HR_LAMBDA {
      const Vec v = shuffle(row, index[n][k % 4]);
      q[k / 4][n] = k % 4 == 0 ? v : xor2(q[k / 4][n], v);
    });
  });
  unroll<kSets>([&](auto n) HR_LAMBDA {
    const Vec bit6 = negative8(add8(x[n], x[n])), bit7 = negative8(x[n]);
    const Vec low = xor2(q[0][n], and2(q[1][n], bit6)), high = xor2(q[2][n], and2(q[3][n], bit6));
    x[n] = xor2(low, and2(high, bit7));
  });
}
#endif

struct LaneTables {
  LaneTable of[kRegisters];
};
consteval LaneTables make_lane_tables(const Boxes& boxes) {
  LaneTables r{};
  for (int i = 0; i < kRegisters; i++) r.of[i] = make_lane_table(boxes, kLanes * i);
  return r;
}
constexpr LaneTables kForwardLanes = make_lane_tables(kBoxes),
                     kBackwardLanes = make_lane_tables(kInverseBoxes);

// The registers of all sets. Registers at one place of the sets are adjacent, because they use the same table.
struct State {
  Vec of[kRegisters][kSets];
};

// Returns the lanes kBy positions later, over all registers of a set.
template <int kBy>
HR_INLINE Vec lanes_from(const State& x, int r, int set) {
  [[maybe_unused]] const Vec a = x.of[(r + kBy / kLanes) % kRegisters][set],
                             b = x.of[(r + kBy / kLanes + 1) % kRegisters][set];
  if constexpr (kBy % kLanes == 0) return a;
#ifdef HR_VEC_MODEL
  Vec y;
  for (int i = 0; i < kWidth; i++) {
    const int from = i + 16 * (kBy % kLanes);
    y.b[i] = from < kWidth ? a.b[from] : b.b[from - kWidth];
  }
  return y;
#elif defined(HR_VEC_AVX512)
  return shuffle_lanes<(kBy | ((kBy + 1) % 4) << 2 | ((kBy + 2) % 4) << 4 | ((kBy + 3) % 4) << 6)>(
      a, a);
#elif defined(HR_VEC_TWO_LANES)
  return {_mm256_permute2x128_si256(a.v, b.v, 0x21)};
#endif
}

// [j][register]: the byte order that brings row g + j of each lane g to its place. Rows 4 to 7 are the second row of
// their pair.
struct Orders {
  LaneRow of[8][kRegisters];
};
consteval Orders make_orders() {
  Orders r{};
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 4 * 16; i++) {
      const int g = i / 16, k = i % 16;
      r.of[j][g / kLanes].of[i % kWidth] = (g + j) % 8 < 4 ? (std::uint8_t)k : kOtherRow[k];
    }
  return r;
}
constexpr Orders kOrders = make_orders();
// Says whether all lanes of register r keep the order of their pair for row g + j (or, if `wanted` is false, whether
// all lanes change it).
consteval bool keep_order(int j, int r, bool wanted) {
  for (int g = kLanes * r; g < kLanes * (r + 1); g++)
    if (((g + j) % 8 < 4) != wanted) return false;
  return true;
}
template <int kJ, int kR>
HR_INLINE Vec row_of(Vec pair) {
  if constexpr (keep_order(kJ, kR, true)) return pair;
  if constexpr (keep_order(kJ, kR, false)) return permuted(pair, kOtherRow);
  return shuffle(pair, load(kOrders.of[kJ][kR].of));
}

template <bool kInverse>
HR_INLINE void mix(State& x) {
  State y;
  unroll<kRegisters>([&](auto r) HR_LAMBDA {
    unroll<kSets>([&](auto set) HR_LAMBDA {
      Vec row[8];
      unroll<4>([&](auto j) HR_LAMBDA {
        const Vec pair = lanes_from<j>(x, r, set);
        row[j] = row_of<j, r>(pair);
        row[j + 4] = row_of<j + 4, r>(pair);
      });
      y.of[r][set] = combined<kInverse>([&](auto j) HR_LAMBDA { return row[j]; });
    });
  });
  x = y;
}
template <class Step>
HR_INLINE void each(State& x, Step step) {
  unroll<kRegisters>([&](auto r) HR_LAMBDA {
    unroll<kSets>([&](auto set) HR_LAMBDA { x.of[r][set] = step(x.of[r][set], r); });
  });
}
HR_INLINE void shift_rows(State& x) {
  each(x, [&](Vec v, int) HR_LAMBDA { return permuted(v, kShiftRows); });
}
HR_INLINE void substitute(const LaneTables& tables, State& x) {
  unroll<kRegisters>([&](auto r) HR_LAMBDA { look_up(tables.of[r], x.of[r]); });
}

// A 16-byte block, and four blocks with their dwords transposed, which are lanes.
typedef std::uint64_t Words __attribute__((vector_size(16)));
typedef std::uint32_t Dwords __attribute__((vector_size(16)));
typedef std::uint8_t Bytes __attribute__((vector_size(16)));
HR_INLINE void transpose(Dwords* x) {
  const Dwords a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5),
               b = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5),
               c = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7),
               d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  x[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  x[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  x[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}
HR_INLINE Words key_words(const std::uint8_t* key) {
  Words k;
  __builtin_memcpy(&k, key, 16);
  return k;
}
// Adds the first key to the blocks or, for decryption, subtracts the last key.
template <bool kInverse>
HR_INLINE void gather(const std::uint8_t* in, const std::uint8_t* key, State& x) {
  unroll<kSets>([&](auto set) HR_LAMBDA {
    Dwords lanes[4] = {};
    unroll<(HR_WAYS < 4 ? HR_WAYS : 4)>([&](auto b) HR_LAMBDA {
      const Words block = key_words(in + 16 * (4 * set + b));
      const Bytes v = (Bytes)(kInverse ? block - key_words(key) : block + key_words(key));
      lanes[b] = (Dwords)__builtin_shufflevector(v, v, 0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3,
                                                 11, 7, 15);
    });
    transpose(lanes);
    unroll<kRegisters>(
        [&](auto r) HR_LAMBDA { __builtin_memcpy(&x.of[r][set], lanes + kLanes * r, kWidth); });
  });
}
template <bool kInverse>
HR_INLINE void scatter(const State& x, const std::uint8_t* key, std::uint8_t* out) {
  unroll<kSets>([&](auto set) HR_LAMBDA {
    Dwords lanes[4];
    unroll<kRegisters>(
        [&](auto r) HR_LAMBDA { __builtin_memcpy(lanes + kLanes * r, &x.of[r][set], kWidth); });
    transpose(lanes);
    unroll<(HR_WAYS < 4 ? HR_WAYS : 4)>([&](auto b) HR_LAMBDA {
      const Bytes v = (Bytes)lanes[b];
      const Words block = (Words)__builtin_shufflevector(v, v, 0, 4, 8, 12, 2, 6, 10, 14, 1, 5, 9,
                                                         13, 3, 7, 11, 15);
      const Words done = kInverse ? block - key_words(key) : block + key_words(key);
      __builtin_memcpy(out + 16 * (4 * set + b), &done, 16);
    });
  });
}

template <Variant kV>
struct Lanes {
  static constexpr int kRounds = kV.rounds;
  struct alignas(64) Key {
    std::uint8_t first[16], last[16];
    std::uint32_t round[kRounds][4][4];  // of each lane, for four blocks
  };
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    __builtin_memcpy(key.first, round_keys, 16);
    __builtin_memcpy(key.last, round_keys + 16 * kRounds, 16);
    for (int r = 1; r < kRounds; r++)
      for (int i = 0; i < 16; i++)
        for (int b = 0; b < 4; b++)
          ((std::uint8_t*)&key.round[r][i / 4][b])[i % 4] = round_keys[16 * r + kByRows[i]];
  }
  HR_INLINE void add_key(State& x, const std::uint32_t (&key)[4][4]) {
    each(x, [&](Vec v, int r) HR_LAMBDA { return xor2(v, load(key[kLanes * r])); });
  }
  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    State x;
    gather<false>(in, key.first, x);
    for (int r = 1;; r++) {
      substitute(kForwardLanes, x);
      shift_rows(x);
      mix<false>(x);
      if (r == kRounds) break;
      add_key(x, key.round[r]);
    }
    scatter<false>(x, key.last, out);
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    State x;
    gather<true>(in, key.last, x);
    for (int r = kRounds - 1;; r--) {
      mix<true>(x);
      shift_rows(x);
      substitute(kBackwardLanes, x);
      if (r == 0) break;
      add_key(x, key.round[r]);
    }
    scatter<true>(x, key.first, out);
  }
};
template <Variant kV>
using Stepwise = StepwiseOps<kV, Lanes<kV>, HR_WAYS>;

}  // namespace
}  // namespace hedgerow::HR_ISA

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Stepwise, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
