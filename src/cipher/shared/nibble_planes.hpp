// Boxes of four bits and linear maps of bytes over bit planes in 64-bit words, for any CPU: every
// coefficient is computed from the box or the map.
#pragma once

#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/byte_field.hpp"

namespace hedgerow {

// The algebraic normal forms of a box's four output bits, 16 bits each, that of bit 0 lowest: bit m
// says that the monomial which is the product of the input bits in m is part.
consteval std::uint64_t make_nibble_form(const std::uint8_t (&box)[16]) {
  std::uint64_t r = 0;
  for (int x = 0; x < 16; x++)
    for (int b = 0; b < 4; b++)
      for (int m = 0; m < 16; m++)  // Moebius: x counts in every monomial that covers it
        if ((x & ~m) == 0) r ^= (std::uint64_t)((box[x] >> b) & 1) << (16 * b + m);
  return r;
}

struct Nibble {
  std::uint64_t bit[4];
};
struct Monomials {
  std::uint64_t of[16];
};

HR_INLINE Monomials make_monomials(Nibble x) {
  Monomials r;
  r.of[0] = ~0ull;
  unroll<15>([&](auto i) HR_LAMBDA {
    constexpr int m = i + 1, top = m & 8 ? 3 : m & 4 ? 2 : m & 2 ? 1 : 0, rest = m ^ (1 << top);
    r.of[m] = rest ? r.of[rest] & x.bit[top] : x.bit[top];
  });
  return r;
}
template <std::uint64_t Form>
HR_INLINE Nibble apply_form(const Monomials& x) {
  Nibble r;
  unroll<4>([&](auto b) HR_LAMBDA {
    std::uint64_t sum = 0;
    unroll<16>([&](auto m) HR_LAMBDA {
      if constexpr ((Form >> (16 * b + m)) & 1) sum ^= x.of[m];
    });
    r.bit[b] = sum;
  });
  return r;
}

// planes = map(planes), for an affine map of bytes.
template <const ByteMap& Map>
HR_INLINE void apply_affine(std::uint64_t* planes) {
  std::uint64_t r[8];
  unroll<8>([&](auto out) HR_LAMBDA {
    r[out] = (Map.of[0] >> out) & 1 ? ~0ull : 0;
    unroll<8>([&](auto in) HR_LAMBDA {
      if constexpr (((Map.of[1 << in] ^ Map.of[0]) >> out) & 1) r[out] ^= planes[in];
    });
  });
  unroll<8>([&](auto i) HR_LAMBDA { planes[i] = r[i]; });
}

}  // namespace hedgerow
