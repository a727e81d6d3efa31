// The additions of modes to AES, done in one pass with the rounds (FusedOps). AES needs one
// operation for each round and vector, so a port and most loads and stores are free in a pass.
//
//   tweaked    x[i] = in ^ t[i]            t[i] | T x^(Li) | T x^(Li+1) | ..   L lanes;
//                                          then times x^(L vectors)
//   chained    x[i] = D(in[i]) ^ (in, one block further down)
#pragma once

#include "base/bytes.hpp"
#include "cipher/aes/fused_chains.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <bool kEncrypt, int N>
HR_INLINE void run_vectors(const Key& key, Vec* x) {
  const Vec first = load_splat128((kEncrypt ? key.forward : key.backward)[0]);
  unroll<N>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], first); });
  if constexpr (kEncrypt)
    encrypt_vectors<N>(key, x);
  else
    decrypt_vectors<N>(key, x);
}

#ifdef HR_VEC_CLMUL

// Vectors of data and tweaks both stay in registers. A step of the tweaks is a whole number of
// bytes.
constexpr int kTweaks = HR_VEC_REGISTERS == 32 || kLanes == 1 ? 8 : 4;
constexpr std::size_t kTweakBlocks = kTweaks * kLanes;
constexpr int kStepBytes = kTweakBlocks / 8;
static_assert(kTweakBlocks % 8 == 0);
constexpr std::uint64_t kTweakPolynomial = 0x87;  // x^128 = x^7 + x^2 + x + 1

// A step shifts each lane by whole bytes: `up` moves the bytes that stay, and `out` moves the bytes
// that leave to the front. powers has x^i in lane i.
struct alignas(64) TweakTables {
  std::uint8_t up[16], out[16], powers[16 * kTweakBlocks];
};
consteval TweakTables make_tweak_tables() {
  TweakTables r{};
  for (int i = 0; i < 16; i++) {
    r.up[i] = (std::uint8_t)(i < kStepBytes ? 0x80 : i - kStepBytes);
    r.out[i] = (std::uint8_t)(i < kStepBytes ? 16 - kStepBytes + i : 0x80);
  }
  for (int i = 0; i < (int)kTweakBlocks; i++)
    r.powers[16 * i + i / 8] = (std::uint8_t)(1u << i % 8);
  return r;
}
constexpr TweakTables kTweakTables = make_tweak_tables();

HR_INLINE void first_tweaks(const std::uint8_t* tweak, Vec* t) {
  const Vec first = load_splat128(tweak), p = splat64(kTweakPolynomial);
  unroll<kTweaks>([&](auto i) HR_LAMBDA {
    const Vec power = load(kTweakTables.powers + kWidth * i);
    const Vec high = clmul<0x01>(first, power);
    t[i] = xor3(clmul<0x00>(first, power), unpack_lo64(zero(), high), clmul<0x01>(high, p));
  });
}
HR_INLINE void step_tweaks(Vec* t) {
  const Vec up = load_splat128(kTweakTables.up), out = load_splat128(kTweakTables.out);
  const Vec p = splat64(kTweakPolynomial);
  unroll<kTweaks>([&](auto i) HR_LAMBDA {
    t[i] = xor2(shuffle(t[i], up), clmul<0x00>(shuffle(t[i], out), p));
  });
}
// Multiplies tweak by x^n, 0 < n < 57.
HR_INLINE void advance_tweak(std::uint8_t* tweak, std::size_t n) {
  const std::uint64_t low = load_le64(tweak), high = load_le64(tweak + 8), out = high >> (64 - n);
  store_le64(tweak, low << n ^ out ^ out << 1 ^ out << 2 ^ out << 7);
  store_le64(tweak + 8, high << n | low >> (64 - n));
}

template <bool kEncrypt>
void tweaked(const void* key, std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  Vec t[kTweaks];
  first_tweaks(tweak, t);
  for_parts<kTweaks>(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    Vec x[n];
    load_vectors<n>(in + 16 * at, count, x);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], t[i]); });
    run_vectors<kEncrypt, n>(k, x);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], t[i]); });
    store_vectors<n>(out + 16 * at, count, x);
    if constexpr (n == kTweaks)
      if (count == kTweakBlocks) step_tweaks(t);
  });
  store_lane(tweak, t[0]);
  if (blocks % kTweakBlocks) advance_tweak(tweak, blocks % kTweakBlocks);
}
constexpr auto kEncryptTweaked = tweaked<true>, kDecryptTweaked = tweaked<false>;

#else
constexpr decltype(FusedOps::encrypt_tweaked) kEncryptTweaked = nullptr, kDecryptTweaked = nullptr;
#endif

// Loads vector i of `blocks` blocks.
template <int kVector>
HR_INLINE Vec load_vector(const std::uint8_t* p, std::size_t blocks) {
  constexpr std::size_t first = kVector * kLanes;
  if (blocks >= first + kLanes) return load(p + kVector * kWidth);
  return blocks > first ? load_part(p + kVector * kWidth, blocks - first) : zero();
}
// Loads vector i of the blocks that are one block before those at `in`. There are `blocks` of them.
template <int kVector>
HR_INLINE Vec load_before(const std::uint8_t* before, const std::uint8_t* in, std::size_t blocks) {
  if constexpr (kVector == 0) {
    alignas(64) std::uint8_t lanes[kWidth];
    store_lane(lanes, load_lane(before));
    unroll<kLanes - 1>([&](auto i) HR_LAMBDA {
      if (blocks > i + 1) store_lane(lanes + 16 * (i + 1), load_lane(in + 16 * i));
    });
    return load(lanes);
  } else {
    return load_vector<kVector>(in - 16, blocks);
  }
}

// The whole group is read before it is written, therefore `out` may be `in`.
void decrypt_chained(const void* key, std::uint8_t* before, const std::uint8_t* in,
                     std::uint8_t* out, std::size_t blocks) noexcept {
  for_parts(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    const std::uint8_t* const from = in + 16 * at;
    Vec x[n];
    load_vectors<n>(from, count, x);
    run_vectors<false, n>(*(const Key*)key, x);
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], load_before<i>(before, from, count)); });
    store_lane(before, load_lane(from + 16 * (count - 1)));
    store_vectors<n>(out + 16 * at, count, x);
  });
}

void decrypt_feedback(const void* key, std::uint8_t* before, const std::uint8_t* in,
                      std::uint8_t* out, std::size_t blocks) noexcept {
  for_parts(blocks, [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
    const std::uint8_t* const from = in + 16 * at;
    Vec x[n];
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = load_before<i>(before, from, count); });
    run_vectors<true, n>(*(const Key*)key, x);
    store_lane(before, load_lane(from + 16 * (count - 1)));
    unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], load_vector<i>(from, count)); });
    store_vectors<n>(out + 16 * at, count, x);
  });
}

constexpr FusedOps kFused = {kEncryptTweaked, kDecryptTweaked, decrypt_chained, decrypt_feedback,
                             kRunChains};

}  // namespace
}  // namespace hedgerow::HR_ISA
