// Rotations for instruction sets without a rotate instruction. A rotation by whole bytes is a byte
// shuffle, and any other is two shifts (or an addition and a shift for one bit). This is a part of
// vec_sse.hpp and vec_avx2.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

// of[k] is the shuffle that rotates every word of `bytes` bytes to the left by k bytes.
struct alignas(64) ByteRotations {
  std::uint8_t of[8][kWidth];
};
consteval ByteRotations make_byte_rotations(int bytes) {
  ByteRotations r{};
  for (int k = 0; k < bytes; k++)
    for (int i = 0; i < kWidth; i++)
      r.of[k][i] = (std::uint8_t)(i % 16 / bytes * bytes + (i + bytes - k) % bytes);
  return r;
}
constexpr ByteRotations kByteRotations16 = make_byte_rotations(2);
constexpr ByteRotations kByteRotations32 = make_byte_rotations(4);
constexpr ByteRotations kByteRotations64 = make_byte_rotations(8);

template <int N>
HR_INLINE Vec rotl16(Vec a) {
  if constexpr (N == 8) return shuffle(a, load(kByteRotations16.of[1]));
  return or2(N == 1 ? add16(a, a) : shl16<N>(a), shr16<16 - N>(a));
}
template <int N>
HR_INLINE Vec rotl32(Vec a) {
  if constexpr (N % 8 == 0) return shuffle(a, load(kByteRotations32.of[N / 8]));
  return or2(N == 1 ? add32(a, a) : shl32<N>(a), shr32<32 - N>(a));
}
template <int N>
HR_INLINE Vec rotl64(Vec a) {
  if constexpr (N % 8 == 0) return shuffle(a, load(kByteRotations64.of[N / 8]));
  return or2(N == 1 ? add64(a, a) : shl64<N>(a), shr64<64 - N>(a));
}

}  // namespace hedgerow::HR_ISA
