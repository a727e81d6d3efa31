// AES by the CPU's own instructions [FIPS 197 section 5], with whole blocks in the lanes of a
// vector:
//
//     x[i] = block V i | block V i + 1 | ...          V = kWidth / 16, eight vectors in flight
//
// The end of a message runs as one group of 1, 2, 4 or 8 vectors. The last vector may be
// incomplete.
#pragma once

#include "cipher/aes/schedule.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/common/block_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;
constexpr int kGroup = 8;  // vectors in flight, which cover the latency of a round

struct alignas(64) Key {
  std::uint8_t forward[kMaxRounds + 1][16], backward[kMaxRounds + 1][16];
  std::uint32_t rounds;
};

// Runs all rounds except the last on x, which holds N vectors after the first key. Only longer keys
// have more than ten rounds.
template <int N, class Round>
HR_INLINE void run_middle_rounds(const std::uint8_t (*keys)[16], int rounds, Vec* x, Round round) {
  const auto all = [&](auto f, int r) HR_LAMBDA {
    const Vec k = load_splat128(keys[r]);
    unroll<N>([&](auto i) HR_LAMBDA { x[i] = f(x[i], k); });
  };
  unroll<9>([&](auto r) HR_LAMBDA { all(round, r + 1); });
  if (rounds > 10) {
    all(round, 10);
    all(round, 11);
    if (rounds > 12) {
      all(round, 12);
      all(round, 13);
    }
  }
}
template <int N, class Round, class LastRound>
HR_INLINE void run_rounds(const std::uint8_t (*keys)[16], int rounds, Vec* x, Round round,
                          LastRound last_round) {
  run_middle_rounds<N>(keys, rounds, x, round);
  const Vec k = load_splat128(keys[rounds]);
  unroll<N>([&](auto i) HR_LAMBDA { x[i] = last_round(x[i], k); });
}
template <int N>
HR_INLINE void encrypt_vectors(const Key& key, Vec* x) {
  run_rounds<N>(
      key.forward, (int)key.rounds, x, [](Vec a, Vec k) HR_LAMBDA { return aes_enc(a, k); },
      [](Vec a, Vec k) HR_LAMBDA { return aes_enc_last(a, k); });
}
template <int N>
HR_INLINE void decrypt_vectors(const Key& key, Vec* x) {
  run_rounds<N>(
      key.backward, (int)key.rounds, x, [](Vec a, Vec k) HR_LAMBDA { return aes_dec(a, k); },
      [](Vec a, Vec k) HR_LAMBDA { return aes_dec_last(a, k); });
}

// Calls group(Index<N>, at, count) for groups of N vectors, at most kMost, with `count` blocks from
// block `at` on.
template <int kMost = kGroup, class Group>
HR_INLINE void for_parts(std::size_t blocks, Group group) {
  constexpr std::size_t whole = kMost * kLanes;
  std::size_t at = 0;
  for (; blocks - at >= whole; at += whole) group(Index<kMost>{}, at, whole);
  const std::size_t left = blocks - at;
  if (left > 4 * kLanes)
    group(Index<kMost>{}, at, left);
  else if (left > 2 * kLanes)
    group(Index<4>{}, at, left);
  else if (left > kLanes)
    group(Index<2>{}, at, left);
  else if (left)
    group(Index<1>{}, at, left);
}

template <int kIndex>
void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand_key<kVariant[kIndex].key_words>(
      user_key, round_keys, kVariant[kIndex].rounds, [](std::uint32_t w) HR_LAMBDA {
        // All four columns are equal, so ShiftRows changes nothing.
        return (std::uint32_t)low64(aes_enc_last(splat64((std::uint64_t)w << 32 | w), zero()));
      });
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = blank_key<Key>(key, rounds);
  __builtin_memcpy(k.forward, round_keys, kVariant[kIndex].round_key_bytes());
  for (int r = 0; r <= rounds; r++) {
    Vec x = load_splat128(k.forward[rounds - r]);
    if (r % rounds) x = aes_dec(aes_enc_last(x, zero()), zero());  // InvMixColumns
    store_lane(k.backward[r], x);
  }
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  for_parts(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    Vec x[n];
    load_vectors<n>(in + 16 * at, count, x);
    const Vec first = load_splat128(k.forward[0]);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], first); });
    encrypt_vectors<n>(k, x);
    store_vectors<n>(out + 16 * at, count, x);
  });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  for_parts(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    Vec x[n];
    load_vectors<n>(in + 16 * at, count, x);
    const Vec first = load_splat128(k.backward[0]);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], first); });
    decrypt_vectors<n>(k, x);
    store_vectors<n>(out + 16 * at, count, x);
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  Counters counters = make_counters(counter, order);
  counters.fixed = xor2(counters.fixed, load_splat128(k.forward[0]));
  for_parts(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    Vec x[n], data[n];
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = next_counters(counters); });
    encrypt_vectors<n>(k, x);
    load_vectors<n>(in + 16 * at, count, data);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], data[i]); });
    store_vectors<n>(out + 16 * at, count, x);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
