// The round keys for kernels that add keys within L.
//
// With T the triangular part of the recurrence (the contributions of steps 0..15 to each other) and
// U the rest, L = T^-1 U. A round that adds the key y therefore needs e = T y. Encryption adds K.
// Decryption adds L^-1(K), because L^-1 comes before S^-1, and e = T L^-1(K) = U K.
//
// Because c_i = c_16-i, T on the slots of encryption (byte 15 - k in slot k) is U on bytes. So U is
// enough:
//
//     byte p of U x   sum over i of c_i x[p + i]
//     encryption      U K with the bytes in reverse
//     decryption      U K
#pragma once

#include "cipher/kuznyechik/linear.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct alignas(16) BlockBytes {
  std::uint8_t of[16];
};
struct ShiftIndex {
  std::uint8_t of[32];  // the shuffle from m on moves bytes m places down
};
consteval ShiftIndex make_shift_index() {
  ShiftIndex r{};
  for (int i = 0; i < 32; i++) r.of[i] = (std::uint8_t)(i < 16 ? i : 0x80);
  return r;
}
constexpr ShiftIndex kShift = make_shift_index();

// U of the block in each lane.
HR_INLINE Vec upper_part(Vec x) {
  const auto down = [&](int m) HR_LAMBDA { return shuffle(x, load_splat128(kShift.of + m)); };
  static_assert(kCoefficients[15] == 1 && kCoefficients[8] == 1);  // c_0, c_7
  Vec sum = xor3(x, down(7), down(9));
  unroll<6>([&](auto i) HR_LAMBDA {
    sum = xor2(sum, multiply(xor2(down(i + 1), down(15 - i)), kTaps.of[i + 1]));
  });
  return xor2(sum, multiply(down(8), kTaps.of[8]));
}
// The same at compile time.
consteval BlockBytes make_upper_part(const BlockBytes& x) {
  BlockBytes r{};
  for (int p = 0; p < 16; p++)
    for (int i = 0; p + i < 16; i++) r.of[p] ^= field_product(kCoefficients[15 - i], x.of[p + i]);
  return r;
}
// L of sixteen times `byte`, and sixteen times `byte`.
consteval BlockBytes make_linear_of(std::uint8_t byte) {
  BlockBytes r{};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) r.of[i] ^= field_product(kLinear.at[i][j], byte);
  return r;
}
consteval BlockBytes make_repeated(std::uint8_t byte) {
  BlockBytes r{};
  for (int i = 0; i < 16; i++) r.of[i] = byte;
  return r;
}
consteval BlockBytes make_reverse_index() {
  BlockBytes r{};
  for (int i = 0; i < 16; i++) r.of[i] = (std::uint8_t)(15 - i);
  return r;
}
constexpr BlockBytes kReverse = make_reverse_index();

// Reverses the bytes of a block, which must be the same in all lanes.
HR_INLINE Vec reverse_block(Vec x) { return shuffle(x, load_splat128(kReverse.of)); }
// U of all round keys.
HR_INLINE void upper_parts(const std::uint8_t* round_keys, std::uint8_t* rows) {
  static_assert(kRoundKeyBytes % kWidth == 0);
  for (int i = 0; i < kRoundKeyBytes; i += kWidth)
    store(rows + i, upper_part(load(round_keys + i)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
