// Byte-sliced kernels for S-boxes that are an inversion in GF(2^8) between affine maps: the composition of maps for the
// matrices of GFNI, and the functions of KernelOps around the rounds.
#pragma once

#include "cipher/common/byte_field.hpp"
#include "cipher/common/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// The map x -> outer(inner(x)).
consteval ByteMap compose(const ByteMap& outer, const ByteMap& inner) {
  ByteMap r{};
  for (int i = 0; i < 256; i++) r.of[i] = outer.of[inner.of[i]];
  return r;
}

// The functions of KernelOps for rounds that need no more than the byte positions of a batch: kEncrypt(key, w, ahead)
// encrypts them, and kDecrypt decrypts them.
template <class Key, auto kEncrypt, auto kDecrypt>
struct ByteSlices {
  template <auto kCrypt>
  static HR_NOINLINE void crypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                        std::size_t batches) {
    ecb_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA { kCrypt(key, w, ahead); });
  }
  static HR_NOINLINE void ctr_batches(const Key& key, BatchCounter& at, const std::uint8_t* in,
                                      std::uint8_t* out, std::size_t batches) {
    ctr_stream_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
      counter_slices(at, w);
      kEncrypt(key, w, ahead);
      at.value += kBatchBlocks;
    });
  }
  template <auto kCrypt>
  static void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                    std::size_t blocks) noexcept {
    for_batches<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
      crypt_batches<kCrypt>(*(const Key*)key, from, to, n);
    });
  }
  static constexpr auto encrypt = crypt<kEncrypt>, decrypt = crypt<kDecrypt>;
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    BatchCounter at = make_batch_counter(counter, order);
    for_batches<16, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
      ctr_batches(*(const Key*)key, at, from, to, n);
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
