// GF(2)[x] / (x^64 + x^4 + x^3 + x + 1). There is only `dot`, because only MGM over 64-bit blocks needs this field [RFC
// 9058].
//
// A vector holds one element in each 64-bit half:
//
//   h:   | h[0]  | h[1]  | h[2]  | h[3]  | ..
//   in:  | in[0] | in[1] | in[2] | in[3] | ..        sum ^= h[0] * in[0] ^ h[1] * in[1] ^ .., 128 bits each
//
// All products are summed unreduced in one register, and the sum is reduced once at the end.
#include "base/field.hpp"
#include "base/secret.hpp"
#include "isa/vec.hpp"
#ifndef HR_VEC_CLMUL
#include "field/portable.hpp"
#endif

namespace hedgerow {
namespace HR_ISA::field {
namespace {

constexpr int kBytes = 8;
constexpr std::size_t kChunkBlocks = kWidth / kBytes;

template <bool BigEndian>
HR_INLINE Vec load_elements(const std::uint8_t* p) {
  const Vec v = load(p);
  return BigEndian ? reverse64(v) : v;
}

// Sums all lanes and reduces. A word at x^64 equals word * 0x1b, which has at most 69 bits, so two passes are needed.
HR_INLINE Vec reduce(Vec sum) {
  const Vec p = splat64(0x1b);
  const Vec v = xor_lanes(sum);
  const Vec once = clmul<0x01>(v, p);
  return xor3(v, once, clmul<0x01>(once, p));
}

template <bool BigEndian>
HR_INLINE void dot_ordered(std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
                           std::size_t blocks) {
  alignas(64) std::uint8_t padded[2][kWidth], lane[16];
  const std::size_t odd = blocks % kChunkBlocks, whole = blocks - odd;
  Vec sum = zero();
  for (std::size_t i = 0; i < blocks; i += kChunkBlocks, h += kWidth, in += kWidth) {
    if (i == whole) {
      __builtin_memset(padded, 0, sizeof padded);
      __builtin_memcpy(padded[0], h, odd * kBytes);
      __builtin_memcpy(padded[1], in, odd * kBytes);
    }
    const Vec a = load_elements<BigEndian>(i == whole ? padded[0] : h);
    const Vec b = load_elements<BigEndian>(i == whole ? padded[1] : in);
    sum = xor3(sum, clmul<0x00>(a, b), clmul<0x11>(a, b));
  }
  const Vec r = reduce(sum);
  store_lane(lane, BigEndian ? reverse64(r) : r);
  for (int i = 0; i < kBytes; i++) acc[i] ^= lane[i];
  wipe(lane, sizeof lane);
  if (odd) wipe(padded, sizeof padded);
}

void dot(bool big_endian, std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
         std::size_t blocks) noexcept {
  if (big_endian)
    dot_ordered<true>(acc, h, in, blocks);
  else
    dot_ordered<false>(acc, h, in, blocks);
}

}  // namespace
}  // namespace HR_ISA::field

extern const FieldTable HR_FIELD_SYMBOL;
const FieldTable HR_FIELD_SYMBOL = {
    {0, HR_ISA::field::kBytes, nullptr, nullptr, HR_ISA::field::dot}, {}};

}  // namespace hedgerow
