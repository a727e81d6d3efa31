// Serial chains that run interleaved (FusedOps::run_chains), with a chain in each lane of four
// vectors. Their messages are loaded and stored in squares of 64 bytes, four blocks of four chains.
// The transposition uses only registers:
//
//   in[0] | A0 | A1 | A2 | A3 |                 p[0] | A0 | B0 | C0 | D0 |      one block of each chain
//   in[1] | B0 | B1 | B2 | B3 |   transposed    p[1] | A1 | B1 | C1 | D1 |
//   ..                           <--------->    ..
#pragma once

#include "base/fused.hpp"
#include "cipher/aes/native.hpp"
#include "isa/transpose_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_AVX512

constexpr int kChainVectors = 4;  // they cover the latency of a round
constexpr std::size_t kChains = kChainVectors * kLanes;

// A group of kChains chains, but only the outputs of the first `count` chains are written.
struct ChainGroup {
  const std::uint8_t* const* in;
  std::uint8_t* const* out;  // null: no output is written
  std::size_t count;
};

// Processes block r of each chain; p has the messages. x is the input of the first round: the chain
// value, the first key and, in a cipher chain, block r of the message. The last round's key also
// contains the additions for the next block, so no operation is needed between the rounds of two
// blocks. kLast: there is no next block, and x becomes the chain value.
template <ChainKind kKind, bool kLast>
HR_INLINE void run_row(const Key& key, Vec* x, Vec (*p)[kChainVectors], int r) {
  constexpr int N = kChainVectors;
  const Vec first = load_splat128(key.forward[0]), last = load_splat128(key.forward[key.rounds]);
  run_middle_rounds<N>(key.forward, (int)key.rounds, x,
                       [](Vec a, Vec k) HR_LAMBDA { return aes_enc(a, k); });
  unroll<N>([&](auto i) HR_LAMBDA {
    if constexpr (kKind == ChainKind::kCipher) {
      const Vec next = kLast ? zero() : xor2(p[r + !kLast][i], first);
      x[i] = aes_enc_last(x[i], kLast ? last : xor2(last, next));
      p[r][i] = kLast ? x[i] : xor2(x[i], next);
    } else {
      const Vec text = p[r][i], next = kLast ? zero() : first;
      const Vec added = kKind == ChainKind::kFeedback ? xor3(last, text, next) : xor2(last, next);
      x[i] = aes_enc_last(x[i], added);
      p[r][i] = kKind == ChainKind::kFeedback ? xor2(x[i], next) : xor3(x[i], next, text);
    }
  });
}

// Processes kRows blocks, 4 or 1, of each chain, from byte `at` of its message.
template <ChainKind kKind, int kRows>
HR_INLINE void run_square(const Key& key, const ChainGroup& g, std::size_t at, Vec* x) {
  constexpr int N = kChainVectors;
  Vec p[kLanes][N];
  unroll<N>([&](auto i) HR_LAMBDA {
    unroll<kLanes>([&](auto k) HR_LAMBDA {
      const std::uint8_t* const from = g.in[kLanes * i + k] + at;
      p[k][i] = kRows == kLanes ? load(from) : load_lane(from);
    });
    transpose_lanes(p[0][i], p[1][i], p[2][i], p[3][i]);
  });
  const Vec first = load_splat128(key.forward[0]);
  unroll<N>([&](auto i) HR_LAMBDA {
    x[i] = kKind == ChainKind::kCipher ? xor3(x[i], p[0][i], first) : xor2(x[i], first);
  });
  unroll<kRows>([&](auto r) HR_LAMBDA { run_row<kKind, r == kRows - 1>(key, x, p, r); });
  if (!g.out) return;
  unroll<N>([&](auto i) HR_LAMBDA {
    transpose_lanes(p[0][i], p[1][i], p[2][i], p[3][i]);
    unroll<kLanes>([&](auto k) HR_LAMBDA {
      constexpr std::size_t chain = kLanes * i + k;
      if (chain >= g.count) return;
      if constexpr (kRows == kLanes)
        store(g.out[chain] + at, p[k][i]);
      else
        store_lane(g.out[chain] + at, p[k][i]);
    });
  });
}

template <ChainKind kKind>
void run_group(const Key& key, const ChainGroup& g, std::uint8_t* values,
               std::size_t blocks) noexcept {
  Vec x[kChainVectors];
  load_vectors<kChainVectors>(values, g.count, x);
  std::size_t r = 0;
  for (; blocks - r >= kLanes; r += kLanes) run_square<kKind, kLanes>(key, g, 16 * r, x);
  for (; r < blocks; r++) run_square<kKind, 1>(key, g, 16 * r, x);
  store_vectors<kChainVectors>(values, g.count, x);
}

void run_chains(const void* key, ChainKind kind, const std::uint8_t* const* in,
                std::uint8_t* const* out, std::uint8_t* x, std::size_t chains,
                std::size_t blocks) noexcept {
  const auto run = kind == ChainKind::kCipher     ? run_group<ChainKind::kCipher>
                   : kind == ChainKind::kFeedback ? run_group<ChainKind::kFeedback>
                                                  : run_group<ChainKind::kKeystream>;
  std::size_t at = 0;
  for (; chains - at >= kChains; at += kChains)
    run(*(const Key*)key, {in + at, out ? out + at : nullptr, kChains}, x + 16 * at, blocks);
  if (at == chains) return;
  const std::uint8_t* padded[kChains];  // missing chains repeat the last one
  for (std::size_t i = 0; i < kChains; i++) padded[i] = in[at + i < chains ? at + i : chains - 1];
  run(*(const Key*)key, {padded, out ? out + at : nullptr, chains - at}, x + 16 * at, blocks);
}
constexpr decltype(FusedOps::run_chains) kRunChains = run_chains;

#else
constexpr decltype(FusedOps::run_chains) kRunChains = nullptr;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
