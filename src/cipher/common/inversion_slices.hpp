// Byte-sliced kernels for S-boxes that are an inversion in GF(2^8) between affine maps: the functions of KernelOps
// around the rounds.
#pragma once

#include "base/wiping.hpp"
#include "cipher/common/byteslice.hpp"
#include "cipher/common/inversion_boxes.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Shorter calls are faster with the vectors of 32 bytes.
constexpr BlockRange kSlicesGoodFor = kWidth == 64 ? calls_from(33) : kAllCalls;

// The functions of KernelOps for rounds that need no more than the byte positions of a batch. Key has the round keys of
// both directions, and kCrypt(key, direction, w, ahead) processes w by those of `direction`, which is key.forward or
// key.backward.
template <class Key, auto kCrypt>
struct ByteSlices {
  template <auto kDirection>
  static HR_NOINLINE void crypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                        std::size_t batches) {
    ecb_batches(in, out, batches,
                [&](Vec* w, Ahead ahead) HR_LAMBDA { kCrypt(key, key.*kDirection, w, ahead); });
  }
  static HR_NOINLINE void ctr_batches(const Key& key, BatchCounter& at, const std::uint8_t* in,
                                      std::uint8_t* out, std::size_t batches) {
    ctr_stream_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
      counter_slices(at, w);
      kCrypt(key, key.forward, w, ahead);
      at.value += kBatchBlocks;
    });
  }
  template <auto kDirection>
  static void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                    std::size_t blocks) noexcept {
    for_batches<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
      crypt_batches<kDirection>(*(const Key*)key, from, to, n);
    });
    wipe_batch_stack<1024>();
  }
  static constexpr auto encrypt = crypt<&Key::forward>, decrypt = crypt<&Key::backward>;
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    BatchCounter at = make_batch_counter(counter, order);
    for_batches<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
      ctr_batches(*(const Key*)key, at, from, to, n);
    });
    wipe_batch_stack<1600>();
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
