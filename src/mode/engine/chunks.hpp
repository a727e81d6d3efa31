// Long calls in chunks whose input, output and scratch stay together in the L1 cache.
#pragma once

#include "base/bytes.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

// Input, output and scratch of one chunk fit together into 32 KiB.
constexpr std::size_t kChunkBytes = 8192;

// Calls body(offset, n) for consecutive chunks of at most `chunk` bytes.
template <class Body>
void for_chunks(std::size_t bytes, std::size_t chunk, Body&& body) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t left = bytes - done, n = left < chunk ? left : chunk;
    body(done, n);
    done += n;
  }
}

// The largest chunk, at most kChunkBytes, that is whole blocks, and whole batches of the bulk
// kernel where one fits.
inline std::size_t chunk_bytes(const CipherKey& key) noexcept {
  const std::size_t batch = key.batch_blocks() * key.block_bytes();
  const std::size_t unit = batch <= kChunkBytes ? batch : key.block_bytes();
  return kChunkBytes / unit * unit;
}

// out = a xor b; out is a, b, or apart from both.
inline void xor_into(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
                     std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i++) out[i] = a[i] ^ b[i];
}

// The same for one block, of 8 bytes or of whole 16: in pieces as large as a kernel's loads, so that each load finds
// what it wants in one store. For chains, where the next call waits for it.
inline void xor_block(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
                      std::size_t block) noexcept {
  typedef std::uint64_t Pair __attribute__((vector_size(16)));
  if (block == 8) return store_le64(out, load_le64(a) ^ load_le64(b));
  for (std::size_t i = 0; i < block; i += sizeof(Pair)) {
    Pair x, y;
    __builtin_memcpy(&x, a + i, sizeof x);
    __builtin_memcpy(&y, b + i, sizeof y);
    x ^= y;
    __builtin_memcpy(out + i, &x, sizeof x);
  }
}

}  // namespace hedgerow
