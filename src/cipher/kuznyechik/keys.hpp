// The prepared key of the byteslice kernels.
//
// Every key byte is repeated eight times, so that a load broadcasts it. With T the triangular part
// of the recurrence (the contributions of steps 0..15 to each other) and U the rest, L = T^-1 U. A
// round that adds the key y therefore needs e = T y. Encryption adds K. Decryption adds L^-1(K),
// because L^-1 comes before S^-1, and e = T L^-1(K) = U K. Both are the step of linear.hpp with
// some slots kept zero. Over AVX-512 all round keys are processed together, as if they were blocks;
// otherwise steps.hpp computes them.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/byte_lanes.hpp"
#include "cipher/common/byteslice.hpp"
#include "cipher/kuznyechik/linear.hpp"
#include "cipher/kuznyechik/sbox.hpp"
#ifndef HR_VEC_AVX512
#include "cipher/kuznyechik/steps.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct alignas(64) Key {
  std::uint64_t first[16];        // K_1; slot k is byte 15 - k
  std::uint64_t forward[9][16];   // e of K_2..K_10; slot k is byte 15 - k
  std::uint64_t backward[9][16];  // e of L^-1(K_10)..L^-1(K_2); slot k is byte k
};

#ifdef HR_VEC_AVX512
// The correction for the S-box, which is L of sixteen times kForwardOffset, by byte position.
struct BlockBytes {
  std::uint8_t of[16];
};
consteval BlockBytes make_forward_offset() {
  BlockBytes r{};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) r.of[i] ^= field_product(kLinear.at[i][j], kForwardOffset);
  return r;
}
constexpr BlockBytes kLinearOffset = make_forward_offset();

// Writes the vectors r[0..15] (one byte position each, with a round key in each lane) as rows of
// sixteen bytes.
HR_INLINE void store_rows(Vec* r, std::uint8_t* rows) {
  transpose(r);
  unroll<16>([&](auto i) HR_LAMBDA { store(rows + kWidth * i, r[i]); });
}

HR_NOINLINE void expand(const std::uint8_t* round_keys, Key& k) {
  alignas(64) std::uint8_t rows[16 * kWidth] = {};
  __builtin_memcpy(rows, round_keys, kRoundKeyBytes);
  Vec r[16], s[16], e[16];
  unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(rows + kWidth * i); });
  transpose(r);

  unroll<16>([&](auto i) HR_LAMBDA { s[i] = r[i]; });
  unroll<16>([&](auto i) HR_LAMBDA {
    e[i] = recurrence<i>(s, zero());
    s[i] = zero();
  });
  store_rows(e, rows);
  for (int i = 0; i < kRounds; i++) repeat_bytes(rows + 16 * (kRounds - i), k.backward[i]);

  unroll<16>([&](auto i) HR_LAMBDA {
    const Vec y = xor2(r[15 - i], splat8(kLinearOffset.of[15 - i]));
    e[i] = recurrence<i>(s, y);
    s[i] = y;
  });
  store_rows(e, rows);
  for (int i = 0; i < kRounds; i++) repeat_bytes(rows + 16 * (i + 1), k.forward[i]);

  for (int i = 0; i < 16; i++) rows[i] = round_keys[15 - i];
  repeat_bytes(rows, k.first);
  wipe(rows, sizeof rows);
}
#else
constexpr BlockBytes kForwardTerm = make_upper_part(make_linear_of(kForwardOffset));

HR_NOINLINE void expand(const std::uint8_t* round_keys, Key& k) {
  alignas(64) std::uint8_t rows[kRoundKeyBytes];
  upper_parts(round_keys, rows);
  repeat_row(reverse_block(load_splat128(round_keys)), k.first);
  for (int i = 1; i < kRoundKeys; i++) {
    const Vec row = load_splat128(rows + 16 * i);
    repeat_row(row, k.backward[kRounds - i]);
    repeat_row(reverse_block(xor2(row, load_splat128(kForwardTerm.of))), k.forward[i - 1]);
  }
  wipe(rows, sizeof rows);
}
#endif

// The stack that expand uses, with the registers that compilers spill.
#if defined HR_VEC_AVX512 && !defined HR_VEC_GFNI
constexpr int kExpandStack = 14336;
#elif defined HR_VEC_AVX512
constexpr int kExpandStack = 6144;
#else
constexpr int kExpandStack = sizeof(void*) == 8 ? 1024 : 4096;
#endif
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  expand(round_keys, *(Key*)key);
  wipe_stack<kExpandStack>();
}

}  // namespace
}  // namespace hedgerow::HR_ISA
