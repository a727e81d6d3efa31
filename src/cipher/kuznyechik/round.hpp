// Kuznyechik byte-sliced over vectors, with ECB in both directions [RFC 7801 section 4.5].
//
// common/byteslice.hpp has the lanes. The rounds use slots s[0..15] in the order of the recurrence
// (spec.hpp):
//
//     slot k      encryption: byte 15 - k      decryption: byte k
#pragma once

#include "base/wiping.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/byteslice.hpp"
#include "cipher/kuznyechik/keys.hpp"
#include "cipher/kuznyechik/linear.hpp"
#include "cipher/kuznyechik/sbox.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
constexpr ForwardBox kForwardBox = make_forward_box(kIdentity, kIdentity);
constexpr InverseBox kInverseBox = make_inverse_box(kIdentity, kIdentity);

// lines that a round prefetches
constexpr std::size_t kLinesEach = kBatchBytes / 64 / (kRounds - 1);
// Runs the rounds `from`..8 (of 0..8) with the keys after them.
HR_INLINE void encrypt_rounds(const Key& key, int from, Vec* s, Ahead ahead) {
  for (int i = from; i < kRounds; i++) {
    ahead.fetch(kLinesEach);
    substitute<16>(kForwardBox, s);
    linear(s, key.forward[i]);
  }
}
HR_INLINE void decrypt_rounds(const Key& key, Vec* s, Ahead ahead) {
  for (int i = 0; i < kRounds; i++) {
    ahead.fetch(kLinesEach);
    linear(s, key.backward[i]);
    substitute<16>(kInverseBox, s);
  }
}

HR_NOINLINE void encrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  ecb_batches(in, out, batches, [&](Vec* r, Ahead ahead) HR_LAMBDA {
    Vec s[16];
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(r[15 - k], load_splat64(key.first + k)); });
    encrypt_rounds(key, 0, s, ahead);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
  });
}

HR_NOINLINE void decrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  ecb_batches(in, out, batches, [&](Vec* s, Ahead ahead) HR_LAMBDA {
    decrypt_rounds(key, s, ahead);
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(s[k], load_splat64(key.first + 15 - k)); });
  });
}

#ifdef HR_KUZNYECHIK_LOOKUP
constexpr int kRoundStack = 20480;
#else
constexpr int kRoundStack = kWidth == 64 ? 1728 : 1280;
#endif

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    encrypt_batches(*(const Key*)key, from, to, n);
  });
  wipe_batch_stack<kRoundStack>();
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    decrypt_batches(*(const Key*)key, from, to, n);
  });
  wipe_batch_stack<kRoundStack>();
}

}  // namespace
}  // namespace hedgerow::HR_ISA
