// User key -> canonical round keys -> prepared key, with the round of box_lanes.hpp: for that round, and for the one by
// rows.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/box_lane_pair.hpp"
#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
alignas(64) constexpr std::uint8_t kNoLanesKey[64] = {};

// The key schedule of key_expansion.hpp. What is added to K_sigma, by number of the even key; up to two groups.
constexpr int kEvenNumbers = 12;
struct EvenNumbers {
  std::uint64_t of[kEvenNumbers];
};
consteval EvenNumbers make_even_numbers() {
  EvenNumbers r{};
  for (int half = 0; half < kEvenNumbers; half++) r.of[half] = 0x0001000100010001u << half;
  return r;
}
constexpr EvenNumbers kEvenNumber = make_even_numbers();

template <Variant kV>
struct LanesExpansion {
  static constexpr int kBytes = kV.block_bytes(), kChunks = kBytes / 16;
  static constexpr int kEvenChunks = (kV.rounds / 2 + 1) * kChunks;
  alignas(64) std::uint8_t sigma[64];
  // The user key, and again what of it follows on its end.
  alignas(64) std::uint8_t user[16 * kV.key_columns];
};

template <Variant kV>
HR_INLINE void expand_lanes_sigma(LanesExpansion<kV>& w) {
  constexpr int chunks = kV.columns / 2;
  alignas(64) constexpr std::uint64_t kSizes[8] = {
      (std::uint64_t)(kV.columns + kV.key_columns + 1)};
  const std::uint8_t *const low = w.user, *const high = low + 8 * (kV.key_columns - kV.columns);
  BoxLanes<1> s;
  Vec a, b;
  load_lanes_state<chunks, false>(high, kNoLanesKey, a, b);
  load_lanes_state<chunks, false>(low, (const std::uint8_t*)kSizes, s.a[0], s.b[0]);
  encrypt_lanes_round<kV.columns>(s, a, b);
  encrypt_lanes_round<kV.columns>(s, zero(), zero());
  store_lanes_state<chunks, false>(s.a[0], s.b[0], low, w.sigma);
  load_lanes_state<chunks, false>(w.sigma, kNoLanesKey, s.a[0], s.b[0]);
  encrypt_lanes_round<kV.columns>(s, zero(), zero());
  store_lanes_state<chunks, false>(s.a[0], s.b[0], kNoLanesKey, w.sigma);
}

// kN groups of even keys, of which four chunks of 16 bytes each stand in registers, from chunk number `from` on.
template <Variant kV, int kN>
HR_INLINE void expand_lanes_keys(const LanesExpansion<kV>& w, int from, std::uint8_t* round_keys) {
  constexpr int chunks = kV.columns / 2, n = kV.columns;
  BoxLanes<kN> s, key;
  alignas(64) std::uint8_t added[kN * kGroupBytes], result[kGroupBytes];
  unroll<kN>([&](auto g) HR_LAMBDA {
    Vec chunk[4], sum[4];
    unroll<4>([&](auto i) HR_LAMBDA {
      const int at = from + 4 * g + i, half = at / chunks, column = at % chunks * 2;
      const int word = kV.key_columns == n ? (column + half) % n
                                           : (column + half / 2 + half % 2 * n) % kV.key_columns;
      sum[i] = add64(load_splat128(w.sigma + 8 * column), load_splat64(kEvenNumber.of + half));
      store_lane(added + kGroupBytes * g + 16 * i, sum[i]);
      chunk[i] = add64(load_splat128(w.user + 8 * word), sum[i]);
    });
    lanes_from_chunks<4>(chunk, s.a[g], s.b[g]);
    lanes_from_chunks<4>(sum, key.a[g], key.b[g]);
  });
  encrypt_lanes_round<n>(s, zero(), zero());
  unroll<kN>([&](auto g) HR_LAMBDA {
    s.a[g] = xor2(s.a[g], key.a[g]);
    s.b[g] = xor2(s.b[g], key.b[g]);
  });
  encrypt_lanes_round<n>(s, zero(), zero());
  unroll<kN>([&](auto g) HR_LAMBDA {
    store_lanes_state<4, false>(s.a[g], s.b[g], added + kGroupBytes * g, result);
    for (int at = from + 4 * g; at < from + 4 * g + 4; at++)
      if (at < w.kEvenChunks)
        __builtin_memcpy(round_keys + (2 * (at / chunks) * chunks + at % chunks) * 16,
                         result + 16 * (at % 4), 16);
  });
  wipe(added, sizeof added);
  wipe(result, sizeof result);
}
template <Variant kV>
HR_NOINLINE void expand_lanes(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  constexpr int bytes = kV.block_bytes(), left = 2 * kV.columns + 3, key = 8 * kV.key_columns;
  LanesExpansion<kV> w;
  __builtin_memcpy(w.user, user_key, key);
  __builtin_memcpy(w.user + key, user_key, key);
  expand_lanes_sigma<kV>(w);
  int done = 0;
  for (; w.kEvenChunks - done > 4; done += 8) expand_lanes_keys<kV, 2>(w, done, round_keys);
  if (done < w.kEvenChunks) expand_lanes_keys<kV, 1>(w, done, round_keys);
  for (int r = 0; r < kV.rounds; r += 2) {
    std::uint8_t* const even = round_keys + r * bytes;
    __builtin_memcpy(even + bytes, even + left, bytes - left);
    __builtin_memcpy(even + 2 * bytes - left, even, left);
  }
  wipe(&w, sizeof w);
}
template <Variant kV>
HR_INLINE void schedule_lanes(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_lanes<kV>(user_key, round_keys);
  wipe_stack<1536>();
}

// Prepared key: the outer keys in memory order and all in the lanes of a state, repeated. What a round needs no key
// for is zero: rounds 0 and kV.rounds.
template <Variant kV>
struct alignas(64) LanesKey {
  std::uint8_t first[64], last[64];
  std::uint8_t round[kV.rounds + 1][kGroupBytes];
  std::uint8_t pair[kV.rounds + 1][kPairBytes];
};

template <Variant kV>
HR_INLINE void prepare_lanes_key(const std::uint8_t* round_keys, LanesKey<kV>& key) {
  constexpr int bytes = kV.block_bytes(), chunks = bytes / 16;
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kV.rounds * bytes, bytes);
  }
  for (int r = 1; r < kV.rounds; r++) {
    Vec a, b;
    load_lanes_state<chunks, false>(round_keys + r * bytes, kNoLanesKey, a, b);
    store(key.round[r], a);
    store(key.round[r] + kWidth, b);
    if constexpr (kV.columns < 8)
      store(key.pair[r], load_pair_state<chunks, false>(round_keys + r * bytes, kNoLanesKey));
  }
  __builtin_memset(key.round[0], 0, kGroupBytes);
  __builtin_memset(key.round[kV.rounds], 0, kGroupBytes);
  __builtin_memset(key.pair[0], 0, kPairBytes);
  __builtin_memset(key.pair[kV.rounds], 0, kPairBytes);
  if constexpr (kV.columns == 8) __builtin_memset(key.pair, 0, sizeof key.pair);
}

consteval LanesIndex make_repeat_columns(int columns) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) r.b[i] = (std::uint8_t)(i / 8 % 2 * 8 + i % columns);
  return r;
}
template <int kColumns>
constexpr LanesIndex kRepeatColumns = make_repeat_columns(kColumns);

// The columns of key number k, repeated, as patterns of round.hpp.
template <Variant kV>
HR_INLINE void store_patterns(Vec a, Vec b, int k, std::uint64_t* to) {
  if constexpr (kV.columns < 8) {
    const Vec index =
        add8(load(kRepeatColumns<kV.columns>.b), splat8((std::uint8_t)(k * kV.columns)));
    a = shuffle(a, index);
    b = shuffle(b, index);
  }
  const auto store_four = [&](Vec even, std::uint64_t* at) HR_LAMBDA {
    const Vec odd = join_lanes(even, even);
    store_lane(at, unpack_lo64(even, odd));
    store_lane(at + 2, unpack_hi64(even, odd));
  };
  store_four(unpack_lo64(a, b), to);
  store_four(unpack_hi64(a, b), to + 4);
}
// kKeys of them from memory.
template <Shape kS, int kKeys>
HR_INLINE void prepare_patterns(const std::uint8_t* keys, std::uint64_t (*encrypt)[8],
                                std::uint64_t (*decrypt)[8]) {
  Vec a, b, x, y;
  load_lanes_state<kKeys * kS.v.block_bytes() / 16, false>(keys, kNoLanesKey, a, b);
  multiply_lanes<kEncryptKeyRow>(a, b, x, y);
  for (int k = 0; k < kKeys; k++) store_patterns<kS.v>(x, y, k, encrypt[k]);
  multiply_lanes<kDecryptKeyRow>(a, b, x, y);
  for (int k = 0; k < kKeys; k++) store_patterns<kS.v>(x, y, k, decrypt[k]);
}
template <Shape kS>
HR_NOINLINE void fill_rows_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, per = kGroupBytes / bytes,
                rest = middle % per;
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  const std::uint8_t* from = round_keys + bytes;
  int done = 0;
  for (; done + per <= middle; done += per, from += kGroupBytes)
    prepare_patterns<kS, per>(from, key.encrypt + done, key.decrypt + done);
  if constexpr (rest > 0) prepare_patterns<kS, rest>(from, key.encrypt + done, key.decrypt + done);
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}
template <Shape kS>
HR_INLINE void prepare_rows_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  fill_rows_key<kS>(round_keys, key);
  wipe_stack<512>();  // what compilers spill
}

}  // namespace
}  // namespace hedgerow::HR_ISA
