// The rounds on up to four blocks by byte shuffles, AVX2: F0 in one lane, F1 in the other, so that between two rounds
// nothing has to cross lanes but words that are not needed at once.
//
//     a:  T0 of blocks 0 1 2 3 | T2 of them        b:  T1 of them | T3 of them        a dword each
//
// A round adds both functions of a to b; then a, its lanes exchanged, takes b's place and b takes a's
// [RFC 6114 section 4]. When decrypting the outputs of F0 go to F1, so every second round has F1 in the lower lane and
// F0 in the upper one.
//
// S0 and S1 end in a sum of two look-ups by nibbles, and the tables of these have the matrix's factors in them: 1, a
// and b of a row (1, a, b, a + b). Both boxes are looked up for all bytes. Where a byte wants the other box, bit 7 of
// these nibbles is set, and their look-ups give zero. The keys are the masks of keys.hpp.
#pragma once

#include "cipher/clefia/key_expansion.hpp"
#include "cipher/clefia/keys.hpp"
#include "cipher/clefia/sbox_nibbles.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

struct alignas(32) LaneBytes {
  std::uint8_t of[2][16];
};
// The last look-ups, from the upper and lower nibble of S0 and the two of S1, times a factor.
struct Factor {
  LaneBytes upper, lower, from_i, from_j;
};
// What depends on which lane has F0. skip0, skip1: bit 7 in the bytes that do not take S0, S1.
struct Functions {
  Factor factor[3];
  LaneBytes skip0, skip1;
};
// All tables, in both lanes: loading one lane into both takes 1 to 2 % more time on Zen 3.
struct alignas(64) NibbleLanes {
  // u of S0: its upper and lower nibble, each from the upper (first) and lower nibble of the byte.
  LaneBytes upper[2], lower[2];
  LaneBytes i_low, i_high, k_low, k_high, inverse, scaled;  // S1Tables
  LaneBytes turn[3];       // byte i ^ 1, i ^ 2, i ^ 3 of each dword
  Functions functions[2];  // F0 in the lower lane, in the upper one
};
consteval Functions make_functions(int f_of_lower) {
  Functions r{};
  for (int lane = 0; lane < 2; lane++) {
    const int f = lane ^ f_of_lower;
    for (int x = 0; x < 16; x++) {
      for (int j = 0; j < 3; j++) {
        const unsigned c = kMatrixRow[f][j];
        r.factor[j].upper.of[lane][x] = times(c, (unsigned)kSmallBox[2][x] << 4);
        r.factor[j].lower.of[lane][x] = times(c, kSmallBox[3][x]);
        r.factor[j].from_i.of[lane][x] = times(c, kS1Tables.from_i[x]);
        r.factor[j].from_j.of[lane][x] = times(c, kS1Tables.from_j[x]);
      }
      (uses_s1(f, x % 4) ? r.skip0 : r.skip1).of[lane][x] = 0x80;
    }
  }
  return r;
}
consteval LaneBytes in_both_lanes(const std::uint8_t (&table)[16]) {
  LaneBytes r{};
  for (int i = 0; i < 32; i++) r.of[i / 16][i % 16] = table[i % 16];
  return r;
}
consteval NibbleLanes make_nibble_lanes() {
  const S0Tables s0 = make_s0_tables(kBasis);
  const S1Tables& s1 = kS1Tables;
  NibbleLanes r{};
  for (int i = 0; i < 32; i++) {
    const int lane = i / 16, x = i % 16;
    r.upper[0].of[lane][x] = s0.upper[x] >> 4;
    r.upper[1].of[lane][x] = s0.lower[x] >> 4;
    r.lower[0].of[lane][x] = s0.upper[x] & 15;
    r.lower[1].of[lane][x] = s0.lower[x] & 15;
    for (int j = 1; j < 4; j++) r.turn[j - 1].of[lane][x] = (std::uint8_t)(x ^ j);
  }
  r.i_low = in_both_lanes(s1.i_low);
  r.i_high = in_both_lanes(s1.i_high);
  r.k_low = in_both_lanes(s1.k_low);
  r.k_high = in_both_lanes(s1.k_high);
  r.inverse = in_both_lanes(s1.inverse);
  r.scaled = in_both_lanes(s1.scaled);
  r.functions[0] = make_functions(0);
  r.functions[1] = make_functions(1);
  return r;
}
constexpr NibbleLanes kNibbleLanes = make_nibble_lanes();

// The tables where the compiler does not see them, or gcc would copy all of them to the stack ahead of the rounds.
HR_INLINE const NibbleLanes& nibble_lanes() {
  const NibbleLanes* here = &kNibbleLanes;
  __asm__ volatile("" : "+r"(here));
  return *here;
}

// b + both functions of a, whose keys are in it, but for what S1 leaves out (keys.hpp). kLower: the function of the
// lower lane.
template <int kLower>
HR_INLINE Vec add_functions(Vec a, Vec b) {
  const NibbleLanes& t = nibble_lanes();
  const Functions& f = t.functions[kLower];
  const auto from = [](const LaneBytes& table, Vec index)
                        HR_LAMBDA { return shuffle(load(table.of), index); };
  const Vec low = low_nibble(a), high = high_nibble(a);
  const Vec i = xor2(from(t.i_low, low), from(t.i_high, high));
  const Vec k = xor2(from(t.k_low, low), from(t.k_high, high));
  const Vec j = xor2(i, k), skip0 = load(f.skip0.of), skip1 = load(f.skip1.of);
  // Without a k there is no infinity among the inverses, so bit 7 of i and j stays.
  const Vec ak = from(t.scaled, or2(k, skip1));
  const Vec io = xor2(from(t.inverse, xor2(from(t.inverse, i), ak)), or2(j, skip1));
  const Vec jo = xor2(from(t.inverse, xor2(from(t.inverse, j), ak)), or2(i, skip1));
  const Vec upper = or2(xor2(from(t.upper[0], high), from(t.upper[1], low)), skip0);
  const Vec lower = or2(xor2(from(t.lower[0], high), from(t.lower[1], low)), skip0);
  const auto product = [&](int c) HR_LAMBDA {
    const Factor& by = f.factor[c];
    const Vec s0 = xor2(from(by.upper, upper), from(by.lower, lower));
    return xor2(xor2(s0, from(by.from_i, io)), from(by.from_j, jo));
  };
  const auto turn = [&](int by, Vec x) HR_LAMBDA { return shuffle(x, load(t.turn[by - 1].of)); };
  const Vec neighbour = product(1), opposite = product(2), here = xor2(product(0), b);
  return xor2(xor2(xor2(here, turn(1, neighbour)), turn(2, opposite)),
              turn(3, xor2(neighbour, opposite)));
}

// The masks of a direction, each word four times.
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

// T0 and T2 in a, T1 and T3 in b, of N groups, through all rounds.
struct Words {
  Vec a, b;
};
template <int N>
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
      w[n].b = add_functions<0>(w[n].a, xor2(b[n], k));
      b[n] = swap_lanes(w[n].a);
    });
  }
  unroll<N>([&](auto n) HR_LAMBDA { w[n].a = xor2(w[n].a, load(mask[kMaxRounds + 1])); });
}
// The number of rounds is even: words end in each other's lanes.
template <int N>
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
        w[n].b = add_functions<lower>(w[n].a, xor2(b[n], k));
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

// Four blocks, two a vector, to and from words. In them the blocks stand in the order 0 2 1 3.
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
// One block, in each lane, to words; and back into the lower lane.
HR_INLINE Words to_words_of_one(Vec block) {
  const Vec a = lower_lanes(block, swap_words64(block));
  return {a, rotl64<32>(a)};
}
HR_INLINE Vec from_words_of_one(const Words& w) {
  const Vec words = unpack_lo32(w.a, w.b);
  return unpack_lo64(words, swap_lanes(words));
}

// The permutation of a key schedule: its constants as masks, the entry's, each round's, the exit's.
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

// Eight words T0..T7 stand as two blocks do; what turns, T2 T4 T6 T0, crosses dwords in the upper lane.
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
    a = add_functions<0>(a, xor2(b, load(mask[r])));
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
