// Kuznyechik byte-sliced over vectors: ECB, both directions [RFC 7801 section 4.4].
// Included inside a kernel's anonymous namespace, after `using namespace` of the ISA.
//
// A batch is kWidth blocks, sixteen vectors. transpose() turns them into one vector per byte
// position; with V blocks a vector (kWidth / 16), its byte 16 v + j belongs to block V j + v:
//
//     in:   r[i] = block V i | block V i + 1 | ...        16 bytes each
//     then: r[i] = byte i of blocks 0, V, 2 V, ... | byte i of blocks 1, V + 1, ... | ...
//
// The rounds run on slots s[0..15] in the order of the recurrence: byte 15 - k in slot k to
// encrypt, byte k to decrypt (spec.hpp).
#pragma once

constexpr int kBatchBlocks = kWidth;
constexpr int kBatchBytes = 16 * kWidth;
constexpr int kAhead = 4096;  // bytes from the load and store to the prefetch

// A 16 x 16 transpose of bytes within each 16-byte lane; its own inverse.
HR_INLINE void transpose(Vec* r) {
  unroll<4>([&](auto) HR_LAMBDA {
    Vec t[16];
    unroll<8>([&](auto i) HR_LAMBDA {
      t[2 * i] = unpack_lo8(r[i], r[i + 8]);
      t[2 * i + 1] = unpack_hi8(r[i], r[i + 8]);
    });
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = t[i]; });
  });
}

#include "cipher/kuznyechik/sbox.hpp"

#include "cipher/kuznyechik/linear.hpp"

#include "cipher/kuznyechik/keys.hpp"

constexpr ForwardBox kForwardBox = make_forward_box(kIdentity, kIdentity);
constexpr InverseBox kInverseBox = make_inverse_box(kIdentity, kIdentity);

// Rounds `from`..8 (of 0..8), with the keys that follow them.
HR_INLINE void encrypt_rounds(const Key& key, int from, Vec* s) {
  for (int i = from; i < kRounds; i++) {
    substitute<16>(kForwardBox, s);
    linear(s, key.forward[i]);
  }
}
HR_INLINE void decrypt_rounds(const Key& key, Vec* s) {
  for (int i = 0; i < kRounds; i++) {
    linear(s, key.backward[i]);
    substitute<16>(kInverseBox, s);
  }
}

// Only where so much is still to come: no line beyond the message is fetched for writing.
HR_INLINE void prefetch_batch(const std::uint8_t* in, const std::uint8_t* out,
                              std::size_t batches) {
  if (batches <= 1 + kAhead / kBatchBytes) return;
  unroll<kBatchBytes / 64>([&](auto i) HR_LAMBDA {
    prefetch(in + kAhead + 64 * i);
    prefetch_write(out + kAhead + 64 * i);
  });
}

HR_NOINLINE void encrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec r[16], s[16];
    prefetch_batch(in, out, batches);
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(r[15 - k], load_splat64(key.first + k)); });
    encrypt_rounds(key, 0, s);
    unroll<16>([&](auto k) HR_LAMBDA { r[15 - k] = s[k]; });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store(out + kWidth * i, r[i]); });
  }
}

HR_NOINLINE void decrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec s[16];
    prefetch_batch(in, out, batches);
    unroll<16>([&](auto i) HR_LAMBDA { s[i] = load(in + kWidth * i); });
    transpose(s);
    decrypt_rounds(key, s);
    unroll<16>([&](auto k) HR_LAMBDA { s[k] = xor2(s[k], load_splat64(key.first + 15 - k)); });
    transpose(s);
    unroll<16>([&](auto i) HR_LAMBDA { store(out + kWidth * i, s[i]); });
  }
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    encrypt_batches(*(const Key*)key, from, to, n);
  });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    decrypt_batches(*(const Key*)key, from, to, n);
  });
}

#include "cipher/kuznyechik/ctr.hpp"
