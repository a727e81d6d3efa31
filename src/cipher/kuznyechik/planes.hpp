// Kuznyechik bit-sliced: the rounds over planes [RFC 7801 section 4.4]. Included inside a kernel's
// anonymous namespace, after `using namespace` of the ISA.
//
// A batch is eight groups of as many blocks as a vector has bytes. s[k][b] is bit b of the byte in
// slot k of all of them: bit g of byte i of this vector belongs to block i of group g. Slots are in
// the order of the recurrence, as in linear.hpp, but do not wrap around: a round reads its bytes in
// slots 0..15 and puts the results into slots 16..31.
#pragma once

#ifdef HR_VEC_TERNARY
#include "circuit/kuznyechik/inv.lut3.hpp"

#include "circuit/kuznyechik/kuznyechik.lut3.hpp"

#include "circuit/kuznyechik/l.lut3.hpp"
#else
#include "circuit/kuznyechik/inv.andn.hpp"

#include "circuit/kuznyechik/kuznyechik.andn.hpp"

#include "circuit/kuznyechik/l.andn.hpp"
#endif

struct alignas(64) Slots {
  Vec at[32][8];
};

// All ones or zero for each bit of sixteen bytes, a slot after the other.
struct alignas(64) KeyPlanes {
  std::uint32_t bit[16][8];
};
#ifdef HR_VEC_SCALAR
HR_INLINE Vec key_plane(const std::uint32_t* p) { return {(std::uint64_t)(std::int32_t)*p}; }
#else
HR_INLINE Vec key_plane(const std::uint32_t* p) { return load_splat32(p); }
#endif

// The prepared key: what keys.hpp says of e and of slots; the output NOTs of the circuits are in
// it.
struct alignas(64) Key {
  KeyPlanes first;        // K_1: slot k is byte 15 - k
  KeyPlanes forward[9];   // e of K_2..K_10, slot k is byte 15 - k
  KeyPlanes backward[9];  // e of L^-1(K_10)..L^-1(K_2), slot k is byte k
  KeyPlanes last;         // K_1 again: slot k is byte k
};

// s_0..s_15 as the circuit of l has them: a_15 first.
struct Window {
  const Vec (*s)[8];
  HR_LAMBDA Vec operator[](int i) const { return s[15 - i / 8][i % 8]; }
};
// s_16 + key of the recurrence (spec.hpp), the planes of one byte.
HR_INLINE void recurrence(const Vec (*s)[8], const std::uint32_t* key, Vec* to) {
  Vec y[8];
  box_kuznyechik_l(Window{s}, y);
  unroll<8>([&](auto b) HR_LAMBDA { to[b] = xor2(y[b], key_plane(key + b)); });
}

// Slots 16..31 from slots 0..15: L and a key.
HR_INLINE void linear(Slots& s, const KeyPlanes& key) {
  for (int k = 0; k < 16; k++) recurrence(s.at + k, key.bit[k], s.at[16 + k]);
}
// Slots 0..15 from slots 16..31: pi, the output NOTs left to the keys.
HR_INLINE void substitute(Slots& s) {
  for (int k = 0; k < 16; k++) box_kuznyechik(s.at[16 + k], s.at[k]);
}
HR_INLINE void substitute_inverse(Slots& s) {
  for (int k = 0; k < 16; k++) box_kuznyechik_inv(s.at[16 + k], s.at[k]);
}

HR_INLINE void add_key(Vec (*s)[8], const KeyPlanes& key) {
  for (int k = 0; k < 16; k++)
    unroll<8>([&](auto b) HR_LAMBDA { s[k][b] = xor2(s[k][b], key_plane(&key.bit[k][b])); });
}
