// The rounds on up to four blocks by byte shuffles over AVX2. F0 works in one lane and F1 in the
// other. Between two rounds, only words that are not needed immediately cross lanes.
//
//     a:  T0 of blocks 0 1 2 3 | T2 of blocks 0 1 2 3        a dword each
//     b:  T1 of blocks 0 1 2 3 | T3 of blocks 0 1 2 3
//          (lower lane)           (upper lane)
//
// A round adds both functions of a to b. Then a, with its lanes exchanged, becomes b, and b becomes
// a [RFC 6114 section 4]. In decryption the outputs of F0 go to F1, so every second round has F1 in
// the lower lane and F0 in the upper one.
//
// The kernel with AES instructions uses the functions of lanes_aes.hpp, and the other one those of
// lanes_tower.hpp. The keys are the masks of keys.hpp.
#pragma once

#include "cipher/clefia/key_expansion.hpp"
#include "cipher/clefia/keys.hpp"
#ifdef HR_CLEFIA_AES
#include "cipher/clefia/lanes_aes.hpp"
#else
#include "cipher/clefia/lanes_tower.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

// The masks of a direction, in which each word is repeated four times, once for each block.
struct alignas(64) Direction {
  std::uint32_t of[kMaxRounds + 2][2][4];
};
struct alignas(16) SpreadOrder {
  std::uint8_t of[2][16];
};
consteval SpreadOrder make_spread_order() {
  SpreadOrder r{};
  for (int i = 0; i < 32; i++) r.of[i / 16][i % 16] = (std::uint8_t)(i / 16 * 4 + i % 4);
  return r;
}
constexpr SpreadOrder kSpreadOrder = make_spread_order();
HR_INLINE void repeat_keys(const std::uint8_t* flat, Direction& d) {
  for (int i = 0; i < kMaxRounds + 2; i++)
    store(d.of[i], shuffle(load_splat64(flat + 8 * i), load(kSpreadOrder.of)));
}
using Key = PreparedKey<Direction>;

// T0 and T2 in a, T1 and T3 in b, of N groups, through all rounds. kAlone: there is only one block,
// which is in all four dwords.
struct Words {
  Vec a, b;
};
template <int N, bool kAlone>
HR_INLINE void encrypt_words(const Key& key, Words* w) {
  const auto& mask = key.forward.of;
  Vec b[N];
  unroll<N>([&](auto n) HR_LAMBDA {
    b[n] = w[n].b;
    w[n].b = xor2(w[n].a, load(mask[0]));
  });
  for (std::uint32_t r = 1; r <= key.rounds; r++) {
    const Vec k = load(mask[r]);
    unroll<N>([&](auto n) HR_LAMBDA {
      w[n].a = w[n].b;
      w[n].b = add_functions<0, kAlone>(w[n].a, xor2(b[n], k));
      b[n] = swap_lanes(w[n].a);
    });
  }
  unroll<N>([&](auto n) HR_LAMBDA { w[n].a = xor2(w[n].a, load(mask[kMaxRounds + 1])); });
}
// The number of rounds is even, therefore the words end in exchanged lanes.
template <int N, bool kAlone>
HR_INLINE void decrypt_words(const Key& key, Words* w) {
  const auto& mask = key.backward.of;
  Vec b[N];
  unroll<N>([&](auto n) HR_LAMBDA {
    b[n] = w[n].b;
    w[n].b = xor2(w[n].a, load(mask[0]));
  });
  for (std::uint32_t r = 1; r <= key.rounds; r += 2) {
    const auto round = [&](auto lower, Vec k) HR_LAMBDA {
      unroll<N>([&](auto n) HR_LAMBDA {
        w[n].a = w[n].b;
        w[n].b = add_functions<lower, kAlone>(w[n].a, xor2(b[n], k));
        b[n] = swap_lanes(w[n].a);
      });
    };
    round(Index<0>{}, load(mask[r]));
    round(Index<1>{}, load_halves(mask[r + 1][1], mask[r + 1][0]));
  }
  unroll<N>([&](auto n) HR_LAMBDA {
    w[n].a = xor2(swap_lanes(w[n].a), load(mask[kMaxRounds + 1]));
    w[n].b = swap_lanes(w[n].b);
  });
}

// Converts four blocks, two in a vector, to words and back. In the words, the blocks are in the
// order 0 2 1 3.
HR_INLINE Words to_words(const Vec* blocks) {
  const Vec p = unpack_lo32(blocks[0], blocks[1]), q = unpack_hi32(blocks[0], blocks[1]);
  const Vec first = lower_lanes(p, q), second = upper_lanes(p, q);
  return {unpack_lo64(first, second), unpack_hi64(first, second)};
}
HR_INLINE void from_words(const Words& w, Vec* blocks) {
  const Vec first = unpack_lo32(w.a, w.b), second = unpack_hi32(w.a, w.b);
  const Vec p = lower_lanes(first, second), q = upper_lanes(first, second);
  blocks[0] = unpack_lo64(p, q);
  blocks[1] = unpack_hi64(p, q);
}
// Converts one block, which is in each lane, to words in all dwords of their lanes, and back to the
// lower lane.
consteval SpreadOrder make_word_order(int word) {
  SpreadOrder r{};
  for (int i = 0; i < 32; i++) r.of[i / 16][i % 16] = (std::uint8_t)(i / 16 * 8 + word * 4 + i % 4);
  return r;
}
template <int kWord>
constexpr SpreadOrder kWordOrder = make_word_order(kWord);
HR_INLINE Words to_words_of_one(Vec block) {
  return {shuffle(block, load(kWordOrder<0>.of)), shuffle(block, load(kWordOrder<1>.of))};
}
HR_INLINE Vec from_words_of_one(const Words& w) {
  const Vec words = unpack_lo32(w.a, w.b);
  return unpack_lo64(words, swap_lanes(words));
}

// The permutation of a key schedule: its constants as masks of the entry, of each round and of the
// exit.
template <int kIndex>
struct alignas(64) PermutationMasks {
  std::uint32_t of[permutation_rounds(kIndex) + 2][2][4];
};
template <int kIndex>
consteval PermutationMasks<kIndex> make_permutation_masks() {
  constexpr int rounds = permutation_rounds(kIndex), each = permutation_words(kIndex) / 2;
  PermutationMasks<kIndex> r{};
  const auto constant = [](int round, int q) {
    return __builtin_bswap32(kConstants[kIndex].of[each * round + q % each]);
  };
  for (int q = 0; q < each; q++) {
    r.of[0][q % 2][q / 2] = constant(0, q);
    r.of[rounds + 1][q % 2][q / 2] = constant(rounds - 1, q);
    std::uint32_t left_out = 0;
    for (int i = 0; i < 4; i++) left_out |= (std::uint32_t)kMixOffset.of[q % 2][i] << (8 * i);
    for (int i = 0; i < rounds; i++)
      r.of[1 + i][q % 2][q / 2] =
          left_out ^ (i ? constant(i - 1, q + 1) : 0) ^ (i + 1 < rounds ? constant(i + 1, q) : 0);
  }
  return r;
}
template <int kIndex>
constexpr PermutationMasks<kIndex> kPermutationMasks = make_permutation_masks<kIndex>();

// Eight words T0..T7 have the layout of two blocks. The words that rotate, T2 T4 T6 T0, cross
// dwords in the upper lane.
consteval LaneBytes make_upper_turn() {
  LaneBytes r{};
  for (int i = 0; i < 32; i++) r.of[i / 16][i % 16] = (std::uint8_t)(i % 16 ^ i / 16 * 4);
  return r;
}
constexpr LaneBytes kUpperTurn = make_upper_turn();

template <int kIndex>
HR_INLINE void permute_in_lanes(const std::uint64_t* k, std::uint64_t* l) {
  constexpr bool wide = permutation_words(kIndex) == 8;
  const auto& mask = kPermutationMasks<kIndex>.of;
  alignas(64) std::uint8_t bytes[32] = {};
  for (int i = 0; i < permutation_words(kIndex) / 2; i++) store_be64(bytes + 8 * i, k[i]);
  const Vec left = load_splat128(bytes), right = load_splat128(bytes + 16);
  Vec before = lower_lanes(unpack_lo32(left, right), unpack_hi32(left, right)),
      b = swap_words64(before), a = xor2(before, load(mask[0]));
  for (int r = 1; r <= permutation_rounds(kIndex); r++) {
    before = a;
    a = add_functions<0, false>(a, xor2(b, load(mask[r])));
    b = swap_lanes(before);
    if constexpr (wide) b = shuffle(b, load(kUpperTurn.of));
  }
  before = xor2(before, load(mask[permutation_rounds(kIndex) + 1]));
  store(bytes, unpack_lo32(before, a));
  for (int i = 0; i < permutation_words(kIndex) / 2; i++)
    l[i] = load_be64(bytes + i % 2 * 16 + i / 2 * 8);
  wipe(bytes, sizeof bytes);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
