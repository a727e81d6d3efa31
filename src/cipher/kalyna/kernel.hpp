// The code that all kernels share: expand_key (the key schedule, for any implementation of the
// round), portable_schedule, and make_ops (the KernelOps of one kernel for one variant).
//
// The key schedule is a sequence of whole rounds. K_sigma takes three rounds on one block. Then all
// even round keys take two rounds, in parallel. Each odd round key is a byte rotation of the key
// before it. Control flow and addresses do not depend on secrets. Source: [DSTU 7624:2014], [ePrint
// 2015/650].
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/spec.hpp"

namespace hedgerow::kalyna {

constexpr int kMaxEvenKeys = kMaxRounds / 2 + 1;
// The columns that apply_round processes: those of every even key, and zeros up to a multiple of
// 512 bytes.
constexpr int kExpansionColumns = 128;

// Converts words to bytes in memory, because some rounds process bytes. It does nothing on a
// little-endian host.
HR_INLINE void swap_columns(std::uint64_t* column) {
  for (int i = 0; i < kExpansionColumns; i++) column[i] = to_le64(column[i]);
}

struct KeyExpansion {
  alignas(64) std::uint64_t state[kExpansionColumns];
  std::uint64_t key[kMaxColumns];
  std::uint64_t sigma[kMaxColumns];
  std::uint64_t added[kMaxEvenKeys * kMaxColumns];
};

template <Variant kV, class ApplyRound>
HR_INLINE void expand_sigma(KeyExpansion& w, ApplyRound apply_round) {
  constexpr int n = kV.columns;
  const std::uint64_t* const low = w.key;
  const std::uint64_t* const high = w.key + (kV.key_columns - n);
  w.state[0] = (std::uint64_t)(n + kV.key_columns + 1);
  for (int c = 0; c < n; c++) w.state[c] += low[c];
  apply_round(w.state, 1);
  for (int c = 0; c < n; c++) w.state[c] ^= high[c];
  apply_round(w.state, 1);
  for (int c = 0; c < n; c++) w.state[c] += low[c];
  apply_round(w.state, 1);
  for (int c = 0; c < n; c++) w.sigma[c] = w.state[c];
}

// Even key 2 * half starts from the user key rotated by `half` words. If the key has two blocks, it
// starts from the low block (half even) or the high block of the key rotated by half / 2 words.
template <Variant kV>
HR_INLINE std::uint64_t even_key_word(const KeyExpansion& w, int half, int column) {
  if constexpr (kV.key_columns == kV.columns) return w.key[(column + half) % kV.columns];
  return w.key[(column + half / 2 + half % 2 * kV.columns) % kV.key_columns];
}

template <Variant kV, class ApplyRound>
HR_INLINE void expand_even_keys(KeyExpansion& w, ApplyRound apply_round) {
  constexpr int n = kV.columns, evens = kV.rounds / 2 + 1;
  for (int half = 0; half < evens; half++)
    for (int c = 0; c < n; c++) {
      const std::uint64_t added = w.sigma[c] + (0x0001000100010001u << half);
      w.added[half * n + c] = added;
      w.state[half * n + c] = even_key_word<kV>(w, half, c) + added;
    }
  apply_round(w.state, evens);
  for (int i = 0; i < evens * n; i++) w.state[i] ^= w.added[i];
  apply_round(w.state, evens);
  for (int i = 0; i < evens * n; i++) w.state[i] += w.added[i];
}

// Expands a user key to the canonical round keys. apply_round(columns, blocks) applies one round
// without a key to the first `blocks` blocks. It may read and write the whole rest of the buffer.
template <Variant kV, class ApplyRound>
HR_INLINE void expand_key(const std::uint8_t* user_key, std::uint8_t* round_keys,
                          ApplyRound apply_round) {
  constexpr int bytes = kV.block_bytes(), left = 2 * kV.columns + 3;
  KeyExpansion w;
  __builtin_memset(w.state, 0, sizeof w.state);
  for (int i = 0; i < kV.key_columns; i++) w.key[i] = load_le64(user_key + 8 * i);
  expand_sigma<kV>(w, apply_round);
  expand_even_keys<kV>(w, apply_round);
  for (int half = 0; half <= kV.rounds / 2; half++) {
    std::uint8_t* const even = round_keys + 2 * half * bytes;
    for (int c = 0; c < kV.columns; c++) store_le64(even + 8 * c, w.state[half * kV.columns + c]);
    if (2 * half == kV.rounds) break;
    __builtin_memcpy(even + bytes, even + left, bytes - left);
    __builtin_memcpy(even + 2 * bytes - left, even, left);
  }
  wipe(&w, sizeof w);
}

// The portable key schedule (schedule.cpp), constant in time on any CPU. Kernels without a faster
// one use it. It expands a user key to the canonical round keys of the variant with this index in
// cipher.def's order.
void portable_schedule(int variant, const std::uint8_t* user_key,
                       std::uint8_t* round_keys) noexcept;

consteval int variant_index(const Variant& v) {
  int i = 0;
  while (kVariant[i].columns != v.columns || kVariant[i].key_columns != v.key_columns) i++;
  return i;
}

}  // namespace hedgerow::kalyna

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

template <class K>
consteval BlockRange calls_of() {
  if constexpr (requires { K::good_for(); })
    return K::good_for();
  else
    return kAllCalls;
}

// A kernel is a class template over the variant. It has the type Key, the functions of KernelOps as
// static members, batch_blocks() and, if it is not good for all calls, good_for().
template <template <Variant> class Kernel, int kIndex>
consteval KernelOps make_ops() {
  using K = Kernel<kVariant[kIndex]>;
  return {sizeof(typename K::Key),
          (std::uint32_t)kVariant[kIndex].round_key_bytes(),
          K::batch_blocks(),
          calls_of<K>(),
          WipeStackAfter<K::schedule>::call,
          WipeStackAfter<K::prepare>::call,
          WipeStackAfter<K::encrypt>::call,
          WipeStackAfter<K::decrypt>::call,
          WipeStackAfter<K::ctr>::call};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
