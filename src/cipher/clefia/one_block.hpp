// The rounds on blocks with one 16-byte lane each, with AVX-512 VBMI and GFNI. This form has the
// shortest chain of operations.
//
//     a:  T0 | . | T2 | .        b:  T1 | . | T3 | .        a dword each, in the basis; '.' is ignored
//
// Both functions of a round are one look-up of S0, one inversion for S1, a selection between them
// by byte, and three byte shuffles times matrices that differ between the halves of a lane. Then a
// becomes b [RFC 6114 section 4]. The permutations of the key schedule are the same rounds, and the
// permutation of eight words uses two lanes [section 6].
#pragma once

#include "cipher/clefia/key_expansion.hpp"
#include "cipher/clefia/keys.hpp"
#include "cipher/clefia/sbox.hpp"
#include "cipher/common/block_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

struct alignas(64) LaneBytes {
  std::uint8_t of[64];
};
struct alignas(64) LaneWords {
  std::uint64_t of[8];
};
// The shuffle to byte i ^ j of each dword.
consteval LaneBytes make_turn(int j) {
  LaneBytes r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)(i % 16 ^ j);
  return r;
}
consteval LaneWords make_factors(int j, bool swap) {
  LaneWords r{};
  for (int i = 0; i < 8; i++) r.of[i] = multiplication_matrix(kMatrixRow[(i + swap) % 2][j]);
  return r;
}
consteval LaneBytes make_s0_bytes() {
  LaneBytes r{};
  for (int i = 0; i < 64; i++) r.of[i] = uses_s1(i / 8 % 2, i % 4) ? 0 : 0xff;
  return r;
}
template <int kJ, bool kSwap>
constexpr LaneBytes kTurn = make_turn(kJ ^ (kSwap ? 8 : 0));
template <int kJ, bool kSwap>
constexpr LaneWords kFactors = make_factors(kJ, kSwap);
constexpr LaneBytes kS0Bytes = make_s0_bytes();
constexpr std::uint64_t kLowDword = 0xffffffff;

// One round. Input: a + key. Returns b + both functions of a twice: with the next round key added
// (keyed) and without it (plain). kSwap: the halves are exchanged, as in b.
//
// Values that are known early are added early, and one product comes before its shuffle, at a time
// when its port is free. The chain between two S-boxes is a shuffle, a product, another product or
// a shuffle, and two sums. pinned keeps the order. It is the fastest on an Intel core that a
// search from random orders found.
struct Sums {
  Vec keyed, plain;
};
template <bool kSwap = false>
HR_INLINE Sums add_functions(Vec keyed, Vec b, Vec next_key) {
  Vec s = substitute_where(keyed, load(kS0Bytes.of)), with_key = xor2(pinned(b), next_key);
  const auto turn = [&](auto j, Vec x) HR_LAMBDA { return shuffle(x, load(kTurn<j, kSwap>.of)); };
  const auto times = [&](auto j, auto swap, Vec x)
                         HR_LAMBDA { return affine_by(x, load(kFactors<j, swap>.of)); };
  const Index<kSwap> swap{};
  Vec third = turn(Index<3>{}, pinned(s)), first = times(Index<1>{}, Index<0>{}, pinned(s)),
      second = turn(Index<2>{}, pinned(s));
  second = times(Index<2>{}, swap, pinned(second));
  first = turn(Index<1>{}, pinned(first));
  third = times(Index<3>{}, swap, pinned(third));
  const Vec here = kSwap ? swap_words64(s) : s;
  const Vec sum = xor3(xor3(pinned(first), here, with_key), second, third);
  return {sum, xor2(sum, next_key)};
}

// Round keys in the layout of a, made from eight bytes in the basis.
struct alignas(64) OneKey {
  std::uint64_t round[kMaxRounds + 1][2];  // zero after the last round
  std::uint64_t first[2], last[2];         // the whitening of T1 and T3, in b
};
HR_INLINE void widen(std::uint64_t word, std::uint64_t* to) {
  to[0] = (std::uint32_t)word;
  to[1] = word >> 32;
}
template <int kIndex>
HR_INLINE void prepare_one(const std::uint8_t* round_keys, OneKey& key) {
  constexpr int rounds = kVariant[kIndex].rounds;
  alignas(64) std::uint8_t mapped[256] = {};
  __builtin_memcpy(mapped, round_keys, kVariant[kIndex].round_key_bytes());
  for (int i = 0; i < 256; i += kWidth) store(mapped + i, to_basis(load(mapped + i)));
  widen(load_le64(mapped), key.first);
  widen(load_le64(mapped + 8), key.last);
  for (int r = 0; r <= kMaxRounds; r++)
    widen(r < rounds ? load_le64(mapped + 16 + 8 * r) ^ kEntryWord : 0, key.round[r]);
  wipe(mapped, sizeof mapped);
}

// Encrypts or decrypts four blocks in one register.
HR_INLINE Vec encrypt_lanes(const OneKey& key, int rounds, Vec blocks) {
  Vec a = to_basis(blocks), b = xor2(rotl64<32>(a), load_splat128(key.first));
  Vec keyed = xor2(a, load_splat128(key.round[0]));
  for (int r = 0; r < rounds; r++) {
    const Sums next = add_functions(keyed, b, load_splat128(key.round[r + 1]));
    b = swap_words64(a);
    a = next.plain;
    keyed = next.keyed;
  }
  a = xor2(a, load_splat128(key.last));
  return from_basis(choose(splat64(kLowDword), swap_words64(b), rotl64<32>(a)));
}
HR_INLINE Vec decrypt_lanes(const OneKey& key, int rounds, Vec blocks) {
  Vec a = to_basis(blocks), b = xor2(rotl64<32>(a), load_splat128(key.last));
  Vec keyed = xor2(a, load_splat128(key.round[rounds - 1]));
  for (int r = rounds - 1; r >= 0; r--) {
    const Sums next = add_functions<true>(keyed, swap_words64(b),
                                          load_splat128(key.round[r ? r - 1 : kMaxRounds]));
    b = a;
    a = next.plain;
    keyed = next.keyed;
  }
  a = xor2(swap_words64(a), load_splat128(key.first));
  return from_basis(choose(splat64(kLowDword), b, rotl64<32>(a)));
}

// The constants of a permutation in the layout of a.
template <int kIndex>
struct alignas(64) PermutationKey {
  std::uint64_t round[permutation_rounds(kIndex)][8];
};
template <int kIndex>
consteval PermutationKey<kIndex> make_permutation_key() {
  constexpr int each = permutation_words(kIndex) / 2;
  PermutationKey<kIndex> r{};
  for (int i = 0; i < permutation_rounds(kIndex); i++)
    for (int q = 0; q < each; q++) {
      const std::uint32_t constant = kConstants[kIndex].of[each * i + q];
      for (int b = 0; b < 4; b++)
        r.round[i][q] |= (std::uint64_t)(kBasis.of[constant >> (24 - 8 * b) & 0xff] ^
                                         (uses_s1(q % 2, b) ? kS1In : 0))
                         << (8 * b);
    }
  return r;
}
template <int kIndex>
constexpr PermutationKey<kIndex> kPermutationKey = make_permutation_key<kIndex>();

// The shuffle that moves the quadwords of the first 16 or 32 bytes down or up by one.
consteval LaneBytes make_quadword_turn(int words, int by) {
  LaneBytes r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)((i + 8 * by + 4 * words) % (4 * words));
  return r;
}
template <int kWords, int kBy>
constexpr LaneBytes kQuadwordTurn = make_quadword_turn(kWords, kBy);

template <int kIndex>
HR_INLINE void permute_in_lanes(const std::uint64_t* k, std::uint64_t* l) {
  constexpr int words = permutation_words(kIndex);
  alignas(64) std::uint8_t bytes[64] = {};
  for (int i = 0; i < words / 2; i++) store_be64(bytes + 8 * i, k[i]);
  Vec a = to_basis(load(bytes)), b = rotl64<32>(a);
  for (int r = 0; r < permutation_rounds(kIndex); r++) {
    const Vec next =
        add_functions(xor2(a, load(kPermutationKey<kIndex>.round[r])), b, zero()).plain;
    b = permute8(load(kQuadwordTurn<words, 1>.of), a);
    a = next;
  }
  b = permute8(load(kQuadwordTurn<words, -1>.of), b);
  store(bytes, from_basis(choose(splat64(kLowDword), b, rotl64<32>(a))));
  for (int i = 0; i < words / 2; i++) l[i] = load_be64(bytes + 8 * i);
  wipe(bytes, sizeof bytes);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
