// The kernel over bit planes: the functions of KernelOps for any layout of the planes. The layout is
// that of planes.hpp, or with HR_KALYNA_SETS one that the source has included before.
#pragma once

#include "cipher/kalyna/kernel.hpp"
#ifndef HR_KALYNA_SETS
#include "cipher/kalyna/planes.hpp"
#endif
#include "cipher/common/batches.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// The distance at which reads and writes are prefetched, which matters if messages exceed the
// caches.
constexpr int kAhead = 2 * kBatchBytes;
HR_INLINE void prefetch_batch(const std::uint8_t* in, std::uint8_t* out) {
  for (int i = 0; i < kBatchBytes; i += 64) {
    __builtin_prefetch(in + kAhead + i, 0, 3);
    __builtin_prefetch(out + kAhead + i, 1, 3);
  }
}

// The keys of round r are at [r - 1]. They contain the correction for the outputs that the circuits
// leave inverted. For a key that is added as a number, only this correction is stored.
template <Variant kV>
struct alignas(64) PreparedPlanes {
  std::uint8_t first[64], last[64];
  PlaneKey encrypt[kV.rounds], decrypt[kV.rounds];
};

template <Variant kV>
HR_INLINE void encrypt_rounds(Planes& p, Planes& q, const PreparedPlanes<kV>& key) {
  for (int r = 0; r < kV.rounds; r += 2) {
    encrypt_round<kV.columns, 1>(p, q, key.encrypt[r]);
    encrypt_round<kV.columns, 0>(q, p, key.encrypt[r + 1]);
  }
}
template <Variant kV>
HR_INLINE void decrypt_rounds(Planes& p, Planes& q, const PreparedPlanes<kV>& key) {
  for (int r = kV.rounds - 2; r >= 0; r -= 2) {
    decrypt_round<kV.columns, 0>(p, q, key.decrypt[r + 1]);
    decrypt_round<kV.columns, 1>(q, p, key.decrypt[r]);
  }
  invert<kInverseSubNots>(p);
}

template <Variant kV>
struct Bitslice {
  using Key = PreparedPlanes<kV>;
  static constexpr int kBlock = kV.block_bytes(), kColumns = kV.columns;
  static consteval std::uint32_t batch_blocks() { return kBatchBytes / kBlock; }
#ifdef HR_VEC_AVX512
  // byteslice_narrow is faster up to 768 bytes.
  static consteval BlockRange good_for() { return calls_from(768 / kBlock + 1); }
#endif

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    portable_schedule(variant_index(kV), user_key, round_keys);
  }

  // Round key r as planes, in the phase of its round.
  static void key_planes(Planes& p, const std::uint8_t* round_key, int r) {
    alignas(16) std::uint8_t bytes[kBlock];
    for (int c = 0; c < kColumns; c++) {
      const int from = (c + r % 2 * (kColumns / 2)) % kColumns;
      __builtin_memcpy(bytes + 8 * c, round_key + 8 * c, 4);
      __builtin_memcpy(bytes + 8 * c + 4, round_key + 8 * from + 4, 4);
    }
    to_planes<kColumns>(p.row, [&](auto i) HR_LAMBDA { return block_chunk<kColumns>(bytes, i); });
    wipe(bytes, sizeof bytes);
  }
  HR_INLINE void store_key(PlaneKey& key, Planes& p) {
    for (int i = 0; i < kPlanes; i++) store_key_plane(key, i, p.row[i / 8][i % 8]);
  }
  static HR_NOINLINE void prepare_planes(const std::uint8_t* round_keys, Key& key) {
    __builtin_memset(&key, 0, sizeof key);
    __builtin_memcpy(key.first, round_keys, kBlock);
    __builtin_memcpy(key.last, round_keys + kV.rounds * kBlock, kBlock);
    Planes p, q;
    for (int r = 1; r <= kV.rounds; r++) {
      unroll<kPlanes>([&](auto i) HR_LAMBDA { p.row[i / 8][i % 8] = splat64(0); });
      if (r < kV.rounds) {
        key_planes(p, round_keys + r * kBlock, r);
        q = p;
        invert<kInverseSubNots>(q);
        if (r % 2)
          decrypt_key<1>(q, key.decrypt[r - 1]);
        else
          decrypt_key<0>(q, key.decrypt[r - 1]);
      }
      invert<mixed(kSubNots)>(p);
      store_key(key.encrypt[r - 1], p);
    }
  }
  template <int kPhase>
  HR_INLINE void decrypt_key(Planes& p, PlaneKey& to) {
    Planes q;
    mix<kMixedColumns<kColumns>, kPhase, true>(p, q, to);  // `to` is zero before
    store_key(to, q);
  }
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    prepare_planes(round_keys, *(Key*)prepared);
    wipe_planes();
  }
  // Wipes the stack that the rounds used.
  HR_INLINE void wipe_planes() { wipe_stack<kStackVectors*(int)sizeof(Vec)>(); }

  static HR_NOINLINE void encrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                          std::size_t blocks) {
    for_each_batch<kBlock, kBatchBytes / kBlock>(
        in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
          Planes p, q;
          prefetch_batch(from, to);
          to_planes<kColumns>(p.row, [&](auto i) HR_LAMBDA {
            return add64(load_chunk<kColumns>(from, i), block_chunk<kColumns>(key.first, i));
          });
          encrypt_rounds<kV>(p, q, key);
          from_planes<kColumns>(p.row, [&](auto i, Vec v) HR_LAMBDA {
            store_chunk<kColumns>(to, i, add64(v, block_chunk<kColumns>(key.last, i)));
          });
        });
  }
  static HR_NOINLINE void decrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                          std::size_t blocks) {
    for_each_batch<kBlock, kBatchBytes / kBlock>(
        in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
          Planes p, q;
          prefetch_batch(from, to);
          to_planes<kColumns>(p.row, [&](auto i) HR_LAMBDA {
            return sub64(load_chunk<kColumns>(from, i), block_chunk<kColumns>(key.last, i));
          });
          decrypt_rounds<kV>(p, q, key);
          from_planes<kColumns>(p.row, [&](auto i, Vec v) HR_LAMBDA {
            store_chunk<kColumns>(to, i, sub64(v, block_chunk<kColumns>(key.first, i)));
          });
        });
  }
  static HR_NOINLINE void ctr_batches(const Key& key, const std::uint8_t* counter,
                                      CounterOrder order, const std::uint8_t* in, std::uint8_t* out,
                                      std::size_t blocks) {
    alignas(16) std::uint8_t fixed[kBlock];
    write_counter<kBlock>(fixed, counter, order, 0);
    std::uint32_t value = counter_value<kBlock>(counter, order);
    for_each_batch<kBlock, kBatchBytes / kBlock>(
        in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
          Planes p, q;
          prefetch_batch(from, to);
          const Vec first = first_counters<kColumns>(value);
          to_planes<kColumns>(p.row, [&](auto i) HR_LAMBDA {
            return add64(counter_chunk<kColumns>(fixed, (int)order, first, i),
                         block_chunk<kColumns>(key.first, i));
          });
          encrypt_rounds<kV>(p, q, key);
          from_planes<kColumns>(p.row, [&](auto i, Vec v) HR_LAMBDA {
            const Vec stream = add64(v, block_chunk<kColumns>(key.last, i));
            store_chunk<kColumns>(to, i, xor2(stream, load_chunk<kColumns>(from, i)));
          });
          value += kBatchBytes / kBlock;
        });
    wipe(fixed, sizeof fixed);
  }

  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    encrypt_batches(*(const Key*)key, in, out, blocks);
    wipe_planes();
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    decrypt_batches(*(const Key*)key, in, out, blocks);
    wipe_planes();
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_batches(*(const Key*)key, counter, order, in, out, blocks);
    wipe_planes();
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
