// Kalyna-128/128 by T-tables for HR_WAYS blocks at a time, as in the 2020 paper. It uses general registers or, with
// HR_LANES, 64-bit lanes that VPGATHERQQ looks up. NOT constant time.
//
// A block is two words, its columns, with row 0 lowest. Lanes 2 b and 2 b + 1 of a vector have block b. ShiftRows takes
// the rows 4 to 7 from the other column, so a round is
//     z = rows 0 to 3 of x, rows 4 to 7 of x with its words swapped
//     x = t[0][z & 255] ^ t[1][z >> 8 & 255] ^ ... ^ key
// The code does not compute z: it takes the indices of each row directly from x. With fewer blocks than lanes, a vector
// has several copies of the blocks, and each copy looks up a different row. For example, 4 lanes have two rows of a
// block's two words, t[r][z >> 8 r & 255] and t[r + 1][z >> 8 (r + 1) & 255]. The copies are added at the end of a
// round.
#include "base/bytes.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/kalyna/kernel.hpp"
#include "kernels/kalyna/tables.hpp"
#ifdef HR_LANES
#include "kernels/gather.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// The boxes alone, as words that can be looked up and shifted.
struct WideBoxes {
  std::uint64_t box[4][256];
};
consteval WideBoxes widened(const Boxes& boxes) {
  WideBoxes r{};
  for (int i = 0; i < 4; i++)
    for (int x = 0; x < 256; x++) r.box[i][x] = boxes.box[i].t[x];
  return r;
}
constexpr WideBoxes kWide = widened(kBoxes), kWideInverse = widened(kInverseBoxes);

// indices<kShift, kRow>(x, i) returns the bytes in row kRow of each word of part i, after ShiftRows if kShift.
// look_up_row looks them up in t[kRow]; copies use the following rows. at_row moves a result from row 0 to its row.
#ifdef HR_LANES
using Part = Lanes64<HR_LANES>;
constexpr int kParts = 2 * HR_WAYS > HR_LANES ? 2 * HR_WAYS / HR_LANES : 1;
constexpr int kRepeats = kParts * HR_LANES / (2 * HR_WAYS);  // copies of the blocks in a vector
constexpr int row_of_lane(int lane) { return kRepeats == 1 ? 0 : lane / (2 * HR_WAYS); }

struct alignas(64) LaneWords {
  std::uint64_t of[HR_LANES];
};
consteval LaneWords times_row(int factor) {
  LaneWords r{};
  for (int i = 0; i < HR_LANES; i++) r.of[i] = factor * row_of_lane(i);
  return r;
}
constexpr LaneWords kRowBits = times_row(8), kRowEntries = times_row(256);
HR_INLINE Part lanes(const LaneWords& words) {
  Part r;
  __builtin_memcpy(&r, words.of, sizeof r);
  return r;
}
// Moves a byte to the lowest place of its word and clears the rest. One byte shuffle is enough, because the words of a
// block are in one 16-byte lane.
struct alignas(64) ByteOrders {
  std::uint8_t of[2][8][8 * HR_LANES];  // [with ShiftRows][first row]
};
consteval ByteOrders make_orders() {
  ByteOrders r{};
  for (int shift = 0; shift < 2; shift++)
    for (int first = 0; first < 8; first += kRepeats)
      for (int i = 0; i < 8 * HR_LANES; i++) {
        const int lane = i / 8, row = first + row_of_lane(lane);
        const int word = shift && row >= 4 ? ~lane & 1 : lane & 1;
        r.of[shift][first][i] = i % 8 ? 0x80 : (std::uint8_t)(8 * word + row);
      }
  return r;
}
constexpr ByteOrders kOrders = make_orders();
template <bool kShift, int kRow>
HR_INLINE Part indices(const Part* x, int i) {
  Vec v;
  Part r;
  __builtin_memcpy(&v, x + i, sizeof v);
  v = shuffle(v, load(kOrders.of[kShift][kRow]));
  __builtin_memcpy(&r, &v, sizeof r);
  return r;
}
HR_INLINE Part look_up_row(const std::uint64_t* table, Part index) {
  return look_up(table, kRepeats == 1 ? index : index + lanes(kRowEntries));
}
template <int kRow>
HR_INLINE Part at_row(Part x) {
  return (kRepeats == 1 ? x : x << lanes(kRowBits)) << (8 * kRow);
}
// Returns the sum of all copies in each copy.
HR_INLINE Part all_repeats(Part x) {
#if HR_LANES == 4
  return kRepeats == 1 ? x : x ^ __builtin_shufflevector(x, x, 2, 3, 0, 1);
#else
  if constexpr (kRepeats == 4) x ^= __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  return kRepeats == 1 ? x : x ^ __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
#endif
}
#else
using Part = std::uint64_t;
constexpr int kParts = 2 * HR_WAYS, kRepeats = 1;
template <bool kShift, int kRow>
HR_INLINE Part indices(const Part* x, int i) {
  return (x[kShift && kRow >= 4 ? i ^ 1 : i] >> (8 * kRow)) & 255;
}
HR_INLINE Part look_up_row(const std::uint64_t* table, Part index) { return table[index]; }
template <int kRow>
HR_INLINE Part at_row(Part x) {
  return x << (8 * kRow);
}
HR_INLINE Part all_repeats(Part x) { return x; }
#endif
constexpr int kPartWords = sizeof(Part) / 8;

template <Variant kV>
struct Ways {
  static constexpr int kRounds = kV.rounds;
  struct alignas(64) Key {  // a round key, repeated over the lanes of a part
    std::uint64_t encrypt[kRounds + 1][2][kPartWords], decrypt[kRounds + 1][2][kPartWords];
  };

  // The parts of a key alternate: they are the columns in general registers, and equal in vectors.
  HR_INLINE Part key_part(const std::uint64_t (&key)[2][kPartWords], int i) {
    Part k;
    __builtin_memcpy(&k, key[i % 2], sizeof k);
    return k;
  }
  template <bool kShift>
  HR_INLINE void rows(const Tables& tables, const Part* z, Part* x) {
    unroll<8 / kRepeats>([&](auto n) HR_LAMBDA {
      constexpr int kRow = n * kRepeats;
      unroll<kParts>([&](auto i) HR_LAMBDA {
        const Part row = look_up_row(tables.t[kRow], indices<kShift, kRow>(z, i));
        x[i] = kRow == 0 ? row : x[i] ^ row;
      });
    });
    unroll<kParts>([&](auto i) HR_LAMBDA { x[i] = all_repeats(x[i]); });
  }
  HR_INLINE void round(const Tables& tables, Part* x, const std::uint64_t (&key)[2][kPartWords]) {
    Part z[kParts];
    unroll<kParts>([&](auto i) HR_LAMBDA { z[i] = x[i]; });
    rows<true>(tables, z, x);
    unroll<kParts>([&](auto i) HR_LAMBDA { x[i] ^= key_part(key, i); });
  }
  template <bool kShift>
  HR_INLINE void substitute(const WideBoxes& boxes, const Part* x, Part* y) {
    unroll<kParts>([&](auto i) HR_LAMBDA {
      y[i] = Part{};
      unroll<8 / kRepeats>([&](auto n) HR_LAMBDA {
        constexpr int kRow = n * kRepeats;
        y[i] |= at_row<kRow>(look_up_row(boxes.box[kRow % 4], indices<kShift, kRow>(x, i)));
      });
      y[i] = all_repeats(y[i]);
    });
  }
  HR_INLINE void load_blocks(const std::uint8_t* in, Part* x) {
    unroll<kRepeats>(
        [&](auto n) HR_LAMBDA { __builtin_memcpy((char*)x + 16 * HR_WAYS * n, in, 16 * HR_WAYS); });
  }
  HR_INLINE void store_blocks(std::uint8_t* out, const Part* x) {
    __builtin_memcpy(out, x, 16 * HR_WAYS);
  }

  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Part x[kParts];
    load_blocks(in, x);
    for (int i = 0; i < kParts; i++) x[i] += key_part(key.encrypt[0], i);
    for (int r = 1; r < kRounds; r++) round(kForward, x, key.encrypt[r]);
    Part z[kParts];
    unroll<kParts>([&](auto i) HR_LAMBDA { z[i] = x[i]; });
    rows<true>(kForward, z, x);
    for (int i = 0; i < kParts; i++) x[i] += key_part(key.encrypt[kRounds], i);
    store_blocks(out, x);
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Part x[kParts], z[kParts];
    load_blocks(in, x);
    for (int i = 0; i < kParts; i++) x[i] -= key_part(key.decrypt[kRounds], i);
    substitute<false>(kWide, x, z);
    rows<false>(kBackward, z, x);
    for (int r = kRounds - 1; r > 0; r--) round(kBackward, x, key.decrypt[r]);
    substitute<true>(kWideInverse, x, z);
    for (int i = 0; i < kParts; i++) z[i] -= key_part(key.decrypt[0], i);
    store_blocks(out, z);
  }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    portable_schedule(variant_index(kV), user_key, round_keys);
  }
  static std::uint64_t inverse_mix(std::uint64_t x) {
    std::uint64_t y = 0;
    for (int r = 0; r < 8; r++) y ^= kBackward.t[r][kBoxes.box[r % 4].t[x >> (8 * r) & 255]];
    return y;
  }
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    for (int r = 0; r <= kRounds; r++)
      for (int i = 0; i < 2 * kPartWords; i++) {
        const int column = kPartWords == 1 ? i : i % 2;
        const std::uint64_t k = load_le64(round_keys + 8 * (2 * r + column));
        key.encrypt[r][i / kPartWords][i % kPartWords] = k;
        key.decrypt[r][i / kPartWords][i % kPartWords] = r > 0 && r < kRounds ? inverse_mix(k) : k;
      }
  }
};

template <Variant kV, class W = Ways<kV>>
using Loops = Batches<typename W::Key, 16, HR_WAYS, W::encrypt_batch, W::decrypt_batch>;
template <Variant kV>
struct Table : Ways<kV>, Loops<kV> {};

}  // namespace
}  // namespace hedgerow::HR_ISA

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Table, kalyna_128_128>() : KernelOps {}
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
