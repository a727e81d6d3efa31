// The byte-sliced kernel over one Shape: KernelOps' functions.
#pragma once

#include "cipher/kalyna/ctr.hpp"
#include "cipher/kalyna/kernel_ops.hpp"
#include "cipher/kalyna/round.hpp"
#ifdef HR_VEC_AVX512
#include "cipher/kalyna/prepare_packed.hpp"
#elif defined HR_VEC_TWO_LANES && !defined __AVX512F__
#define HR_KALYNA_LANES 1
#include "cipher/kalyna/prepare_lanes.hpp"
#else
#include "cipher/kalyna/key_expansion.hpp"
#include "cipher/kalyna/prepare.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
template <Shape kS>
struct Byteslice {
  using Key = PreparedKey<kS>;
  static consteval std::uint32_t batch_blocks() { return kS.batch_blocks(); }

  static HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
#ifdef HR_VEC_AVX512
    expand_packed<kS.v>(user_key, round_keys);
#elif defined HR_KALYNA_LANES
    expand_lanes<kS.v>(user_key, round_keys);
#else
    expand_key<kS.v>(user_key, round_keys, apply_round<kS.v>);
#endif
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    expand(user_key, round_keys);
    wipe_stack<4096>();
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
#ifdef HR_KALYNA_LANES
    prepare_rows_key<kS>(round_keys, *(Key*)key);
#else
    prepare_key<kS>(round_keys, *(Key*)key);
#endif
  }
  static void encrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    std::size_t left = blocks * kS.v.block_bytes();
    for_each_batch<kS.v.block_bytes(), kS.batch_blocks()>(
        in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
          const Ahead ahead = lines_ahead<kS.batch_bytes()>(from, to, left);
          left -= kS.batch_bytes();
          State<kS> s;
          load_state<kS, false>(s, from, key.first);
          encrypt_rounds<kS>(s, key, 0, ahead);
          store_state<kS, false>(s, to, key.last, nullptr);
        });
  }
  static void decrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    std::size_t left = blocks * kS.v.block_bytes();
    for_each_batch<kS.v.block_bytes(), kS.batch_blocks()>(
        in, out, blocks, [&](const auto* from, auto* to) HR_LAMBDA {
          const Ahead ahead = lines_ahead<kS.batch_bytes()>(from, to, left);
          left -= kS.batch_bytes();
          State<kS> s;
          load_state<kS, true>(s, from, key.last);
          decrypt_rounds<kS>(s, key, ahead);
          store_state<kS, true>(s, to, key.first, nullptr);
        });
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    if (order == CounterOrder::kLittleEndian && blocks > (std::size_t)kS.batch_blocks())
      return ctr_little_endian<kS>(*(const Key*)key, counter, in, out, blocks);
    ctr_in_memory<kS.v.block_bytes(), kS.batch_blocks()>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t count) { encrypt(key, stream, stream, count); });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
