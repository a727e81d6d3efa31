// User key -> canonical round keys -> prepared key, on keys in memory order, several to a 64-byte
// register.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/one_block.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// The key schedule of key_expansion.hpp on words in registers. Permutations of the user key in a register give what
// the rounds begin with.
template <Variant kV>
struct Expansion {
  static constexpr int kBytes = kV.block_bytes(), kEvens = kV.rounds / 2 + 1;
  static constexpr int kRegisters = (kEvens * kBytes + 63) / 64;
  // Of all even keys: where their words start in the user key, and what is added to K_sigma.
  alignas(64) std::uint8_t word[kRegisters][64];
  alignas(64) std::uint64_t number[kRegisters][8];
  // The first and the last block of the user key, repeated, and the odd key that follows an even one.
  PackedIndex low, high, odd;
};
template <Variant kV>
consteval Expansion<kV> make_expansion() {
  using E = Expansion<kV>;
  constexpr int n = kV.columns, left = 2 * n + 3;
  E r{};
  for (int i = 0; i < 8 * E::kRegisters; i++) {
    const int half = i / n, c = i % n;
    const int from =
        kV.key_columns == n ? (c + half) % n : (c + half / 2 + half % 2 * n) % kV.key_columns;
    for (int b = 0; b < 8; b++) r.word[i / 8][i % 8 * 8 + b] = (std::uint8_t)(8 * from + b);
    r.number[i / 8][i % 8] = (std::uint64_t)0x0001000100010001 << half;
  }
  for (int i = 0; i < 64; i++) {
    r.low.b[i] = (std::uint8_t)(i % E::kBytes);
    r.high.b[i] = (std::uint8_t)(8 * (kV.key_columns - n) + i % E::kBytes);
    r.odd.b[i] = (std::uint8_t)(i / E::kBytes * E::kBytes + (i + left) % E::kBytes);
  }
  return r;
}
template <Variant kV>
constexpr Expansion<kV> kExpansion = make_expansion<kV>();

// A round without key on a register of which all blocks are equal.
template <Variant kV>
HR_INLINE Vec repeated_round(Vec x) {
  if constexpr (kV.columns == kOneColumns && !kHalves)
    return collect_as_is(
        one_mix<kMixRow, false, Ends::kBlock>(lookup256(kFirstSubDwords, spread_as_is(x)), zero()));
  else
    return packed_round<kV.columns>(x, zero());
}
template <Variant kV>
HR_INLINE Vec expand_sigma(Vec user) {
  alignas(64) constexpr std::uint64_t kSizes[8] = {
      (std::uint64_t)(kV.columns + kV.key_columns + 1)};
  const Vec low = permute8(load(kExpansion<kV>.low.b), user),
            high = permute8(load(kExpansion<kV>.high.b), user);
  Vec x = add64(permute8(load(kExpansion<kV>.low.b), load(kSizes)), low);
  x = xor2(repeated_round<kV>(x), high);
  x = add64(repeated_round<kV>(x), low);
  return repeated_round<kV>(x);
}

// User key -> canonical round keys.
template <Variant kV>
HR_INLINE void expand_packed(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  using E = Expansion<kV>;
  const E& e = kExpansion<kV>;
  const Vec user =
      kV.key_columns == 8 ? load(user_key) : load_part(user_key, (std::size_t)kV.key_columns / 2);
  const Vec sigma = expand_sigma<kV>(user);
  alignas(64) std::uint8_t even[64 * E::kRegisters], odd[64 * E::kRegisters];
  for (int i = 0; i < E::kRegisters; i++) {
    const Vec added = add64(sigma, load(e.number[i]));
    Vec x = add64(permute8(load(e.word[i]), user), added);
    x = packed_round<kV.columns>(x, added);
    x = add64(packed_round<kV.columns>(x, zero()), added);
    store(even + 64 * i, x);
    store(odd + 64 * i, permute8(load(e.odd.b), x));
  }
  for (int r = 0; r <= kV.rounds; r++)
    __builtin_memcpy(round_keys + r * E::kBytes, (r % 2 ? odd : even) + r / 2 * E::kBytes,
                     (std::size_t)E::kBytes);
  wipe(even, sizeof even);
  wipe(odd, sizeof odd);
}

// Where the patterns of the first key in a register come from: half c of a split key, or all of one
// by rows.
template <Shape kS>
consteval PackedIndex make_pattern_index(int c) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++)
    r.b[i] = (std::uint8_t)(kS.split ? 8 * c + i / 8 : i % 8 % kS.v.columns * 8 + i / 8);
  return r;
}
template <Shape kS, int kHalf>
constexpr PackedIndex kPatternIndex = make_pattern_index<kS>(kHalf);

// The keys in one register, as patterns.
template <Shape kS>
HR_INLINE void scatter_keys(Vec keys, int count, std::uint64_t (*to)[kS.key_words()]) {
  for (int k = 0; k < count; k++)
    unroll<kS.key_words() / 8>([&](auto c) HR_LAMBDA {
      const Vec index =
          add8(load(kPatternIndex<kS, c>.b), splat8((std::uint8_t)(k * kS.v.block_bytes())));
      store(to[k] + 8 * c, permute8(index, keys));
    });
}

// Key number k of a register, repeated.
template <Variant kV>
HR_INLINE Vec repeat_key(Vec keys, int k) {
  return permute8(add8(load(kExpansion<kV>.low.b), splat8((std::uint8_t)(k * kV.block_bytes()))),
                  keys);
}

HR_INLINE Vec load_some(const std::uint8_t* p, int bytes) {
  if (bytes >= 64) return load(p);
  alignas(64) std::uint8_t buffer[64] = {};
  __builtin_memcpy(buffer, p, (std::size_t)bytes & 63);  // below 64: gcc 12 must see it
  const Vec r = load(buffer);
  wipe(buffer, sizeof buffer);
  return r;
}

template <Shape kS>
HR_INLINE void prepare_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, per = 64 / bytes;
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  for (int done = 0; done < middle; done += per) {
    const int count = middle - done < per ? middle - done : per;
    const Vec k = load_some(round_keys + (done + 1) * bytes, count * bytes);
    scatter_keys<kS>(packed_multiply<kEncryptKeyRow>(k, zero()), count, key.encrypt + done);
    scatter_keys<kS>(packed_multiply<kDecryptKeyRow>(k, zero()), count, key.decrypt + done);
  }
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
