// Kuznyechik bit-sliced, with the rounds over planes of many blocks [RFC 7801 section 4.5].
//
// Slots are byte positions in the order of the recurrence, as in linear.hpp, but they do not wrap
// around:
//
//     slots 0 .. 15    the bytes that a round reads (S)
//     slots 16 .. 31   the results of the round (L)
#pragma once

#include "cipher/common/planes.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "cipher/kuznyechik/two_steps_decrypt.hpp"
#include "cipher/kuznyechik/two_steps_encrypt.hpp"
#include "circuit/kuznyechik/inv.hpp"
#include "circuit/kuznyechik/kuznyechik.hpp"
#include "circuit/kuznyechik/l.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct alignas(64) State {
  Vec slot[32][8];
#ifdef HR_VEC_LISTINGS
  Vec spills[kSpills_two_steps_encrypt > kSpills_two_steps_decrypt ? kSpills_two_steps_encrypt
                                                                   : kSpills_two_steps_decrypt];
#endif
};
using BlockPlanes = KeyPlanes<16>;

// The prepared key, where steps.hpp defines e and the slots. The keys also contain the output NOTs
// of the circuits.
struct alignas(64) Key {
  BlockPlanes first;        // K_1; slot k is byte 15 - k
  BlockPlanes forward[9];   // e of K_2..K_10; slot k is byte 15 - k
  BlockPlanes backward[9];  // e of L^-1(K_10)..L^-1(K_2); slot k is byte k
  BlockPlanes last;         // K_1 again; slot k is byte k
};

// s_0..s_15 in the order of the circuit l, which begins with a_15.
struct Window {
  const Vec (*s)[8];
  HR_LAMBDA Vec operator[](int i) const { return s[15 - i / 8][i % 8]; }
};
// Computes s_16 + key of the recurrence (spec.hpp), as the planes of one byte.
HR_INLINE void recurrence(const Vec (*s)[8], const std::uint32_t* key, Vec* to) {
  Vec y[8];
  box_kuznyechik_l(Window{s}, y);
  unroll<8>([&](auto b) HR_LAMBDA { to[b] = xor2(y[b], key_plane(key + b)); });
}

// Applies L and adds a key, from slots 0..15 to slots 16..31.
HR_INLINE void linear(State& s, const BlockPlanes& key) {
  for (int k = 0; k < 16; k++) recurrence(s.slot + k, key.bit[k], s.slot[16 + k]);
}
// Applies pi, or its inverse, from slots 16..31 to slots 0..15.
HR_INLINE void substitute(State& s) {
  for (int k = 0; k < 16; k++) box_kuznyechik(s.slot[16 + k], s.slot[k]);
}
HR_INLINE void substitute_inverse(State& s) {
  for (int k = 0; k < 16; k++) box_kuznyechik_inv(s.slot[16 + k], s.slot[k]);
}

// Both, from slots 0..15 of a round to those of the next round. A slot is free as soon as the byte
// 16 slots further is computed, so pi can follow byte by byte. Its operands are then in registers.
// Its gates fill the cycles while L waits for loads, because almost every gate of L has an operand
// in memory.
#if defined HR_VEC_TWO_LANES && !defined HR_VEC_TERNARY
constexpr bool kByteByByte = true;
#else
constexpr bool kByteByByte = false;
#endif
#ifdef HR_VEC_LISTINGS
HR_INLINE void linear_and_substitute(State& s, const BlockPlanes& key) {
  for (int k = 0; k < 16; k += 2) two_steps_encrypt(s.slot[k], key.bit[k], s.spills);
}
HR_INLINE void linear_and_substitute_inverse(State& s, const BlockPlanes& key) {
  for (int k = 0; k < 16; k += 2) two_steps_decrypt(s.slot[k], key.bit[k], s.spills);
}
#else
HR_INLINE void linear_and_substitute(State& s, const BlockPlanes& key) {
  for (int k = 0; k < 16; k++) {
    recurrence(s.slot + k, key.bit[k], s.slot[16 + k]);
    box_kuznyechik(s.slot[16 + k], s.slot[k]);
  }
}
HR_INLINE void linear_and_substitute_inverse(State& s, const BlockPlanes& key) {
  for (int k = 0; k < 16; k++) {
    recurrence(s.slot + k, key.bit[k], s.slot[16 + k]);
    box_kuznyechik_inv(s.slot[16 + k], s.slot[k]);
  }
}
#endif

// Runs the rounds after K_1 and the first pi, from slots 0..15 to the result in slots 16..31.
HR_INLINE void encrypt_rounds(const Key& key, State& s) {
  if constexpr (kByteByByte) {
    for (int i = 0; i < kRounds - 1; i++) linear_and_substitute(s, key.forward[i]);
    return linear(s, key.forward[kRounds - 1]);
  }
  for (int i = 0; i < kRounds; i++) {
    if (i > 0) substitute(s);
    linear(s, key.forward[i]);
  }
}
HR_NOINLINE void encrypt_state(const Key& key, State& s, const std::uint8_t* in,
                               std::uint8_t* out) {
  const auto place = [&](int i) HR_LAMBDA { return s.slot[31 - i]; };
  load_planes(in, place);
  for (int k = 0; k < 16; k++) add_planes(s.slot[16 + k], key.first.bit[k]);
  substitute(s);
  encrypt_rounds(key, s);
  store_planes(place, [&](int at, Vec v) HR_LAMBDA { store(out + at, v); });
}
HR_NOINLINE void decrypt_state(const Key& key, State& s, const std::uint8_t* in,
                               std::uint8_t* out) {
  const auto place = [&](int i) HR_LAMBDA { return s.slot[i]; };
  load_planes(in, place);
  for (int i = 0; i < kRounds; i++) {
    if constexpr (kByteByByte) {
      linear_and_substitute_inverse(s, key.backward[i]);
      continue;
    }
    linear(s, key.backward[i]);
    substitute_inverse(s);
  }
  for (int k = 0; k < 16; k++) add_planes(s.slot[k], key.last.bit[k]);
  store_planes(place, [&](int at, Vec v) HR_LAMBDA { store(out + at, v); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
