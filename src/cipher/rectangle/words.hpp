// RECTANGLE in plain 64-bit words, constant in time on any CPU with any byte order. It processes
// four blocks at a time, with one word for each row:
//
//     r[i]:  row i of block 0 | block 1 | block 2 | block 3      16 bits each, block 0 uppermost
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/rectangle/keys.hpp"
#include "cipher/rectangle/sbox.hpp"
#include "cipher/rectangle/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;

constexpr int kBatchBlocks = 4;

// Transposes 4 x 4 words of 16 bits, and is its own inverse.
HR_INLINE void exchange(std::uint64_t& a, std::uint64_t& b, int shift, std::uint64_t mask) {
  const std::uint64_t t = (a ^ b >> shift) & mask;
  a ^= t;
  b ^= t << shift;
}
HR_INLINE void transpose(Vec* r) {
  for (int i = 0; i < 2; i++) exchange(r[i].v, r[i + 2].v, 32, 0x00000000ffffffff);
  for (int i = 0; i < 4; i += 2) exchange(r[i].v, r[i + 1].v, 16, 0x0000ffff0000ffff);
}

template <int kLeft>
HR_INLINE Vec turn(Vec a) {
  constexpr std::uint64_t kOnes = 0x0001000100010001, kWrapped = kOnes * ((1u << kLeft) - 1);
  return {(a.v << kLeft & ~kWrapped) | (a.v >> (16 - kLeft) & kWrapped)};
}
template <bool kBack>
HR_INLINE void turn_rows(Vec* r) {
  unroll<kRows - 1>([&](auto i) HR_LAMBDA {
    constexpr int row = i + 1;
    r[row] = turn<kBack ? 16 - kTurn[row] : kTurn[row]>(r[row]);
  });
}
HR_INLINE void add_key(const std::uint32_t* key, Vec* r) {
  unroll<kRows>([&](auto row) HR_LAMBDA { r[row].v ^= key[row] * 0x100000001u; });
}

template <bool kDecrypt>
HR_INLINE void crypt_batch(const Key& key, Vec* r) {
  transpose(r);
  if constexpr (!kDecrypt) {
    add_key(key.forward[0], r);
    for (int i = 1; i < kRoundKeys; i++) {
      substitute(r);
      turn_rows<false>(r);
      add_key(key.forward[i], r);
    }
  } else {
    for (int i = 0; i < kRounds; i++) {
      turn_rows<true>(r);
      add_key(key.backward[i], r);
      inverse_substitute(r);
    }
    add_key(key.backward[kRounds], r);
  }
  transpose(r);
}

template <bool kDecrypt>
void crypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  const Key& key = *(const Key*)prepared;
  for_each_batch<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA {
    Vec r[kBatchBlocks];
    for (int b = 0; b < kBatchBlocks; b++) r[b].v = load_be64(from + 8 * b);
    crypt_batch<kDecrypt>(key, r);
    for (int b = 0; b < kBatchBlocks; b++) store_be64(to + 8 * b, r[b].v);
  });
}

HR_NOINLINE void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                     const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
  std::uint32_t value = counter_value<kBlockBytes>(counter, order);
  std::uint8_t block[kBlockBytes];
  for_each_batch<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA {
    Vec r[kBatchBlocks];
    for (int b = 0; b < kBatchBlocks; b++) {
      write_counter<kBlockBytes>(block, counter, order, value++);
      r[b].v = load_be64(block);
    }
    crypt_batch<false>(*(const Key*)key, r);
    for (int b = 0; b < kBatchBlocks; b++) store_be64(to + 8 * b, r[b].v ^ load_be64(from + 8 * b));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
