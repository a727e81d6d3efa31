// Kalyna-128/128 by T-tables, HR_WAYS blocks at a time, as in the 2020 paper: in general registers, or with HR_LANES 64-bit
// lanes that are looked up by VPGATHERQQ. NOT constant in time.
//
// A block is two words, its columns, row 0 lowest; in lanes 2 b and 2 b + 1 of a vector stands block b. ShiftRows takes the
// rows 4 to 7 of the other column, so that a round is
//     z = rows 0 to 3 of x, rows 4 to 7 of x with its words swapped;   x = t[0][z & 255] ^ t[1][z >> 8 & 255] ^ ... ^ key
// With fewer blocks than lanes the rest of a vector is looked up for nothing.
#include "base/bytes.hpp"
#include "cipher/kalyna/kernel_ops.hpp"
#include "cipher/kalyna/schedule.hpp"
#include "cipher/skeleton/batches.hpp"
#include "exhibits/kalyna/tables.hpp"
#ifdef HR_LANES
#include "exhibits/gather.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// The boxes alone, as words to look up and shift.
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

constexpr std::uint64_t kUpperRows = ~0ull << 32;
#ifdef HR_LANES
using Part = Lanes64<HR_LANES>;
constexpr int kParts = 2 * HR_WAYS > HR_LANES ? 2 * HR_WAYS / HR_LANES : 1;
HR_INLINE Part swapped(Part x) {
#if HR_LANES == 4
  return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#else
  return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#endif
}
HR_INLINE Part shifted_rows(const Part* x, int i) {
  return (x[i] & ~kUpperRows) | (swapped(x[i]) & kUpperRows);
}
#else
using Part = std::uint64_t;
constexpr int kParts = 2 * HR_WAYS;
HR_INLINE Part look_up(const std::uint64_t* table, Part index) { return table[index]; }
HR_INLINE Part shifted_rows(const Part* x, int i) {
  return (x[i] & ~kUpperRows) | (x[i ^ 1] & kUpperRows);
}
#endif
constexpr int kPartWords = sizeof(Part) / 8;

template <Variant kV>
struct Ways {
  static constexpr int kRounds = kV.rounds;
  struct alignas(64) Key {  // a round key repeated over the lanes of a part
    std::uint64_t encrypt[kRounds + 1][2][kPartWords], decrypt[kRounds + 1][2][kPartWords];
  };
  static consteval std::uint32_t narrow_up_to() { return 0; }

  // The parts of a key stand two after two: columns in general registers, else both alike.
  HR_INLINE Part key_part(const std::uint64_t (&key)[2][kPartWords], int i) {
    Part k;
    __builtin_memcpy(&k, key[i % 2], sizeof k);
    return k;
  }
  HR_INLINE void rows(const Tables& tables, const Part* z, Part* x) {
    unroll<8>([&](auto r) HR_LAMBDA {
      unroll<kParts>([&](auto i) HR_LAMBDA {
        const Part row = look_up(tables.t[r], (z[i] >> (8 * r)) & 255);
        x[i] = r == 0 ? row : x[i] ^ row;
      });
    });
  }
  HR_INLINE void round(const Tables& tables, Part* x, const std::uint64_t (&key)[2][kPartWords]) {
    Part z[kParts];
    unroll<kParts>([&](auto i) HR_LAMBDA { z[i] = shifted_rows(x, i); });
    rows(tables, z, x);
    unroll<kParts>([&](auto i) HR_LAMBDA { x[i] ^= key_part(key, i); });
  }
  HR_INLINE void substitute(const WideBoxes& boxes, Part* x) {
    unroll<kParts>([&](auto i) HR_LAMBDA {
      Part y{};
      unroll<8>([&](auto r) HR_LAMBDA {
        y |= look_up(boxes.box[r % 4], (x[i] >> (8 * r)) & 255) << (8 * r);
      });
      x[i] = y;
    });
  }
  HR_INLINE void load(const std::uint8_t* in, Part* x) {
    __builtin_memset(x, 0, kParts * sizeof(Part));
    __builtin_memcpy(x, in, 16 * HR_WAYS);
  }
  HR_INLINE void store(std::uint8_t* out, const Part* x) { __builtin_memcpy(out, x, 16 * HR_WAYS); }

  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Part x[kParts];
    load(in, x);
    for (int i = 0; i < kParts; i++) x[i] += key_part(key.encrypt[0], i);
    for (int r = 1; r < kRounds; r++) round(kForward, x, key.encrypt[r]);
    Part z[kParts];
    unroll<kParts>([&](auto i) HR_LAMBDA { z[i] = shifted_rows(x, i); });
    rows(kForward, z, x);
    for (int i = 0; i < kParts; i++) x[i] += key_part(key.encrypt[kRounds], i);
    store(out, x);
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Part x[kParts], z[kParts];
    load(in, z);
    for (int i = 0; i < kParts; i++) z[i] -= key_part(key.decrypt[kRounds], i);
    substitute(kWide, z);
    rows(kBackward, z, x);
    for (int r = kRounds - 1; r > 0; r--) round(kBackward, x, key.decrypt[r]);
    unroll<kParts>([&](auto i) HR_LAMBDA { z[i] = shifted_rows(x, i); });
    substitute(kWideInverse, z);
    for (int i = 0; i < kParts; i++) z[i] -= key_part(key.decrypt[0], i);
    store(out, z);
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

// The other variants have no such exhibit.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Table, kalyna_128_128>() : KernelOps {}
#include "cipher/skeleton/table.inc"
