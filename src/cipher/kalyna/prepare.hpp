// The key schedule and the preparation of round keys for kernels with registers of 16 or 32 bytes.
// packed.hpp has both for registers of 64 bytes.
//
// With AVX2, a key is processed in the two registers of box_lanes.hpp, because that form is fast
// for a few blocks. The kernels of box_lanes.cpp and of byteslice.cpp both use it. With other
// instruction sets, keys are processed like blocks of a message by rows (round.hpp).
#pragma once

#include "base/secret.hpp"
#if defined HR_VEC_TWO_LANES && !defined __AVX512F__
#define HR_KALYNA_LANES 1
#include "cipher/kalyna/box_lanes.hpp"
#else
#include "cipher/kalyna/kernel.hpp"
#include "cipher/kalyna/transpose.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

#ifdef HR_KALYNA_LANES
alignas(64) constexpr std::uint8_t kNoLanesKey[64] = {};

// The key schedule of kernel.hpp. Even key 2 i is computed from K_sigma + kEvenNumber.of[i]. The
// table has more entries than even keys, because the last step of expand_lanes may compute keys
// that are not used.
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
  // The user key twice, because 16 bytes are loaded from any of its words, also from the last one.
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

// Computes kN groups of even keys. A group is four chunks of 16 bytes, and `from` is the number of
// the first chunk in the sequence of all even keys. Stores the keys at their places in round_keys.
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

// The prepared key. `first` and `last` are the outer keys in memory order, repeated. round[r] has
// round key r in the layout of BoxLanes, and pair[r] in that of the form with one register, both
// repeated. Entries 0 and kV.rounds are zero, because these two keys are added as numbers.
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

// Stores the columns of key number k, repeated, as patterns of round.hpp.
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
// Prepares the patterns of kKeys round keys, which follow each other in memory.
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
  wipe_stack<512>();  // for spilled key words
}

#else
// Computes y = any circulant matrix times x, for the preparation of keys.
template <Row kRow>
HR_NOINLINE void multiply_rows(const Vec* x, Vec* y) {
  unroll<8>([&](auto r) HR_LAMBDA {
    Vec sum = multiply<kRow.c[0]>(x[r]);
    unroll<7>([&](auto j)
                  HR_LAMBDA { sum = xor2(sum, multiply<kRow.c[j + 1]>(x[(r + j + 1) & 7])); });
    y[r] = sum;
  });
}

alignas(64) constexpr std::uint8_t kNoKey[64] = {};
alignas(64) constexpr std::uint64_t kNoRoundKey[8] = {};

// One round without a key on whole batches: the `apply_round` of expand_key (kernel.hpp).
template <Variant kV>
HR_NOINLINE void apply_round(std::uint64_t* column, int blocks) {
  constexpr Shape kRows = rows_shape(kV, 1);
  static_assert(8 * kExpansionColumns % kRows.batch_bytes() == 0);
  std::uint8_t* p = (std::uint8_t*)column;
  swap_columns(column);
  for (int done = 0; done < blocks; done += kRows.batch_blocks(), p += kRows.batch_bytes()) {
    State<kRows> s;
    load_state<kRows, false>(s, p, kNoKey);
    encrypt_round<kRows>(s, kNoRoundKey);
    store_state<kRows, false>(s, p, kNoKey, nullptr);
  }
  swap_columns(column);
}

// Converts row registers of round keys to the patterns of kS. A key counts as a block.
template <Shape kS>
HR_INLINE void scatter_key(const Vec* rows, int keys, std::uint64_t (*to)[kS.key_words()]) {
  constexpr Shape kRows = rows_shape(kS.v, 1);
  alignas(64) std::uint8_t reg[kWidth];
  for (int r = 0; r < 8; r++) {
    store(reg, rows[r]);
    for (int k = 0; k < keys; k++) {
      if constexpr (kS.split)
        for (int c = 0; c < 2; c++) to[k][8 * c + r] = 0x0101010101010101u * reg[2 * k + c];
      else
        to[k][r] = block_pattern<kRows>(reg, k);
    }
  }
  wipe(reg, sizeof reg);
}

template <Shape kS>
HR_NOINLINE void fill_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr Shape kRows = rows_shape(kS.v, 1);
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, batch = kRows.batch_blocks();
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  alignas(64) std::uint8_t buffer[kRows.batch_bytes()];
  for (int done = 0; done < middle; done += batch) {
    const int keys = middle - done < batch ? middle - done : batch;
    __builtin_memset(buffer, 0, sizeof buffer);
    __builtin_memcpy(buffer, round_keys + (done + 1) * bytes, (std::size_t)(keys * bytes));
    State<kRows> s;
    Vec product[8];
    load_state<kRows, false>(s, buffer, kNoKey);
    multiply_rows<kEncryptKeyRow>(s.g[0], product);
    scatter_key<kS>(product, keys, key.encrypt + done);
    multiply_rows<kDecryptKeyRow>(s.g[0], product);
    scatter_key<kS>(product, keys, key.decrypt + done);
    wipe(&s, sizeof s);
    wipe(product, sizeof product);
  }
  wipe(buffer, sizeof buffer);
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}
template <Shape kS>
HR_INLINE void prepare_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  fill_key<kS>(round_keys, key);
  wipe_stack<1024>();  // for spilled key words
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
