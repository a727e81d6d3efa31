// The prepared key of the byteslice kernels.
//
// Every key byte is repeated eight times, so that a load broadcasts it. steps.hpp says what e is.
#pragma once

#include "base/secret.hpp"
#include "cipher/kuznyechik/sbox.hpp"
#include "cipher/kuznyechik/steps.hpp"
#include "cipher/skeleton/repeat.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct alignas(64) Key {
  std::uint64_t first[16];        // K_1: slot k is byte 15 - k
  std::uint64_t forward[9][16];   // e of K_2..K_10, slot k is byte 15 - k
  std::uint64_t backward[9][16];  // e of L^-1(K_10)..L^-1(K_2), slot k is byte k
};

// What the S-box leaves out: L of sixteen times kForwardOffset, by byte position.
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

HR_NOINLINE void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  alignas(64) std::uint8_t rows[16 * kWidth] = {};
  __builtin_memcpy(rows, round_keys, kRoundKeyBytes);
  Vec r[16], e[16];
  load_rows(rows, r);

  backward_steps(r, e);
  store_rows(e, rows);
  for (int i = 0; i < kRounds; i++) repeat_bytes(rows + 16 * (kRounds - i), k.backward[i]);

  forward_steps([&](auto i) HR_LAMBDA { return xor2(r[15 - i], splat8(kLinearOffset.of[15 - i])); },
                e);
  store_rows(e, rows);
  for (int i = 0; i < kRounds; i++) repeat_bytes(rows + 16 * (i + 1), k.forward[i]);

  for (int i = 0; i < 16; i++) rows[i] = round_keys[15 - i];
  repeat_bytes(rows, k.first);
  wipe(rows, sizeof rows);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
