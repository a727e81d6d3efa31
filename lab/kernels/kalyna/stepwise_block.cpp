// Kalyna-128/128 step by step and in constant time, with one block in a register of 16 bytes in memory order: byte 8 c
// + r is row r of column c. All four S-boxes are looked up for all bytes, and each byte keeps the result of its own
// box, r % 4. MixColumns adds the eight rotations of the columns.
#include "kernels/kalyna/stepwise.hpp"

namespace hedgerow::HR_ISA {
namespace {

struct alignas(16) Bytes16 {
  std::uint8_t of[16];
};
struct BoxSet {
  Table256 box[4];
};
consteval BoxSet make_set(const Boxes& boxes) {
  BoxSet r{};
  for (int i = 0; i < 4; i++) r.box[i] = make_table256(boxes.box[i].t);
  return r;
}
constexpr BoxSet kForwardBoxes = make_set(kBoxes), kBackwardBoxes = make_set(kInverseBoxes);
struct Patterns {
  Bytes16 own[4];      // all ones in the bytes of a box
  Bytes16 turn[2][8];  // the byte `j` rows later; [1]: after ShiftRows
  Bytes16 shift_rows;  // its own inverse: rows 4 to 7 of the other column
};
consteval Patterns make_patterns() {
  Patterns r{};
  for (int i = 0; i < 16; i++) {
    r.own[i % 4].of[i] = 0xff;
    r.shift_rows.of[i] = (std::uint8_t)(i % 8 < 4 ? i : i ^ 8);
  }
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 16; i++) {
      const int from = (i & 8) | ((i + j) & 7);
      r.turn[0][j].of[i] = (std::uint8_t)from;
      r.turn[1][j].of[i] = r.shift_rows.of[from];
    }
  return r;
}
constexpr Patterns kPatterns = make_patterns();

HR_INLINE Vec substitute(const BoxSet& set, Vec x) {
  Vec y = zero();
  unroll<4>([&](auto i) HR_LAMBDA {
    Vec v = x;
    lookup256<1>(set.box[i], &v);
    y = xor2(y, and2(v, load(kPatterns.own[i].of)));
  });
  return y;
}
template <bool kInverse>
HR_INLINE Vec mix(Vec x) {
  Vec row[8];
  unroll<8>([&](auto j) HR_LAMBDA { row[j] = shuffle(x, load(kPatterns.turn[!kInverse][j].of)); });
  return combined<kInverse>([&](auto j) HR_LAMBDA { return row[j]; });
}

template <Variant kV>
struct Block {
  static constexpr int kRounds = kV.rounds;
  struct alignas(64) Key {
    std::uint8_t round[kRounds + 1][16];
  };
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    __builtin_memset(prepared, 0, sizeof(Key));
    __builtin_memcpy(prepared, round_keys, 16 * (kRounds + 1));
  }
  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x = add64(load(in), load(key.round[0]));
    for (int r = 1;; r++) {
      x = mix<false>(substitute(kForwardBoxes, x));
      if (r == kRounds) break;
      x = xor2(x, load(key.round[r]));
    }
    store(out, add64(x, load(key.round[kRounds])));
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x = sub64(load(in), load(key.round[kRounds]));
    for (int r = kRounds - 1;; r--) {
      x = substitute(kBackwardBoxes, shuffle(mix<true>(x), load(kPatterns.shift_rows.of)));
      if (r == 0) break;
      x = xor2(x, load(key.round[r]));
    }
    store(out, sub64(x, load(key.round[0])));
  }
};
template <Variant kV>
using Stepwise = StepwiseOps<kV, Block<kV>, 1>;

}  // namespace
}  // namespace hedgerow::HR_ISA

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Stepwise, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
