// User key -> canonical round keys -> prepared key, with the round of box_lanes.hpp: for that round, and for the one by
// rows.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/box_lanes.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
alignas(64) constexpr std::uint8_t kNoLanesKey[64] = {};

// kN groups of 64 bytes in memory through one round without key.
template <int kColumns, int kN>
HR_INLINE void expand_groups(std::uint8_t* p) {
  BoxLanes<kN> s;
  unroll<kN>([&](auto n) HR_LAMBDA {
    load_lanes_state<4, false>(p + kGroupBytes * n, kNoLanesKey, s.a[n], s.b[n]);
  });
  encrypt_lanes_round<kColumns>(s, zero(), zero());
  unroll<kN>([&](auto n) HR_LAMBDA {
    store_lanes_state<4, false>(s.a[n], s.b[n], kNoLanesKey, p + kGroupBytes * n);
  });
}
// One round without key, for expand_key.
template <Variant kV>
HR_NOINLINE void apply_lanes_round(std::uint64_t* column, int blocks) {
  std::uint8_t* p = (std::uint8_t*)column;
  int left = blocks * kV.block_bytes();
  for (; left > kGroupBytes; left -= 2 * kGroupBytes, p += 2 * kGroupBytes)
    expand_groups<kV.columns, 2>(p);
  if (left > 0) expand_groups<kV.columns, 1>(p);
}
template <Variant kV>
HR_NOINLINE void expand_lanes(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand_key<kV>(user_key, round_keys, apply_lanes_round<kV>);
}
template <Variant kV>
HR_INLINE void schedule_lanes(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_lanes<kV>(user_key, round_keys);
  wipe_stack<1024>();
}

// Prepared key: the outer keys in memory order and all in the lanes of a state, repeated. What a round needs no key
// for is zero: rounds 0 and kV.rounds.
template <Variant kV>
struct alignas(64) LanesKey {
  std::uint8_t first[64], last[64];
  std::uint8_t round[kV.rounds + 1][kGroupBytes];
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
  }
  __builtin_memset(key.round[0], 0, kGroupBytes);
  __builtin_memset(key.round[kV.rounds], 0, kGroupBytes);
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
HR_INLINE void prepare_rows_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
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

}  // namespace
}  // namespace hedgerow::HR_ISA
