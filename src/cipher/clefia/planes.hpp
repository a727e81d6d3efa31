// CLEFIA bit-sliced: the rounds over planes [RFC 6114 section 4].
//
//     word[j][i][b]    bit b of byte i of T_j, of all blocks of the batch
//
// The words do not move, because the index of the round rotates instead. The keys contain the
// output NOTs of the circuits. The planes of a word therefore have an added constant, which each
// function increases by M times its NOTs (planes_keys.hpp).
#pragma once

#include "cipher/clefia/function_f0.hpp"
#include "cipher/clefia/function_f1.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/planes.hpp"
#include "circuit/clefia/m0.hpp"
#include "circuit/clefia/m1.hpp"
#include "circuit/clefia/s0.hpp"
#include "circuit/clefia/s1.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
using Word = Vec[4][8];
using WordPlanes = KeyPlanes<4>;

struct alignas(64) State {
  Word word[4];
};
struct Direction {
  WordPlanes first[2];               // added to T1, T3 before the rounds
  WordPlanes round[2 * kMaxRounds];  // for F0 and F1
  WordPlanes last[4];                // added to T0..T3 after the rounds
};
struct alignas(64) Key {
  Direction forward, backward;
  int rounds;
};

#ifdef HR_VEC_LISTINGS
// Computes to = F0(x) or F1(x), plus add.
template <int kFunction>
HR_NOINLINE void function(const Word& x, const WordPlanes& key, const Word& add, Word& to) {
  Vec spills[kFunction ? kSpills_function_f1 : kSpills_function_f0];
  if constexpr (kFunction == 0)
    function_f0(x[0], key.bit[0], add[0], to[0], spills);
  else
    function_f1(x[0], key.bit[0], add[0], to[0], spills);
}
#else
struct Substituted {
  Vec planes[4][8];
  HR_LAMBDA Vec operator[](int i) const { return planes[i / 8][i % 8]; }
};
// Computes to = F0(x) or F1(x), plus add.
template <int kFunction>
HR_NOINLINE void function(const Word& x, const WordPlanes& key, const Word& add, Word& to) {
  Substituted s;
  unroll<4>([&](auto i) HR_LAMBDA {
    Vec p[8];
    unroll<8>([&](auto b) HR_LAMBDA { p[b] = xor2(x[i][b], key_plane(key.bit[i] + b)); });
    if constexpr (uses_s1(kFunction, i))
      box_clefia_s1(p, s.planes[i]);
    else
      box_clefia_s0(p, s.planes[i]);
  });
  Vec y[32];
  if constexpr (kFunction == 0)
    box_clefia_m0(s, y);
  else
    box_clefia_m1(s, y);
  unroll<32>([&](auto i) HR_LAMBDA { to[i / 8][i % 8] = xor2(y[i], add[i / 8][i % 8]); });
}
#endif
HR_INLINE void add_word(Word& to, const WordPlanes& key) {
  for (int i = 0; i < 4; i++) add_planes(to[i], key.bit[i]);
}

// Runs the rounds from `from` on, with the words rotated by kTurn (1: encryption, -1: decryption)
// after each, and adds the keys at the end. T_j of the result is word[(j + turned(rounds)) & 3].
template <int kTurn>
HR_INLINE int turned(int rounds) {
  return kTurn * (rounds - 1);
}
template <int kTurn>
HR_INLINE void run_rounds(const Direction& key, int from, int rounds, State& s) {
  for (int r = from; r < rounds; r++) {
    Word* const t[4] = {&s.word[(kTurn * r) & 3], &s.word[(kTurn * r + 1) & 3],
                        &s.word[(kTurn * r + 2) & 3], &s.word[(kTurn * r + 3) & 3]};
    function<0>(*t[0], key.round[2 * r], *t[1], *t[1]);
    function<1>(*t[2], key.round[2 * r + 1], *t[3], *t[3]);
  }
  for (int j = 0; j < 4; j++) add_word(s.word[(j + turned<kTurn>(rounds)) & 3], key.last[j]);
}
template <int kTurn>
HR_INLINE void run_state(const Direction& key, int rounds, State& s, const std::uint8_t* in,
                         std::uint8_t* out) {
  load_planes(in, [&](int i) HR_LAMBDA { return s.word[i / 4][i % 4]; });
  add_word(s.word[1], key.first[0]);
  add_word(s.word[3], key.first[1]);
  run_rounds<kTurn>(key, 0, rounds, s);
  const int turn = turned<kTurn>(rounds);
  store_planes([&](int i) HR_LAMBDA { return s.word[(i / 4 + turn) & 3][i % 4]; },
               [&](int at, Vec v) HR_LAMBDA { store(out + at, v); });
}
HR_NOINLINE void encrypt_state(const Key& key, State& s, const std::uint8_t* in,
                               std::uint8_t* out) {
  run_state<1>(key.forward, key.rounds, s, in, out);
}
HR_NOINLINE void decrypt_state(const Key& key, State& s, const std::uint8_t* in,
                               std::uint8_t* out) {
  run_state<-1>(key.backward, key.rounds, s, in, out);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
