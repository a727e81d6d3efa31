// Kalyna for one block and short messages over registers of 32 bytes without GFNI. Up to 32 bytes
// are in one register, and 64 or 128 bytes have the rows of each S-box in their own lanes
// (box_lanes.hpp).
#include "cipher/kalyna/box_lanes.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/kalyna/kernel.hpp"
#include "cipher/kalyna/prepare.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <Variant kV>
struct Lanes {
  static constexpr int kBlock = kV.block_bytes(), kMost = 2;
  using Key = LanesKey<kV>;
  static consteval std::uint32_t batch_blocks() { return kMost * kGroupBytes / kBlock; }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    schedule_lanes<kV>(user_key, round_keys);
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    prepare_lanes_key<kV>(round_keys, *(Key*)key);
  }

  // Encrypts kN groups of 64 bytes.
  template <int kN>
  HR_INLINE void encrypt_groups(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    BoxLanes<kN> s;
    unroll<kN>([&](auto n) HR_LAMBDA {
      load_lanes_state<4, false>(in + kGroupBytes * n, key.first, s.a[n], s.b[n]);
    });
    for (int r = 0; r < kV.rounds; r++)
      encrypt_lanes_round<kV.columns>(s, load(key.round[r + 1]), load(key.round[r + 1] + kWidth));
    unroll<kN>([&](auto n) HR_LAMBDA {
      store_lanes_state<4, false>(s.a[n], s.b[n], key.last, out + kGroupBytes * n);
    });
  }
  template <int kN>
  HR_INLINE void decrypt_groups(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    BoxLanes<kN> s;
    unroll<kN>([&](auto n) HR_LAMBDA {
      load_lanes_state<4, true>(in + kGroupBytes * n, key.last, s.a[n], s.b[n]);
    });
    for (int r = kV.rounds - 1; r >= 0; r--) {
      decrypt_lanes_round<kV.columns>(s);
      unroll<kN>([&](auto n) HR_LAMBDA {
        s.a[n] = xor2(s.a[n], load(key.round[r]));
        s.b[n] = xor2(s.b[n], load(key.round[r] + kWidth));
      });
    }
    unroll<kN>([&](auto n) HR_LAMBDA {
      store_lanes_state<4, true>(s.a[n], s.b[n], key.first, out + kGroupBytes * n);
    });
  }

  // Encrypts 16 * kChunks bytes in one register.
  template <int kChunks>
  HR_INLINE void encrypt_pair(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x = load_pair_state<kChunks, false>(in, key.first);
    for (int r = 0; r < kV.rounds; r++)
      x = encrypt_pair_round<kV.columns>(x, load(key.pair[r + 1]));
    store_pair_state<kChunks, false>(x, key.last, out);
  }
  template <int kChunks>
  HR_INLINE void decrypt_pair(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x = load_pair_state<kChunks, true>(in, key.last);
    for (int r = kV.rounds - 1; r >= 0; r--)
      x = xor2(decrypt_pair_round<kV.columns>(x), load(key.pair[r]));
    store_pair_state<kChunks, true>(x, key.first, out);
  }

  // Divides the blocks: pair(Index<chunks>, in, out) for 16 or 32 bytes, else groups(Index<groups>,
  // in, out).
  template <class Pair, class Groups>
  HR_INLINE void for_parts(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Pair pair,
                           Groups groups) {
    if constexpr (kBlock == 16)
      if (blocks == 1) return pair(Index<1>{}, in, out);
    if constexpr (kBlock <= kPairBytes)
      if (blocks * kBlock == kPairBytes) return pair(Index<2>{}, in, out);
    constexpr std::size_t kTwo = (std::size_t)kMost * kGroupBytes;
    for (; blocks * kBlock >= kTwo; blocks -= kTwo / kBlock, in += kTwo, out += kTwo)
      groups(Index<kMost>{}, in, out);
    for_each_batch<kBlock, kGroupBytes / kBlock>(
        in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA { groups(Index<1>{}, from, to); });
  }
  // Not inlined into ctr, so that the object has only one copy of the rounds.
  static HR_NOINLINE void encrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto chunks, auto* from, auto* to) HR_LAMBDA { encrypt_pair<chunks>(key, from, to); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { encrypt_groups<n>(key, from, to); });
  }
  static void decrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto chunks, auto* from, auto* to) HR_LAMBDA { decrypt_pair<chunks>(key, from, to); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { decrypt_groups<n>(key, from, to); });
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_in_memory<kBlock, kMost * kGroupBytes / kBlock>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t count) { encrypt(key, stream, stream, count); });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Lanes, identifier>()
#include "cipher/common/export_kernel.inc"
